/**
 * What kind of file the bytes are, told by the content alone, never by a name.
 *
 * Not for: judging or reading the file. A kind says where reading begins, and damaged bytes still have one. Shaders
 * inside other files are not looked for.
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { isSm1Version, sm1Profile, sm4Profile } from '../base/profile.ts';
import { u32At } from '../base/words.ts';
import { type CArray, parseCArrays } from './c-array.ts';
import { type Container, isContainer, parseChunkDirectory } from './dxbc.ts';
import { dxilProfile } from './dxil.ts';
import { rootSignatureProfile } from './root-signature-text.ts';
import { ROOT_SIGNATURE_PROFILES } from './rts0-names.ts';
import { TAG } from './tags.ts';
import { listingProfile, looksLikeText } from './text-format.ts';

interface KindRow {
  /** With its article, as messages name it. */
  readonly text: string;
  /** What dxlens lacks to read it; absent when it is read. */
  readonly missing?: string;
}

/** Every kind of file that is told apart. */
export const KINDS = {
  sm1: { text: 'a token stream of shader model 1-3' },
  tx: { text: 'a texture shader' },
  dxbc: { text: 'a DXBC container of shader model 4-5.1' },
  library: { text: 'a DXBC library (lib_4_0 to lib_5_0)' },
  'c-array': { text: 'C source with the bytes of a shader' },
  listing: {
    text: 'the text of a shader listing',
    missing: 'a reader of listings',
  },
  'root-signature': { text: 'a serialized root signature' },
  'root-signature-text': { text: 'the text of a root signature' },
  fx2: {
    text: 'an effect of Direct3D 9',
    missing: 'a reader of the shaders inside effects (Microsoft prints no listing of this kind either)',
  },
  fx4: { text: 'an effect of Direct3D 10', missing: 'a reader of effects and of the shaders inside' },
  fx5: { text: 'an effect of Direct3D 11', missing: 'a reader of effects and of the shaders inside' },
  dxil: { text: 'a DXIL container of shader model 6', missing: 'a reader of DXIL, which is LLVM bitcode' },
  bitcode: { text: 'bare LLVM bitcode, as DXIL is', missing: 'a reader of LLVM bitcode' },
  unknown: { text: 'not recognised' },
} as const satisfies Record<string, KindRow>;

export type Kind = keyof typeof KINDS;

export interface FileFormat {
  readonly kind: Kind;
  /** The profile that it was compiled for, such as `vs_2_x`, `cs_5_0`, `fx_4_1`, as far as the file says it. */
  readonly profile?: string;
}

/** A file's kind with its article and its profile, as messages name it. */
export function formatName({ kind, profile }: FileFormat): string {
  return KINDS[kind].text + (profile === undefined ? '' : ` (${profile})`);
}

/** Whether it is a text that can be assembled: of a root signature, or of a shader that is no texture shader. */
export function isAssembly({ kind, profile = '' }: FileFormat): boolean {
  return kind === 'root-signature-text' || (kind === 'listing' && !profile.startsWith('tx'));
}

/** What dxlens lacks to read files of `kind`; undefined when it reads them. */
export function missingFor(kind: Kind): string | undefined {
  return (KINDS[kind] as KindRow).missing;
}

/** First DWORD of a texture shader; this version is the only one (source: oracle). */
export const TX_VERSION = 0x5458_0100;
/** First DWORD of an effect compiled with fx_2_0 (source: oracle). */
const FX2_VERSION = 0xfeff_0901;
/** First DWORD of the same effect as XNA 4 stores it: the bytes up to the effect follow in the next DWORD. */
const FX2_XNA = 0xbcf0_0bcf;
/** First DWORD of an effect compiled with fx_5_0 (source: oracle). */
const FX5_VERSION = 0xfeff_2001;
/** `BC 0xC0DE` */
const LLVM_BITCODE = 0xdec0_4342;
/** The wrapper that may stand in front of bitcode. */
const LLVM_WRAPPER = 0x0b17_c0de;

/** First DWORD of the chunk of effects compiled with fx_4_x (source: oracle). */
const FX4_PROFILES: Readonly<Record<number, string>> = { 4278128641: 'fx_4_0', 4278128657: 'fx_4_1' };

/** Chunks that hold a program of shader model 4-5.1. */
export const PROGRAM_TAGS = [TAG.SHDR, TAG.SHEX] as const;

/** Tells what kind of file `bytes` are. Never throws; takes time linear in the input at most. */
export function detectFormat(bytes: Uint8Array): FileFormat {
  return detectBinaryFormat(bytes) ?? detectTextFormat(bytes);
}

function detectBinaryFormat(bytes: Uint8Array): FileFormat | undefined {
  if (isContainer(bytes)) {
    const container = parseChunkDirectory(bytes, new Diagnostics());
    return container ? detectContainerFormat(container) : { kind: 'dxbc' };
  }
  if (bytes.byteLength < 4) return undefined;
  const first = u32At(bytes, 0);
  if (isSm1Version(first)) return { kind: 'sm1', profile: sm1Profile(first) };
  if (first === TX_VERSION) return { kind: 'tx', profile: 'tx_1_0' };
  if (first === FX2_VERSION || first === FX2_XNA) return { kind: 'fx2', profile: 'fx_2_0' };
  if (first === FX5_VERSION) return { kind: 'fx5', profile: 'fx_5_0' };
  if (first === LLVM_BITCODE || first === LLVM_WRAPPER) return { kind: 'bitcode' };
  return undefined;
}

/** What a container holds, by the tags of its chunks; of a program, by its version token. */
export function detectContainerFormat(container: Container): FileFormat {
  const dxil = container.find(TAG.DXIL, TAG.ILDB);
  if (dxil) return withProfile('dxil', dxilProfile(u32At(dxil.data, 0)));
  const program = container.find(...PROGRAM_TAGS);
  if (program) return withProfile('dxbc', sm4Profile(u32At(program.data, 0)));
  if (container.find(TAG.LIBF, TAG.LIBH)) return { kind: 'library' };
  const effect = container.find(TAG.FX10);
  if (effect) return withProfile('fx4', FX4_PROFILES[u32At(effect.data, 0)]);
  const root = container.find(TAG.RTS0);
  if (root && container.chunks.length === 1)
    return withProfile('root-signature', ROOT_SIGNATURE_PROFILES[u32At(root.data, 0)]);
  const level9 = container.find(TAG.Aon9);
  return withProfile('dxbc', level9 && sm1Profile(u32At(level9.data, 4)));
}

function withProfile(kind: Kind, profile: string | undefined): FileFormat {
  return profile === undefined ? { kind } : { kind, profile };
}

function detectTextFormat(bytes: Uint8Array): FileFormat {
  if (!looksLikeText(bytes)) return { kind: 'unknown' };
  const profile = listingProfile(bytes);
  if (profile !== undefined) return { kind: 'listing', profile };
  if (shaderArray(parseCArrays(bytes, new Diagnostics()))) return { kind: 'c-array' };
  const root = rootSignatureProfile(bytes);
  if (root !== undefined) return withProfile('root-signature-text', root === '' ? undefined : root);
  return { kind: 'unknown' };
}

/** The first of `arrays` whose bytes are a compiled shader of any kind. */
export function shaderArray(arrays: readonly CArray[]): CArray | undefined {
  return arrays.find((array) => detectBinaryFormat(array.bytes) !== undefined);
}
