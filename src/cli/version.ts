/** The version of the package, which `package.json` alone states. */
import manifest from '../../package.json' with { type: 'json' };

export const VERSION: string = manifest.version;
