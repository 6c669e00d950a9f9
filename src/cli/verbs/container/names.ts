/** The chunks and parts that a command line of `dxlens container` names. */
import { BLOB_PARTS, type BlobPart } from '../../../container/parts.ts';
import { CHUNK_NAMES } from '../../../container/tags.ts';
import { UsageError } from '../../exit-status.ts';
import { suggestionFor } from '../../options.ts';

/** How a command line names a chunk; `inner` is the index of a chunk inside a function of a library. */
export type ChunkName =
  | { readonly by: 'index'; readonly index: number; readonly inner: number | undefined }
  | { readonly by: 'tag'; readonly tag: string }
  | { readonly by: 'part'; readonly part: BlobPart };

/** Normalises a part name: `D3D_BLOB_INPUT_SIGNATURE_BLOB`, `input-signature` and `inputSignature` are the same. */
function plainName(word: string): string {
  return word
    .replace(/^D3D_BLOB_/i, '')
    .replace(/_BLOB$/i, '')
    .replace(/[-_]/g, '')
    .toLowerCase();
}

const PARTS_BY_NAME: ReadonlyMap<string, BlobPart> = new Map(
  (Object.keys(BLOB_PARTS) as BlobPart[]).map((part) => [plainName(part), part]),
);

/** @throws UsageError if `word` does not name a chunk */
export function chunkNameOf(word: string): ChunkName {
  const [, index, inner] = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(word) ?? [];
  if (index !== undefined)
    return { by: 'index', index: Number(index), inner: inner === undefined ? inner : Number(inner) };
  if (/^[\x20-\x7e]{4}$/.test(word)) return { by: 'tag', tag: word };
  const part = PARTS_BY_NAME.get(plainName(word));
  if (part !== undefined) return { by: 'part', part };
  const parts = Object.keys(BLOB_PARTS);
  const suggestion = suggestionFor(word, [...parts, ...CHUNK_NAMES]);
  throw new UsageError(
    `'${word}' is not a tag of four characters, a number or one of the parts ${parts.join(', ')}${suggestion}`,
  );
}
