/**
 * Builds `dist/` (tsdown.config.ts). The program of tsdown warns on Node 20, which is supported here; its function does
 * not.
 *
 *     node tools/build.mjs
 */
import { build } from 'tsdown';

await build({ logLevel: 'error', configLoader: 'unrun' });
