/**
 * The interface of readers of archives and wrappers. The search asks each whether an item has its format, by content,
 * and searches the members that it returns.
 *
 * Not for: unpacking, limits and nesting, which are the same for all readers (unpack.ts, find-shaders.ts).
 */
import type { Diagnostics } from '../base/diagnostics.ts';
import type { EmbeddedShaderUse } from '../effects/embedded-shaders.ts';
import type { AllCodecs } from './codecs.ts';
import type { RandomAccessSource, Siblings } from './source.ts';

/** Bytes of an item that readers get to recognize their format. */
export const HEAD_SIZE = 512;

/** The codecs that unpack one stream of bytes. */
export type CodecName = keyof AllCodecs;

interface MemberBase {
  /** Its part of the path; may be empty for the only member of a wrapper. */
  readonly name: string;
  /** Where it begins in the bytes of the item, for diagnostics. */
  readonly offset: number;
  /** The reader of its bytes where the item says what they are. */
  readonly as?: FormatReader;
}

/** A member whose bytes are stored as they are. */
export interface StoredMember extends MemberBase {
  readonly source: RandomAccessSource;
}

/** A member that a codec of the caller unpacks. */
export interface PackedMember extends MemberBase {
  readonly packed: RandomAccessSource;
  readonly codec: CodecName;
  /** Bytes that the container declares for it. */
  readonly size?: number | undefined;
  readonly properties?: Uint8Array;
}

/** A member whose bytes come in pieces, from the reader itself or from a library that reads the archive. */
export interface StreamedMember extends MemberBase {
  /** Unpacks from the beginning; it may be called several times. */
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Bytes that the container declares for it. */
  readonly size?: number | undefined;
  /** The name of the compression, for messages. */
  readonly codec: string;
  /** Compressed bytes; undefined where they are shared with other members. */
  readonly packedSize: number | undefined;
}

/** A shader that the reader has located, so that nothing is searched. */
export interface LocatedShader extends MemberBase {
  readonly shader: Uint8Array;
  readonly foundBy: 'c-array' | 'effect';
  readonly uses?: readonly EmbeddedShaderUse[];
}

export type Member = StoredMember | PackedMember | StreamedMember | LocatedShader;

export interface ReaderInput {
  readonly source: RandomAccessSource;
  /** The first {@link HEAD_SIZE} bytes. */
  readonly head: Uint8Array;
  readonly codecs: AllCodecs;
  /** Bytes that a reader may unpack at once. */
  readonly limit: number;
  /** The files next to the source that the caller has; undefined for members. */
  readonly siblings: Siblings | undefined;
  /** Receives what is wrong, with offsets in the source. */
  readonly diagnostics: Diagnostics;
}

export interface FormatReader {
  /** Its name, for messages. */
  readonly name: string;
  /**
   * Whether an item of `size` bytes that begins with `head` is of this format. It must be sure: the item is then not
   * carved.
   */
  readonly matches: (head: Uint8Array, size: number) => boolean;
  /** The members, in order. Bytes of the item that are in no member are not searched. */
  readonly members: (input: ReaderInput) => Iterable<Member> | AsyncIterable<Member>;
  /**
   * When the item is carved as well: where the reader gives no members, or where there are no shaders in them. Absent:
   * never.
   */
  readonly carveIf?: 'no members' | 'no shaders';
}
