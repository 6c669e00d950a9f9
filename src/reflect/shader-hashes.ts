/**
 * The hashes by which other tools name a shader.
 *
 * Not for: computing them (../base/hashes.ts); file names (the program makes them).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { crc32, fnv0Hash64, sha1 } from '../base/hashes.ts';
import { readShaderFile } from '../file/shader-file.ts';

/** Hashes of the bytes that an application passes to Direct3D, in lower-case hexadecimal digits. */
export interface ShaderHashes {
  /**
   * FNV-0 of 64 bits: 3Dmigoto, whose files are `HASH-ps.bin` and `HASH-ps_replace.txt` (source: its function
   * `fnv_64_buf`, which begins with 0).
   */
  readonly fnv64: string;
  /** CRC-32 of zlib: the add-ons of ReShade, `shader_0xHASH.cso`, and RenoDX, both with upper-case digits. */
  readonly crc32: string;
  /** SHA-1: DXVK, whose dumped files are `FS_HASH.dxbc` (source: its class `DxvkShaderKey`). */
  readonly sha1: string;
}

/**
 * Returns the hashes of a shader.
 *
 * @param source a complete token stream, container or C source with one; bytes after the end of a container do not
 *   count
 * @throws TypeError when `source` holds no bytes
 */
export function shaderHashes(source: ByteSource): ShaderHashes {
  const file = readShaderFile(toBytes(source, 'shaderHashes'), new Diagnostics(), { programs: false });
  const bytes = file.container?.bytes ?? file.bytes;
  return { fnv64: fnv0Hash64(bytes), crc32: crc32(bytes).toString(16).padStart(8, '0'), sha1: sha1(bytes) };
}
