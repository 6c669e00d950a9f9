/**
 * Files of Unity with objects (`.assets`, `level0`, and the files in bundles), of Unity 3.5 and later: its shaders,
 * whose programs are packed (unity-shader.ts), and all other objects, which are carved (source: the readers AssetStudio
 * and UnityPy, MIT).
 *
 * Not for: the fields of objects; files with the highest byte first, which consoles have.
 */
import { DX0310 } from '../messages.ts';
import type { FormatReader, Member, ReaderInput } from '../reader.ts';
import { partOfSource, readFrom } from '../source.ts';
import { BigEndianCursor } from './unity-bundle.ts';
import { UNITY_SHADER } from './unity-shader.ts';

const FIRST_VERSION = 9;
const LAST_VERSION = 30;
/** Since which version of the format. */
const TYPE_TREE_BLOB = 12;
const TYPE_HASHES = 13;
const LONG_IDS = 14;
const NEW_CLASS_ID = 16;
const SCRIPT_INDEX_IN_TYPE = 17;
const LONG_TREE_NODES = 19;
const TYPE_DEPENDENCIES = 21;
const LARGE_FILES = 22;

const HEADER = 20;
const LARGE_HEADER = 48;
/** Object lists larger than this are not read: they are in memory completely. */
const MAX_METADATA = 2 ** 28;

const SHADER = 48;
const SCRIPT = 114;
const HASH = 16;

export const UNITY_ASSETS: FormatReader = {
  name: 'Unity assets',
  matches: (head, size) => headerOf(head, size) !== undefined,
  members: readAssets,
};

/** Objects that are searched byte by byte. */
const CARVED: FormatReader = { name: 'Unity assets', matches: () => true, members: () => [], carveIf: 'no members' };

interface AssetsHeader {
  readonly version: number;
  readonly metadata: number;
  readonly metadataEnd: number;
  readonly data: number;
}

/** Undefined for any other file: the header has no tag, but the size of the file. */
function headerOf(head: Uint8Array, size: number): AssetsHeader | undefined {
  const cursor = new BigEndianCursor(head);
  let [metadataSize, fileSize, version, data] = [cursor.u32(), cursor.u32(), cursor.u32(), cursor.u32()];
  if (version < FIRST_VERSION || version > LAST_VERSION || cursor.u32() !== 0) return undefined;
  if (version >= LARGE_FILES) [metadataSize, fileSize, data] = [cursor.u32(), cursor.u64(), cursor.u64()];
  const metadata = version >= LARGE_FILES ? LARGE_HEADER : HEADER;
  const metadataEnd = metadata + metadataSize;
  const isDigit = head[metadata]! >= 0x30 && head[metadata]! <= 0x39;
  if (fileSize !== size || data > size || metadataEnd > data || !isDigit) return undefined;
  return { version, metadata, metadataEnd, data };
}

interface ObjectInfo {
  readonly id: bigint;
  readonly offset: number;
  readonly size: number;
}

async function* readAssets({ source, head, diagnostics }: ReaderInput): AsyncGenerator<Member> {
  const header = headerOf(head, source.size)!;
  const { metadata, metadataEnd, data } = header;
  const bytes = await readFrom(source, 0, Math.min(metadataEnd, MAX_METADATA));
  const shaders = shadersIn(bytes, header, source.size);
  if (shaders === undefined)
    diagnostics.report(DX0310, metadata, metadataEnd, {
      format: 'Unity assets',
      what: 'the list of objects is damaged; shaders are searched byte by byte',
    });
  let at = data;
  for (const { id, offset, size } of shaders ?? []) {
    if (offset > at) yield { name: 'objects', offset: at, source: partOfSource(source, at, offset - at), as: CARVED };
    yield { name: `shader${id}`, offset, source: partOfSource(source, offset, size), as: UNITY_SHADER };
    at = offset + size;
  }
  if (at < source.size)
    yield { name: 'objects', offset: at, source: partOfSource(source, at, source.size), as: CARVED };
}

/** Numbers with the lowest byte first. */
class Cursor extends BigEndianCursor {
  override u16(): number {
    return this.u8() + this.u8() * 256;
  }

  override u32(): number {
    return this.u16() + this.u16() * 2 ** 16;
  }

  override u64(): number {
    return this.u32() + this.u32() * 2 ** 32;
  }

  i64(): bigint {
    const low = this.u32();
    return BigInt.asIntN(64, (BigInt(this.u32()) << 32n) | BigInt(low));
  }

  /** A number of things that have at least `size` bytes each. */
  count(size: number): number {
    const count = this.u32();
    if (count * size > this.bytes.byteLength - this.at) this.failed = true;
    return this.failed ? 0 : count;
  }
}

/** The shaders in the order of their data, without those that share bytes; undefined where the list is damaged. */
function shadersIn(
  bytes: Uint8Array,
  { version, metadata, data }: AssetsHeader,
  size: number,
): ObjectInfo[] | undefined {
  const cursor = new Cursor(bytes, metadata);
  cursor.text();
  cursor.u32();
  const hasTrees = version >= TYPE_HASHES ? cursor.flag() : true;
  const classes: number[] = [];
  for (let left = cursor.count(4); left > 0 && !cursor.failed; left--)
    classes.push(skipType(cursor, version, hasTrees));
  const hasLongIds = version >= LONG_IDS || cursor.u32() !== 0;
  const shaders: ObjectInfo[] = [];
  for (let left = cursor.count(20); left > 0 && !cursor.failed; left--) {
    if (version >= LONG_IDS) cursor.align(4);
    const id = hasLongIds ? cursor.i64() : BigInt(cursor.i32());
    const offset = data + (version >= LARGE_FILES ? cursor.u64() : cursor.u32());
    const length = cursor.u32();
    const type = cursor.u32();
    const classId = version < NEW_CLASS_ID ? cursor.u16() : (classes[type] ?? -1);
    // Whether it was destroyed, the number of its script, whether it was stripped.
    if (version < SCRIPT_INDEX_IN_TYPE) cursor.u16();
    if (version === 15 || version === 16) cursor.u8();
    if (classId === SHADER && offset + length <= size) shaders.push({ id, offset, size: length });
  }
  if (cursor.failed) return undefined;
  let end = 0;
  return shaders
    .sort((a, b) => a.offset - b.offset)
    .filter((shader) => {
      if (shader.offset < end) return false;
      end = shader.offset + shader.size;
      return true;
    });
}

/** Moves over a type; returns the number of its class. */
function skipType(cursor: Cursor, version: number, hasTree: boolean): number {
  const classId = cursor.i32();
  if (version >= NEW_CLASS_ID) cursor.u8();
  if (version >= SCRIPT_INDEX_IN_TYPE) cursor.u16();
  if (version >= TYPE_HASHES) {
    const isScript = version < NEW_CLASS_ID ? classId < 0 : classId === SCRIPT;
    cursor.skip(isScript ? 2 * HASH : HASH);
  }
  if (!hasTree) return classId;
  if (version >= TYPE_TREE_BLOB || version === 10) {
    const nodes = cursor.u32();
    const stringsSize = cursor.u32();
    cursor.skip(nodes * (version >= LONG_TREE_NODES ? 32 : 24) + stringsSize);
  } else {
    for (let left = 1; left > 0 && !cursor.failed; left--) {
      cursor.text();
      cursor.text();
      // Size, index, flags, version, more flags.
      cursor.skip(20);
      left += cursor.u32();
    }
  }
  if (version >= TYPE_DEPENDENCIES) cursor.skip(4 * cursor.u32());
  return classId;
}
