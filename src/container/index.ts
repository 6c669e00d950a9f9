/** The subpath `dxlens/internals/container`: the DXBC container, its checksum and its chunks as bytes. */

export type { BytesResult, ParseResult } from '../base/diagnostics.ts';
export type { ChunkParser } from './chunk-view.ts';
export type { ChunkSource } from './chunk-writer.ts';
export { type ChecksumCheck, type ChecksumKind, computeChecksum, verifyChecksum } from './digest.ts';
export { type Chunk, Container, isContainer, parseChunkDirectory, parseContainer } from './dxbc.ts';
export {
  type ChunkTag,
  type ContainerSource,
  chunkPosition,
  decodeContainer,
  type EditableContainer,
  encodeContainer,
  findChunk,
  insertChunk,
  removeChunks,
  replaceChunk,
  setChunk,
  updateChecksum,
} from './edit.ts';
export { type ByteRange, type LayoutFault, layoutFault } from './layout.ts';
export { BLOB_PARTS, type BlobPart, blobPart, STRIP_FLAGS, type StripFlag, setBlobPart, stripShader } from './parts.ts';
export { pickChunks, programChunk, type ShaderChunks } from './shader-chunks.ts';
export { CHUNK_KINDS, type ChunkName, TAG } from './tags.ts';
export { type ChunkBytes, serializeContainer } from './write.ts';
