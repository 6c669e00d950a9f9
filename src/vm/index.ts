/** Programs that run on the CPU: preshaders, texture shaders and expressions of effects. */
export type { PreshaderValue } from './preshader/constants.ts';
export { encodePreshader } from './preshader/encode.ts';
export {
  evaluatePreshader,
  type PreshaderInputs,
  type PreshaderOutput,
  type PreshaderResult,
} from './preshader/evaluate.ts';
export { perlinNoise } from './preshader/noise.ts';
export {
  decodePreshader,
  type Preshader,
  type PreshaderHolder,
  type PreshaderSource,
} from './preshader/preshader.ts';
