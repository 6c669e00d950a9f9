/** A handler lowers the instruction at the cursor. */
import type { Sm4Lowering } from './lowering.ts';

export type Sm4Handler = (l: Sm4Lowering) => void;
