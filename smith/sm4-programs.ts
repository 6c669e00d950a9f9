/** The programs of shader model 4-5.1 in a file: its own, or those of a library. For tests. */
import { Diagnostics } from '../src/base/diagnostics.ts';
import { wordsOf } from '../src/base/words.ts';
import { isContainer, readContainer } from '../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../src/container/shader-chunks.ts';
import { TAG } from '../src/container/tags.ts';

/** The words of each program, version token first. */
export function programsIn(bytes: Uint8Array): Uint32Array[] {
  const container = isContainer(bytes) ? readContainer(bytes, new Diagnostics()) : undefined;
  if (container === undefined) return [];
  return container.chunks.flatMap(({ tag, data }) => {
    if (tag === TAG.LIBF) return programsIn(data);
    return (PROGRAM_TAGS as readonly number[]).includes(tag) ? [wordsOf(data)] : [];
  });
}
