/**
 * Valve's VPK archives, versions 1 and 2: a tree of names, and data in the same file or in files next to it,
 * `name_000.vpk` and so on (source: the page "VPK File Format" of the Valve Developer Community; checked against the
 * reader ValvePak, MIT).
 *
 * Not for: the archives of Respawn, whose version is 0x30002, which are carved.
 */

import { ByteCursor } from '../../base/byte-cursor.ts';
import { concatBytes } from '../../base/collections.ts';
import { u16At, u32At } from '../../base/words.ts';
import { DX0309, DX0312, DX0364 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, type RandomAccessSource, readFrom, setParent, sourceOfBytes } from '../source.ts';

const MAGIC = 0x55aa_1234;
const HEADER_1 = 12;
const HEADER_2 = 28;
/** Trees larger than this are not read: they are in memory completely. */
const MAX_TREE = 2 ** 28;
/** The data are in the same file. */
export const VPK_SAME_FILE = 0x7fff;
/** Check sum, bytes in the tree, file, offset, length, end mark. */
const ENTRY = 18;
const END_MARK = 0xffff;
/** The placeholder of an empty name, directory or extension. */
const EMPTY = ' ';

export const VPK: FormatReader = {
  name: 'VPK',
  matches: (head, size) => u32At(head, 0) === MAGIC && headerSize(head) > 0 && headerSize(head) <= size,
  members: readVpk,
  carveIf: 'no members',
};

/** Bytes of the header; 0 for versions that are not read. */
export function headerSize(head: Uint8Array): number {
  const version = u32At(head, 4);
  return version === 1 ? HEADER_1 : version === 2 ? HEADER_2 : 0;
}

export interface VpkEntry {
  readonly name: string;
  /** Of the entry in the tree, and of its bytes there. */
  readonly at: number;
  readonly preload: number;
  readonly preloadSize: number;
  readonly file: number;
  readonly offset: number;
  readonly size: number;
}

async function* readVpk(input: ReaderInput): AsyncGenerator<Member> {
  const { source, head, siblings, diagnostics } = input;
  const start = headerSize(head);
  const treeSize = u32At(head, 8);
  const tree = await readFrom(source, start, Math.min(treeSize, MAX_TREE));
  if (tree.byteLength < treeSize)
    diagnostics.report(DX0309, 8, 12, {
      format: 'VPK',
      what: 'the end of the tree',
      offset: start + treeSize,
      size: source.size,
    });
  const files = new Map<number, RandomAccessSource | undefined>([
    [VPK_SAME_FILE, partOfSource(source, start + treeSize, source.size)],
  ]);
  const missing = new Set<number>();
  const seen = new Set<number>();
  for (const entry of entriesOf(tree)) {
    const { name, at, file, offset, size, preload, preloadSize } = entry;
    const where = start + at;
    const first = sourceOfBytes(tree.slice(preload, preload + preloadSize));
    if (size === 0) {
      yield { name, offset: start + preload, source: first };
      continue;
    }
    const fileName = siblings === undefined ? undefined : partName(siblings.name, file);
    if (!files.has(file)) files.set(file, fileName === undefined ? undefined : await siblings?.open(fileName));
    const data = files.get(file);
    if (data === undefined) {
      if (!missing.has(file))
        diagnostics.report(DX0364, where, where + ENTRY, {
          format: 'VPK',
          name,
          file: fileName ?? `part ${file} of the archive`,
        });
      missing.add(file);
      if (preloadSize > 0) yield { name, offset: start + preload, source: first };
      continue;
    }
    const key = file * 2 ** 32 + offset;
    if (seen.has(key)) {
      diagnostics.report(DX0312, where, where + ENTRY, { format: 'VPK', name });
      continue;
    }
    seen.add(key);
    if (offset + size > data.size)
      diagnostics.report(DX0309, where, where + ENTRY, {
        format: 'VPK',
        what: `the end of ${name}`,
        offset: offset + size,
        size: data.size,
      });
    const rest = partOfSource(data, offset, size);
    const inTree = file === VPK_SAME_FILE ? start + treeSize + offset : where;
    yield { name, offset: inTree, source: preloadSize === 0 ? rest : joinedSources(first, rest) };
  }
}

/** The name of the file with part `file` of an archive whose tree is in `name`. */
function partName(name: string, file: number): string {
  return `${name.replace(/(_dir)?\.vpk$/i, '')}_${String(file).padStart(3, '0')}.vpk`;
}

/** The entries of the tree: extensions, in each directories, in each names; each list ends with an empty string. */
export function* entriesOf(tree: Uint8Array): Generator<VpkEntry> {
  const cursor = new ByteCursor(tree);
  const decoder = new TextDecoder();
  const text = (): string => {
    const end = tree.indexOf(0, cursor.at);
    const start = cursor.skip((end < 0 ? tree.byteLength : end) - cursor.at + 1);
    return decoder.decode(tree.subarray(start, end < 0 ? tree.byteLength : end));
  };
  for (let extension = text(); extension !== '' && !cursor.failed; extension = text()) {
    for (let directory = text(); directory !== '' && !cursor.failed; directory = text()) {
      for (let name = text(); name !== '' && !cursor.failed; name = text()) {
        const at = cursor.skip(ENTRY);
        const preloadSize = u16At(tree, at + 4);
        const preload = cursor.skip(preloadSize);
        if (cursor.failed || u16At(tree, at + 16) !== END_MARK) return;
        yield {
          name: `${directory === EMPTY ? '' : `${directory}/`}${name}${extension === EMPTY ? '' : `.${extension}`}`,
          at,
          preload,
          preloadSize,
          file: u16At(tree, at + 6),
          offset: u32At(tree, at + 8),
          size: u32At(tree, at + 12),
        };
      }
    }
  }
}

/** `first`, then `second`. */
function joinedSources(first: RandomAccessSource, second: RandomAccessSource): RandomAccessSource {
  const both = {
    size: first.size + second.size,
    async read(offset: number, length: number) {
      const bytes = await readFrom(first, offset, length);
      if (offset + length <= first.size) return bytes;
      const rest = await readFrom(second, Math.max(0, offset - first.size), length - bytes.byteLength);
      return concatBytes([bytes, rest]);
    },
  };
  setParent(both, second);
  return both;
}
