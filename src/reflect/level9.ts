/** Programs of feature level 9 in containers, reflected as what they are: token streams of shader model 2. */
import type { Sm1Reflection } from './sm1.ts';

/** The reflection of a program of feature level 9. */
export interface Level9Reflection extends Sm1Reflection {
  /** The chunk that it comes from. */
  readonly chunk: 'Aon9' | 'XNAS' | 'XNAP';
}
