/**
 * The arrays of numbers of a C, C++ or C# file: shaders that a compiler or tool wrote as source code, and files of any
 * format around them, such as the headers of bgfx. Bytes in hexadecimal digits and in Base64 in any text.
 *
 * Not for: reading the numbers (file/c-array.ts) and digits (../encoded-text.ts).
 */
import { type Diagnostic, Diagnostics } from '../../base/diagnostics.ts';
import { readCArrays } from '../../file/c-array.ts';
import { detectBinaryFormat } from '../../file/detect-format.ts';
import { looksLikeText } from '../../file/text-format.ts';
import { encodedRuns } from '../encoded-text.ts';
import { entireShader, isStreamArray } from '../entire-shader.ts';
import { type FormatReader, HEAD_SIZE, type Member, type ReaderInput } from '../reader.ts';
import { readFrom, sourceOfBytes } from '../source.ts';

/** Fewer bytes hold no shader. */
const MIN_MEMBER = 12;
/** Source code larger than this is not read as such: it is carved. */
const MAX_SOURCE_CODE = 2 ** 26;

export const SOURCE_CODE: FormatReader = {
  name: 'source code',
  matches: (head, size) => size <= MAX_SOURCE_CODE && looksLikeText(head),
  members: readArrays,
  carveIf: 'no shaders',
};

async function* readArrays({ source, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const text = await readFrom(source, 0, source.size);
  const reader = new Diagnostics(diagnostics.base);
  for (const { name, offset, end, bytes } of readCArrays(text, reader)) {
    // Short lists of numbers often begin like a version token.
    const member = sourceOfBytes(bytes);
    const shader = await entireShader(member, bytes.subarray(0, HEAD_SIZE), new Diagnostics());
    // Other numbers that begin and end like a token stream.
    if (shader !== undefined && detectBinaryFormat(bytes)?.format === 'sm1' && !isStreamArray(bytes)) continue;
    if (shader === undefined) {
      if (bytes.byteLength >= MIN_MEMBER) yield { name, offset, source: member };
      continue;
    }
    // Faults of arrays with other contents do not matter.
    const isInside = ({ span }: Diagnostic) => span.start >= offset && span.start <= end;
    for (const one of reader.list) if (isInside(one)) diagnostics.list.push(one);
    yield { name, offset, shader, foundBy: 'c-array' };
  }
  for (const { encoding, offset, bytes } of encodedRuns(text))
    yield { name: `${encoding}-0x${offset.toString(16)}`, offset, source: sourceOfBytes(bytes) };
}
