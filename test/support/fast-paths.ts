/**
 * Set-up of every test file: turns all caches and fast paths off where the environment says `DXLENS_FAST_PATHS=off`.
 */
import { fastPaths } from '../../src/base/direct-mapped-cache.ts';

if (process.env.DXLENS_FAST_PATHS === 'off') fastPaths.enabled = false;
