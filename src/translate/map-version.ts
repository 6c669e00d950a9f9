/** The version of maps, apart from their description: what writes maps does not carry the latter. */

/** The version of maps that this release writes. */
export const MAP_VERSION = 1;
