/** A rule writes one operation and returns the text of its value, or an empty text. */
import type { TextRule } from '../../common/text-context.ts';
import type { GlslContext } from '../context.ts';

export type GlslRule = TextRule<GlslContext>;
