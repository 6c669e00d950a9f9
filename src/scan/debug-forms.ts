/**
 * Which forms of debug information a shader has: the comment DBUG of shader models 1 to 3, and chunks of containers.
 *
 * Not for: what they hold.
 */

import { TAG } from '../container/tags.ts';
import type { ShaderFile } from '../file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';

/** Chunks that hold debug information, or the name of the file that does. */
const DEBUG_CHUNKS = ['SDBG', 'SPDB', 'ILDB', 'ILDN', 'PDBI', 'SRCI'] as const;

/** Every form of debug information. */
export const DEBUG_FORMS = ['DBUG', ...DEBUG_CHUNKS] as const;
export type DebugForm = (typeof DEBUG_FORMS)[number];

/** The forms that `file` has, each once: first those of its token streams. */
export function debugForms({ programs, container }: ShaderFile): DebugForm[] {
  const forms: DebugForm[] = [];
  const isDbug = programs.some(({ isa, words }) => isa === 'sm1' && findSm1Comment(words, Sm1CommentTag.debug));
  if (isDbug) forms.push('DBUG');
  for (const name of DEBUG_CHUNKS) if (container?.find(TAG[name]) !== undefined) forms.push(name);
  return forms;
}
