/** What a rule is: it writes one operation; the result is the text of its value, or empty. */
import type { TextRule } from '../../common/text-context.ts';
import type { GlslContext } from '../context.ts';

export type GlslRule = TextRule<GlslContext>;
