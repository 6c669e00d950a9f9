/**
 * `findShaders`: the shaders in any file, in archives inside of archives, one after the other. An item is a shader, or
 * has a reader that gives its members, or is carved.
 *
 * Not for: opening files and directories (the caller does that); what is in a shader (the rest of dxlens).
 */

import type { ByteSource } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { Diagnostics, hex } from '../base/diagnostics.ts';
import {
  MAX_LARGE_RATIO,
  MAX_MEMBER_BYTES,
  MAX_MEMBER_DEPTH,
  MAX_MEMBERS,
  MAX_UNPACK_RATIO,
  MAX_UNPACKED_BYTES,
  SHARED_ALLOWANCE,
  SHARED_FACTOR,
  STREAM_READS_FACTOR,
  STREAMED_FACTOR,
  UNPACK_ALLOWANCE,
  UNPACKED_ALLOWANCE,
} from '../base/limits.ts';
import { verifyChecksum } from '../container/digest.ts';
import { HEADER_SIZE, isContainer } from '../container/dxbc.ts';
import { readEmbeddedShaders } from '../effects/choose-shaders.ts';
import type { EmbeddedShader } from '../effects/embedded-shaders.ts';
import { detectBinaryFormat } from '../file/detect-format.ts';
import { carve } from './carve.ts';
import type { AllCodecs, Codecs } from './codecs.ts';
import { entireShader, isEffect } from './entire-shader.ts';
import type { Found, FoundBy, FoundShader } from './found.ts';
import { BUILTIN_CODECS } from './lzma/xz.ts';
import { DX0300, DX0301, DX0305, DX0312, DX0315 } from './messages.ts';
import { type FormatReader, HEAD_SIZE, type LocatedShader, type Member, type ReaderInput } from './reader.ts';
import { EMBEDDED_STREAMS } from './readers/compressed.ts';
import { READERS } from './readers/index.ts';
import { type RandomAccessSource, readFrom, rootOf, type Siblings, sourceOfBytes, toSource } from './source.ts';
import { type UnpackBudget, type UnpackedSource, unpack, unpackLimit } from './unpack.ts';

class SharedBudget {
  #left: number;

  /** @param size bytes of the source that is searched */
  constructor(size: number) {
    this.#left = SHARED_ALLOWANCE + SHARED_FACTOR * size;
  }

  /** Uses `bytes`, if that many are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}

class MemberBytes {
  /** Bytes that members have so far of each source. */
  readonly #used = new Map<RandomAccessSource, number>();

  constructor(
    private readonly item: RandomAccessSource,
    private readonly budget: SharedBudget,
  ) {}

  /**
   * Adds a member of `size` bytes; false where members have more bytes than there are, and the search has no budget
   * left for that.
   *
   * @param source the bytes, which may be a part of something larger; undefined if they are somewhere in the item
   */
  add(source: RandomAccessSource | undefined, size: number): boolean {
    const root = source === undefined ? this.item : rootOf(source, this.item);
    const used = this.#used.get(root) ?? 0;
    const shared = Math.min(size, Math.max(0, used + size - root.size));
    if (shared > 0 && !this.budget.take(shared)) return false;
    this.#used.set(root, used + size);
    return true;
  }
}

/** Limits of a search. Each has a default that no archive of shaders reaches. */
export interface FindLimits {
  /** Levels of members in members; {@link MAX_MEMBER_DEPTH}. */
  readonly depth?: number;
  /** Members in all. */
  readonly members?: number;
  /**
   * Bytes of an unpacked member that are in memory; a larger one is unpacked as it is read, which may be several times.
   */
  readonly memberBytes?: number;
  /** Bytes that are unpacked in all; by default 1 GB or 256 times the size of the source, and 1 TB at most. */
  readonly totalBytes?: number;
  /** How many times its compressed size a member may unpack to, beyond 16 MB. */
  readonly ratio?: number;
}

export interface FindOptions {
  /** Decompressors; without them compressed members are reported. */
  readonly codecs?: Codecs;
  readonly limits?: FindLimits;
  /** The files next to the source; without them, members in such files are reported. */
  readonly siblings?: Siblings;
  /** Whether bytes of unknown format are carved; true if absent. */
  readonly carve?: boolean;
  /** Whether effects are given, too, before the shaders in them; false if absent. */
  readonly effects?: boolean;
}

/**
 * Returns the shaders in `source`, and diagnostics about what could not be searched, in the order of their locations.
 * The search goes on when the next result is asked for; memory holds one member of each level, or the last part of a
 * larger one.
 *
 * @param source a file of any format, as bytes or as something that reads at offsets
 * @throws TypeError when an argument is wrong
 */
export function findShaders(source: ByteSource | RandomAccessSource, options: FindOptions = {}): AsyncGenerator<Found> {
  checkOptions(
    options,
    { codecs: 'object', limits: 'object', siblings: 'object', carve: 'boolean', effects: 'boolean' },
    'findShaders',
  );
  const { limits = {} } = options;
  checkOptions(
    limits,
    { depth: 'number', members: 'number', memberBytes: 'number', totalBytes: 'number', ratio: 'number' },
    'findShaders',
  );
  return search(toSource(source, 'findShaders'), options);
}

/** A file or member that is searched. */
export interface Item {
  readonly source: RandomAccessSource;
  readonly path: readonly string[];
  /** 0 for the source of the search. */
  readonly depth: number;
  /** The item that it is a member of; undefined for the source of the search. */
  readonly parent?: MemberOrigin;
}

/** Which member of an item something is. */
export interface MemberOrigin {
  readonly item: Item;
  readonly reader: FormatReader;
  readonly member: Member;
}

/** Where a shader is: in the bytes of an item, in an effect there, or located by a reader. */
export type Origin =
  | { readonly kind: 'bytes'; readonly item: Item; readonly offset: number }
  | {
      readonly kind: 'effect';
      readonly item: Item;
      readonly offset: number;
      readonly effect: FoundShader;
      readonly effectOrigin: Origin;
    }
  | ({ readonly kind: 'member' } & MemberOrigin);

/** Receives the origin of each shader before it is given. */
export type OriginObserver = (shader: FoundShader, origin: Origin) => void;

/** {@link findShaders} without checks of its arguments. */
export function search(
  root: RandomAccessSource,
  options: FindOptions,
  observe?: OriginObserver,
): AsyncGenerator<Found> {
  return new Search(options, root.size, observe).item({ source: root, path: [], depth: 0 });
}

/** One search: its options, and what is left of its limits. */
class Search {
  readonly #codecs: AllCodecs;
  readonly #siblings: Siblings | undefined;
  readonly #carves: boolean;
  readonly #effects: boolean;
  readonly #depth: number;
  readonly #budget: UnpackBudget;
  readonly #shared: SharedBudget;
  readonly #maxMembers: number;
  /** Members that may still be searched. */
  #members: number;
  /** Bytes that were unpacked of streams in files of unknown format. */
  #streamed = 0;
  /** Bytes that were read for that. */
  #streamReads = 0;

  constructor(
    { codecs = {}, limits = {}, siblings, carve = true, effects = false }: FindOptions,
    size: number,
    private readonly observe: OriginObserver | undefined,
  ) {
    this.#effects = effects;
    this.#codecs = { ...codecs, ...BUILTIN_CODECS };
    this.#siblings = siblings;
    this.#carves = carve;
    this.#depth = limits.depth ?? MAX_MEMBER_DEPTH;
    this.#maxMembers = limits.members ?? MAX_MEMBERS;
    this.#members = this.#maxMembers;
    this.#shared = new SharedBudget(size);
    this.#budget = {
      memberBytes: limits.memberBytes ?? MAX_MEMBER_BYTES,
      totalBytes:
        limits.totalBytes ?? Math.min(MAX_UNPACKED_BYTES, Math.max(UNPACKED_ALLOWANCE, MAX_LARGE_RATIO * size)),
      ratio: limits.ratio ?? MAX_UNPACK_RATIO,
      used: 0,
    };
  }

  /** Everything in one file or member. */
  async *item(item: Item, as?: FormatReader): AsyncGenerator<Found> {
    const { source, path, depth } = item;
    const diagnostics = new Diagnostics();
    const head = await readFrom(source, 0, HEAD_SIZE);
    const complete = as === undefined ? await entireShader(source, head, diagnostics) : undefined;
    yield* reported(diagnostics, path);
    let at = 0;
    if (complete !== undefined) {
      const foundBy = complete.byteLength === source.size ? 'content' : 'carving';
      const shader = found(path, 0, complete, foundBy, undefined);
      yield* this.#shader(shader, { kind: 'bytes', item, offset: 0 });
      at = complete.byteLength;
    }
    const reader = as ?? (at === 0 ? READERS.find(({ matches }) => matches(head, source.size)) : undefined);
    let hasMembers = false;
    let hasShaders = false;
    if (reader !== undefined) {
      const limit = Math.min(this.#budget.memberBytes, unpackLimit(source.size, this.#budget));
      const siblings = depth === 0 ? this.#siblings : undefined;
      const input: ReaderInput = { source, head, codecs: this.#codecs, limit, siblings, diagnostics };
      const bytes = new MemberBytes(source, this.#shared);
      for await (const member of reader.members(input)) {
        hasMembers = true;
        yield* reported(diagnostics, path);
        if (!addMember(bytes, member)) {
          const { name, offset } = member;
          diagnostics.report(DX0312, offset, offset, { format: reader.name, name: name || CONTENT });
          continue;
        }
        for await (const one of this.#member({ item, reader, member }, diagnostics)) {
          hasShaders ||= one.kind === 'shader';
          yield one;
        }
        yield* reported(diagnostics, path);
        if (this.#members < 0) return;
      }
      yield* reported(diagnostics, path);
    }
    const isCarved =
      reader === undefined ||
      (reader.carveIf === 'no members' ? !hasMembers : reader.carveIf === 'no shaders' && !hasShaders);
    if (!this.#carves || !isCarved) return;
    yield* this.#carved(item, at, diagnostics);
    if (reader === undefined && at === 0 && item.parent?.reader !== EMBEDDED_STREAMS) yield* this.#streams(item);
  }

  /**
   * The shaders in the compressed streams of an item of unknown format. Bytes that only look like a stream give
   * nothing.
   */
  async *#streams(item: Item): AsyncGenerator<Found> {
    const { source } = item;
    const diagnostics = new Diagnostics();
    const reader = EMBEDDED_STREAMS;
    const input: ReaderInput = {
      source,
      head: new Uint8Array(0),
      codecs: this.#codecs,
      limit: 0,
      siblings: undefined,
      diagnostics,
    };
    const limit = STREAMED_FACTOR * source.size + UNPACK_ALLOWANCE;
    for await (const member of reader.members(input)) {
      if (this.#streamed > limit || this.#streamReads > STREAM_READS_FACTOR * source.size + UNPACKED_ALLOWANCE) {
        diagnostics.report(DX0315, member.offset, source.size, {
          format: reader.name,
          limit,
          what: 'unpacked bytes',
        });
        break;
      }
      const before = this.#budget.used;
      const counted = 'packed' in member ? { ...member, packed: this.#counted(member.packed) } : member;
      for await (const one of this.#member({ item, reader, member: counted }, new Diagnostics()))
        if (one.kind === 'shader') yield one;
      this.#streamed += this.#budget.used - before;
      if (this.#members < 0) return;
    }
    yield* reported(diagnostics, item.path);
  }

  /** `source`, whose reads are counted: streams may overlap, and give little of many bytes. */
  #counted(source: RandomAccessSource): RandomAccessSource {
    return {
      size: source.size,
      read: (offset, length) => {
        this.#streamReads += length;
        return source.read(offset, length);
      },
    };
  }

  async *#carved(item: Item, start: number, diagnostics: Diagnostics): AsyncGenerator<Found> {
    const { source, path } = item;
    for await (const { offset, bytes, digestMatches } of carve(source, start, diagnostics)) {
      yield* reported(diagnostics, path);
      const shader = found(path, offset, bytes, 'carving', digestMatches);
      yield* this.#shader(shader, { kind: 'bytes', item, offset });
    }
    yield* reported(diagnostics, path);
  }

  /** A shader, or an effect with its shaders. */
  async *#shader(shader: FoundShader, origin: Origin): AsyncGenerator<Found> {
    const { offset, bytes } = shader;
    if (!isEffect(shader.format)) {
      yield this.#observed(shader, origin);
      return;
    }
    if (this.#effects) yield this.#observed(shader, origin);
    const { item } = origin;
    const path = shader.path === '' ? [] : [shader.path];
    const below = offset === 0 ? path : [...path, `effect-${hex(offset)}`];
    const diagnostics = new Diagnostics();
    const embedded = (readEmbeddedShaders(bytes, diagnostics) ?? []).filter(({ stage }) => stage !== 'expression');
    if (embedded.length > 0) {
      yield* reported(diagnostics, below);
      for (const inner of embedded)
        yield this.#observed(embeddedShader(bytes, inner, below), {
          kind: 'effect',
          item,
          offset: inner.offset,
          effect: shader,
          effectOrigin: origin,
        });
    } else {
      // The container of an effect is not one of the shaders in it.
      const unread = { source: sourceOfBytes(bytes), path: below, depth: item.depth };
      yield* this.#carved(unread, isContainer(bytes) ? HEADER_SIZE : 0, new Diagnostics());
    }
  }

  #observed(shader: FoundShader, origin: Origin): FoundShader {
    this.observe?.(shader, origin);
    return shader;
  }

  async *#member(origin: MemberOrigin, diagnostics: Diagnostics): AsyncGenerator<Found> {
    const { item, member } = origin;
    const { path: above } = item;
    const { name, offset } = member;
    const depth = item.depth + 1;
    if (this.#members-- === 0) {
      diagnostics.report(DX0301, offset, offset, { limit: this.#maxMembers });
      return;
    }
    const path = name === '' ? above : [...above, name];
    if ('shader' in member) {
      const { shader, foundBy, uses } = member;
      const one = found(path, offset, shader, foundBy, undefined, uses);
      if (uses === undefined) yield* this.#shader(one, { kind: 'member', ...origin });
      else yield this.#observed(one, { kind: 'member', ...origin });
      return;
    }
    if (depth > this.#depth) {
      diagnostics.report(DX0300, offset, offset, { limit: this.#depth });
      return;
    }
    const named = { ...member, name: name === '' ? (above.at(-1) ?? CONTENT) : name };
    if ('codec' in named && 'packed' in named && this.#codecs[named.codec] === undefined) {
      const { packed, codec } = named;
      diagnostics.report(DX0305, offset, offset + packed.size, { name: named.name, codec });
      yield* this.#carved({ source: packed, path, depth }, 0, new Diagnostics());
      return;
    }
    const source = await this.#open(named, diagnostics);
    try {
      yield* this.item({ source, path, depth, parent: origin }, member.as);
    } finally {
      await source.close?.();
    }
  }

  async #open(member: Exclude<Member, LocatedShader>, diagnostics: Diagnostics): Promise<UnpackedSource> {
    if ('source' in member) return member.source;
    const budget = this.#budget;
    if ('open' in member) return unpack(member, budget, diagnostics);
    const { name, offset, packed, codec, size, properties } = member;
    const limit = unpackLimit(packed.size, budget);
    const open = () => this.#codecs[codec]!(packed, { size, properties, limit });
    return unpack({ name, offset, packedSize: packed.size, size, open }, budget, diagnostics);
  }
}

/** Adds the stored or packed bytes of a member to those of its item; false where too many are shared. */
function addMember(bytes: MemberBytes, member: Member): boolean {
  if ('shader' in member) return true;
  if ('source' in member) return bytes.add(member.source, member.source.size);
  if ('packed' in member) return bytes.add(member.packed, member.packed.size);
  return bytes.add(undefined, member.packedSize ?? 0);
}

/** The name of a member without one in messages. */
const CONTENT = 'the content';

/** A shader inside of the effect `bytes`, named for the first technique and pass that use it, or for its variable. */
function embeddedShader(bytes: Uint8Array, inner: EmbeddedShader, path: readonly string[]): FoundShader {
  const { offset, length, stage, uses } = inner;
  const [use] = uses;
  const pass = use && use.technique !== null ? [use.group, use.technique, use.pass ?? `pass${use.passIndex}`] : [];
  const parts = pass.length > 0 ? [...pass, stage ?? 'shader'] : [use?.variable ?? `shader-${hex(offset)}`];
  const names = parts.filter((part): part is string => part !== null && part !== '');
  return found([...path, ...names], offset, bytes.subarray(offset, offset + length), 'effect', undefined, uses);
}

/** The diagnostics that were reported since the last call. */
function* reported({ list }: Diagnostics, path: readonly string[]): Generator<Found> {
  for (const one of list.splice(0)) {
    const { unit, start, end } = one.span;
    // A range beyond the end of a truncated file begins after its last byte.
    const diagnostic = end < start ? { ...one, span: { unit, start, end: start } } : one;
    yield { kind: 'diagnostic', path: path.join('/'), diagnostic };
  }
}

function found(
  path: readonly string[],
  offset: number,
  bytes: Uint8Array,
  foundBy: FoundBy,
  digest: boolean | null | undefined,
  uses: FoundShader['uses'] = [],
): FoundShader {
  const { format, profile } = detectBinaryFormat(bytes) ?? { format: 'unknown', profile: null };
  const digestMatches = digest ?? (isContainer(bytes) ? verifyChecksum(bytes).kind !== undefined : null);
  return { kind: 'shader', path: path.join('/'), offset, bytes, format, profile, foundBy, digestMatches, uses };
}
