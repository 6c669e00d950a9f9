/**
 * Explains an effect from its first byte to its last: its structures, divided by its shaders and expressions, which are
 * separate sections.
 *
 * Not for: the structures (fx2.ts, fx4.ts), or the sections of containers (sections.ts).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import { u32At, wordsOf } from '../base/words.ts';
import { isContainer } from '../container/dxbc.ts';
import { embeddedShaderName } from '../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../effects/embedded-shaders.ts';
import { embeddedShadersOf2 } from '../effects/fx2/embedded.ts';
import { isEffect2, readEffect2 } from '../effects/fx2/read.ts';
import { embeddedShadersOf4 } from '../effects/fx4/embedded.ts';
import { readEffect4 } from '../effects/fx4/read.ts';
import { explainConstantTable } from './ctab.ts';
import { explainEffect2 } from './fx2.ts';
import { explainEffect4 } from './fx4.ts';
import { type ExplainedBytes, type ExplainedSection, Payload } from './payload.ts';
import { dword, hexadecimal, type RecordRow, row, tag } from './records.ts';

export interface EffectCode {
  readonly bytes: Uint8Array;
  /** Where it begins, in bytes from the start of the file. */
  readonly offset: number;
  /** `shader 2: Glow/Bright/vs` */
  readonly title: string;
  /** The prefix of the numbers of its chunks: `2.`. */
  readonly path: string;
}

/** The owner of a section of an effect. */
interface Owner {
  /** Tag and number of the chunk that holds the effect; undefined for a separate file. */
  readonly chunk: string | undefined;
  readonly number: string | undefined;
  /** Where the effect begins, in bytes from the start of the file. */
  readonly offset: number;
}

/** Words of the comment that a constant table of shader models 1 to 3 is, and its tag. */
const COMMENT = 0xfffe;
const CONSTANT_TABLE = 0x4241_5443;
const COMMENT_HEADER: RecordRow = [
  [row('comment', 0, 16, hexadecimal), row('DWORDs', 16, 15), row('unused', 31, 1)],
  dword('tag', tag),
];

/**
 * The sections of an effect, in order.
 *
 * @param bytes the file of fx_2_0 or fx_5_0, or the payload of the chunk FX10
 * @param addContainer adds the sections of a container
 * @param diagnostics spans count from the first byte
 */
export function effectSections(
  bytes: Uint8Array,
  owner: Owner,
  addContainer: (sections: ExplainedSection[], code: EffectCode) => void,
  diagnostics: Diagnostics,
): ExplainedSection[] {
  const payload = new Payload(bytes, owner.offset);
  const embedded = marked(payload, bytes, owner.chunk !== undefined, diagnostics);
  const sections: ExplainedSection[] = [];
  let at = 0;
  const addPiece = (end: number): void => {
    if (end <= at) return;
    const from = at;
    const title = from === 0 ? 'effect' : 'effect, continued';
    const items = () => payload.explained(from, end);
    sections.push({ title, ...owner, offset: owner.offset + from, size: end - from, items });
  };
  for (const [i, shader] of embedded.entries()) {
    const { offset, length, stage } = shader;
    // Code that begins inside other code is not shown separately.
    if (offset < at || length === 0 || offset + length > bytes.byteLength) continue;
    addPiece(offset);
    const what = stage === 'expression' ? 'expression' : 'shader';
    const path = `${owner.number === undefined ? '' : `${owner.number}.`}${i}.`;
    addCode(sections, owner, addContainer, {
      bytes: bytes.subarray(offset, offset + length),
      offset: owner.offset + offset,
      title: `${what} ${i}: ${embeddedShaderName(shader)}`,
      path,
    });
    at = offset + length;
  }
  addPiece(bytes.byteLength);
  return sections;
}

function marked(
  payload: Payload,
  bytes: Uint8Array,
  isChunk: boolean,
  diagnostics: Diagnostics,
): readonly EmbeddedShader[] {
  if (!isChunk && isEffect2(bytes)) {
    const effect = readEffect2(bytes, diagnostics);
    if (effect === undefined) return [];
    explainEffect2(payload, effect, effect.prefix?.byteLength ?? 0);
    return embeddedShadersOf2(effect);
  }
  const effect = readEffect4(bytes, isChunk, diagnostics);
  if (effect === undefined) return [];
  explainEffect4(payload);
  return embeddedShadersOf4(effect);
}

function addCode(
  sections: ExplainedSection[],
  owner: Owner,
  addContainer: (sections: ExplainedSection[], code: EffectCode) => void,
  code: EffectCode,
): void {
  const { bytes, offset, title, path } = code;
  const common = { title, chunk: owner.chunk, number: path.slice(0, -1), offset, size: bytes.byteLength };
  const stage = u32At(bytes, 0) >>> 16;
  if (isContainer(bytes)) addContainer(sections, code);
  else if (stage === 0xffff || stage === 0xfffe) {
    const words = wordsOf(bytes);
    const program = { isa: 'sm1', level9: false, words } as const;
    sections.push({ ...common, size: words.byteLength, items: () => [], program });
    const rest = bytes.subarray(words.byteLength);
    const items = () => new Payload(rest, offset + words.byteLength).explained();
    if (rest.byteLength > 0)
      sections.push({
        ...common,
        title: `rest of ${title}`,
        offset: offset + words.byteLength,
        size: rest.byteLength,
        items,
      });
  } else sections.push({ ...common, items: () => expressionItems(bytes, offset) });
}

/** The comments of an expression of fx_2_0: constant table, literals, code. */
function* expressionItems(bytes: Uint8Array, offset: number): Generator<ExplainedBytes> {
  const version = new Payload(bytes.subarray(0, 4), offset);
  version.record(0, [dword('version', hexadecimal)], 'expression');
  yield* version.explained();
  let at = 4;
  while (at + 8 <= bytes.byteLength && (u32At(bytes, at) & 0xffff) === COMMENT) {
    const size = 4 * ((u32At(bytes, at) >>> 16) & 0x7fff);
    const header = new Payload(bytes.subarray(at, at + 8), offset + at);
    header.record(0, COMMENT_HEADER, 'comment');
    yield* header.explained();
    const end = Math.max(at + 8, Math.min(at + 4 + size, bytes.byteLength));
    const data = new Payload(bytes.subarray(at + 8, end), offset + at + 8);
    if (u32At(bytes, at + 4) === CONSTANT_TABLE) explainConstantTable(data);
    yield* data.explained();
    at = end;
  }
  yield* new Payload(bytes.subarray(at), offset + at).explained();
}
