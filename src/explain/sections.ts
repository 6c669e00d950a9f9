/**
 * A container from its first byte to its last, section by section: header and table, then chunks, programs and the
 * bytes between and after them, in the order of the file. Each byte is in one section.
 *
 * Not for: the tokens of programs, which the instruction sets explain.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { fourCCText, u32At, wordsOf } from '../base/words.ts';
import {
  CHUNK_HEADER_SIZE,
  type Chunk,
  type Container,
  HEADER_SIZE,
  isContainer,
  readChunkDirectory,
} from '../container/dxbc.ts';
import { PROGRAM_TAGS } from '../container/shader-chunks.ts';
import { CHUNK_KINDS, type ChunkName, TAG, tagSet } from '../container/tags.ts';
import { detectContainerFormat } from '../file/detect-format.ts';
import { type ChunkExplainer, chunkRow, LEVEL9_PROGRAM_OFFSET } from './chunks.ts';
import { type EffectCode, effectSections } from './effect.ts';
import { type ExplainedSection, Payload } from './payload.ts';
import { byteCount, decimal, dword, halves, type RecordRow, right, tag } from './records.ts';

/** Libraries hold containers; this limits the nesting depth. */
const MAX_NESTING = 4;

const LEVEL9_TAGS = /* @__PURE__ */ tagSet('Aon9', 'XNAS', 'XNAP');
const SM4_TAGS: ReadonlySet<number> = /* @__PURE__ */ new Set(PROGRAM_TAGS);

const HEADER: RecordRow = [
  dword('tag', tag),
  ...Array.from({ length: 4 }, () => dword('digest')),
  right(halves('major version', 'minor version', decimal, decimal), 1, 0),
  dword('size', byteCount),
  dword('chunks', decimal),
];
const OFFSET = dword('offset of a chunk', (value, payload) => fourCCText(payload.u32(value)));
const CHUNK_HEADER: RecordRow = [dword('tag', tag), dword('size', byteCount)];

/** Explainers of further chunks, by tag: those of `dxlens/internals/debug` for debug information. */
export type ChunkExplainers = ReadonlyMap<number, ChunkExplainer>;

const NO_OTHERS: ChunkExplainers = new Map();

/**
 * The sections of `input`, in order.
 *
 * @param others explainers of chunks that are shown as data without them
 */
export function explainContainer(
  input: Uint8Array,
  container: Container,
  others: ChunkExplainers = NO_OTHERS,
): ExplainedSection[] {
  const sections: ExplainedSection[] = [];
  addContainer(sections, { input, container, base: 0, path: '', depth: 0, others });
  return sections;
}

export interface ExplainedEffect {
  /** In the order of the file; every byte is in one of them. */
  readonly sections: readonly ExplainedSection[];
  /** The faults that prevent reading the effect; spans are bytes of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The sections of a file that is an effect: fx_2_0, also with the header of XNA 4, or fx_5_0. Those of fx_4_x are
 * containers ({@link explainContainer}).
 *
 * @param bytes the complete file
 * @param others explainers of chunks that are shown as data without them
 * @throws TypeError when `bytes` holds no bytes
 */
export function explainEffect(bytes: ByteSource, others: ChunkExplainers = NO_OTHERS): ExplainedEffect {
  const diagnostics = new Diagnostics();
  const sections = explainEffectFile(toBytes(bytes, 'explainEffect'), diagnostics, others);
  return { sections, diagnostics: diagnostics.list };
}

/** Returns the sections of an effect, with diagnostics that go to `diagnostics`. */
export function explainEffectFile(
  bytes: Uint8Array,
  diagnostics: Diagnostics,
  others: ChunkExplainers,
): ExplainedSection[] {
  return effectSections(bytes, { chunk: undefined, number: undefined, offset: 0 }, addEmbedded(0, others), diagnostics);
}

/** Returns a function that adds the sections of a container in an effect, which is in `depth` containers itself. */
function addEmbedded(depth: number, others: ChunkExplainers): (sections: ExplainedSection[], code: EffectCode) => void {
  return (sections, { bytes, offset, title, path }) => {
    const container = readChunkDirectory(bytes, new Diagnostics());
    if (container !== undefined)
      addContainer(sections, { input: bytes, container, base: offset, path, depth: depth + 1, title, others });
    else sections.push(explainBytes(bytes, offset, title));
  };
}

interface ContainerLocation {
  /** Its title, if it is not a chunk of a library. */
  readonly title?: string;
  /** Its bytes and those after them. */
  readonly input: Uint8Array;
  readonly container: Container;
  /** Where it begins, in bytes from the start of the file. */
  readonly base: number;
  /** The prefix of the numbers of its chunks: `2.` in chunk 2 of a library. */
  readonly path: string;
  readonly depth: number;
  readonly others: ChunkExplainers;
}

function addContainer(sections: ExplainedSection[], location: ContainerLocation): void {
  const { input, container, base, path } = location;
  const { bytes, chunks } = container;
  const size = bytes.byteLength;
  const count = Math.min(u32At(bytes, HEADER_SIZE - 4), (size - HEADER_SIZE) >>> 2);
  let at = HEADER_SIZE + 4 * count;
  const tableEnd = at;
  const header = () => {
    const payload = new Payload(bytes, base);
    payload.record(0, HEADER, 'header');
    payload.dwords(HEADER_SIZE, count, OFFSET, 'chunk table');
    return payload.explained(0, tableEnd);
  };
  const title = location.title ?? (path === '' ? 'container' : `container in chunk ${path.slice(0, -1)}`);
  const number = path === '' ? undefined : path.slice(0, -1);
  sections.push({ title, chunk: undefined, number, offset: base, size: tableEnd, items: header });

  const inOrder = chunks.map((chunk, index) => ({ chunk, index })).sort((a, b) => a.chunk.offset - b.chunk.offset);
  // A chunk that begins inside the header of another one, or in the table, is not shown separately.
  const shown = inOrder.filter(({ chunk }, i) => {
    const before = i > 0 ? inOrder[i - 1]!.chunk.offset + CHUNK_HEADER_SIZE : tableEnd;
    return chunk.offset >= Math.max(before, tableEnd);
  });
  for (const [i, { chunk, index }] of shown.entries()) {
    addBytes(sections, location, 'between the chunks', at, chunk.offset);
    const next = shown[i + 1]?.chunk.offset ?? size;
    at = Math.min(chunk.offset + CHUNK_HEADER_SIZE + chunk.data.byteLength, next);
    addChunk(sections, location, chunk, index, at);
  }
  addBytes(sections, location, 'after the last chunk', at, size);
  addBytes(sections, location, 'after the container', size, input.byteLength);
}

function addBytes(
  sections: ExplainedSection[],
  { input, base }: ContainerLocation,
  title: string,
  from: number,
  to: number,
  chunk?: { readonly name: string; readonly number: string },
): void {
  if (from >= to) return;
  const section = explainBytes(input.subarray(from, to), base + from, title);
  sections.push(chunk === undefined ? section : { ...section, chunk: chunk.name, number: chunk.number });
}

/**
 * Adds a section of unknown data.
 *
 * @param offset where `bytes` begin in the file
 */
export function explainBytes(bytes: Uint8Array, offset: number, title: string): ExplainedSection {
  const items = () => new Payload(bytes, offset).explained();
  return { title, chunk: undefined, number: undefined, offset, size: bytes.byteLength, items };
}

/** @param end where the chunk ends or the next one begins, in bytes from the start of the container */
function addChunk(
  sections: ExplainedSection[],
  location: ContainerLocation,
  chunk: Chunk,
  index: number,
  end: number,
): void {
  const { container, base, path, depth, others } = location;
  const { offset, name, tag } = chunk;
  const start = offset + CHUNK_HEADER_SIZE;
  const payload = container.bytes.subarray(start, end);
  const number = `${path}${index}`;
  const what = CHUNK_KINDS[name as ChunkName];
  const title = `chunk ${number}: ${name}${what === undefined ? '' : `, ${what}`}`;
  const programAt = programOffset(tag, payload);
  const nested =
    tag === TAG.LIBF && depth < MAX_NESTING && isContainer(payload)
      ? readChunkDirectory(payload, new Diagnostics())
      : undefined;
  const isEffect = tag === TAG.FX10 && depth < MAX_NESTING;
  const known = nested === undefined && !isEffect ? Math.min(programAt ?? payload.byteLength, payload.byteLength) : 0;
  const items = function* () {
    const header = new Payload(container.bytes.subarray(offset, start), base + offset);
    header.record(0, CHUNK_HEADER, 'chunk');
    yield* header.explained();
    const inner = new Payload(payload, base + start);
    if (!isEffect) (others.get(tag) ?? chunkRow(tag, isDxil(container))?.explain)?.(inner, tag);
    yield* inner.explained(0, known);
  };
  sections.push({ title, chunk: name, number, offset: base + offset, size: CHUNK_HEADER_SIZE + known, items });
  if (nested !== undefined) {
    const inside = {
      input: payload,
      container: nested,
      base: base + start,
      path: `${number}.`,
      depth: depth + 1,
      others,
    };
    addContainer(sections, inside);
  } else if (isEffect) {
    const owner = { chunk: name, number, offset: base + start };
    for (const one of effectSections(payload, owner, addEmbedded(depth, others), new Diagnostics())) sections.push(one);
  } else if (programAt !== undefined && payload.byteLength - known >= 4) {
    const words = wordsOf(payload, known);
    sections.push({
      title: `program of chunk ${number}`,
      chunk: name,
      number,
      offset: base + start + known,
      size: words.byteLength,
      items: () => [],
      program: SM4_TAGS.has(tag) ? { isa: 'sm4', level9: false, words } : { isa: 'sm1', level9: true, words },
    });
    addBytes(sections, location, `after the program of chunk ${number}`, start + known + words.byteLength, end, {
      name,
      number,
    });
  } else {
    addBytes(sections, location, `rest of chunk ${number}`, start + known, end, { name, number });
  }
}

function isDxil(container: Container): boolean {
  return detectContainerFormat(container).format === 'dxil';
}

/** Where the program of a chunk with `tag` begins in its payload; undefined where it has none. */
function programOffset(tag: number, payload: Uint8Array): number | undefined {
  if (SM4_TAGS.has(tag)) return 0;
  return LEVEL9_TAGS.has(tag) ? u32At(payload, LEVEL9_PROGRAM_OFFSET) : undefined;
}

/**
 * Reports faults in the chunks of `container`, those in functions of libraries included.
 *
 * @param level9 whether chunks of feature level 9 are checked, too
 */
export function checkChunks(container: Container, level9: boolean, diagnostics: Diagnostics, depth = 0): void {
  const read = new Set<number>();
  const dxil = isDxil(container);
  for (const chunk of container.chunks) {
    const { tag, data, offset } = chunk;
    if (tag === TAG.LIBF && depth < MAX_NESTING && isContainer(data)) {
      const inside = diagnostics.at(offset + CHUNK_HEADER_SIZE);
      const nested = readChunkDirectory(data, inside);
      if (nested !== undefined) checkChunks(nested, true, inside, depth + 1);
    } else if (!read.has(tag) && (level9 || !LEVEL9_TAGS.has(tag))) {
      // Of several chunks of one kind, all readers use only the first.
      if (!LEVEL9_TAGS.has(tag)) read.add(tag);
      chunkRow(tag, dxil)?.read?.(container, chunk, diagnostics);
    }
  }
}
