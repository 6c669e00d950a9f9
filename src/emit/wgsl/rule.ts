/** What a rule is: it writes one operation; the result is the text of its value, or empty. */
import type { WgslContext } from './context.ts';

export type WgslRule = (w: WgslContext, op: number) => string;
