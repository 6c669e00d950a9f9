/** What lowers an instruction: the one that the cursor is at. */
import type { Sm4Lowering } from './lowering.ts';

export type Sm4Handler = (l: Sm4Lowering) => void;
