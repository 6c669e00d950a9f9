/** Lowering: programs of both instruction sets to the intermediate form (src/ir). */
export { type LoweredSm4, lowerSm4 } from './sm4/lower-sm4.ts';
