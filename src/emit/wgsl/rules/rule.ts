/** What a rule is: it writes one operation; the result is the text of its value, or empty. */
import type { TextRule } from '../../common/text-context.ts';
import type { WgslContext } from '../context.ts';

export type WgslRule = TextRule<WgslContext>;
