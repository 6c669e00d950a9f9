/**
 * The switch for everything that only makes dxlens faster: caches, and fast paths in addition to the general code.
 * Results are the same with and without them; tests run both ways to prove it.
 *
 * Each cache reads the switch when it is made, and each pass when it begins. So it must be set before the modules with
 * caches are loaded, as the set-up of the tests does.
 */
export const fastPaths = { enabled: true };
