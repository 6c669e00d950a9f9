/**
 * The input of the public readers of token streams: bytes or words, checked for being a program of the right
 * instruction set.
 *
 * Not for: readers inside dxlens, which take words and accept anything.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { isSm1Version, SM1_VERSION, SM4_VERSION, sm1Profile, sm4Profile } from '../base/profile.ts';
import { bytesOf, fourCC, LITTLE_ENDIAN_HOST, u32At } from '../base/words.ts';

const CONTAINER = fourCC('DXBC');

/**
 * Returns the bytes of a program of shader models 1-3 (`sm1`) or 4-5.1 (`sm4`), its version token first. Damaged
 * programs are accepted; input that is certainly not such a program is rejected.
 *
 * @param caller name of the public function, for the message
 * @throws TypeError when `program` holds no bytes, a container, or a program of the other instruction set
 */
export function programBytes(program: ByteSource, set: 'sm1' | 'sm4', caller: string): Uint8Array {
  const bytes =
    program instanceof Uint32Array && !LITTLE_ENDIAN_HOST ? bytesOf(program) : toBytes(program, caller, 'program');
  const version = u32At(bytes, 0);
  if (version === CONTAINER)
    throw new TypeError(
      `${caller}: these bytes are a DXBC container; openShaderFile() gives the programs in it, and openShader() changes them`,
    );
  if (set === 'sm4' && isSm1Program(version))
    throw new TypeError(`${caller}: these bytes are a program of shader model 1-3 (${sm1Profile(version)})`);
  if (set === 'sm1' && isSm4Program(version, u32At(bytes, 4), bytes.byteLength >>> 2))
    throw new TypeError(`${caller}: these bytes are a program of shader model 4-5.1 (${sm4Profile(version)})`);
  return bytes;
}

/** Whether compilers write this version token. */
function isSm1Program(version: number): boolean {
  const major = SM1_VERSION.major.get(version);
  const minor = SM1_VERSION.minor.get(version);
  return isSm1Version(version) && major >= 1 && major <= 3 && (minor <= 4 || minor === 255);
}

/** Whether compilers write this version token, and the length that follows it is right. */
function isSm4Program(version: number, length: number, words: number): boolean {
  const major = SM4_VERSION.major.get(version);
  const isVersion = (major === 4 || major === 5) && SM4_VERSION.minor.get(version) <= 1;
  return isVersion && SM4_VERSION.reserved.get(version) === 0 && sm4Profile(version) !== undefined && length === words;
}
