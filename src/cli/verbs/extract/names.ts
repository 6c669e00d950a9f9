/**
 * Names of extracted files: readable, unique, and allowed on every system, for any names in an archive. They never lead
 * out of the output directory.
 *
 * Not for: writing them.
 */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { crc32, fnv0Hash64 } from '../../../base/hashes.ts';
import { isContainer } from '../../../container/dxbc.ts';
import type { FoundShader } from '../../../find/found.ts';
import { allowedName } from '../../outputs/plan-outputs.ts';

/** Characters of one part of a path; 255 bytes are the limit of most file systems. */
const MAX_PART = 80;
/** Characters of a path below the output directory; 260 are the limit of Windows for all of a path. */
const MAX_PATH = 180;
/** Characters of the hash in a name that was cut. */
const HASH = 8;
/** Characters that some systems do not allow in names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is searched for
const FORBIDDEN = /[\0-\x1f\x7f-\x9f<>:"/\\|?*\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const EXTENSION = '.cso';
const HEX_DIGITS = 8;

/** The extensions that files with shaders have; others get {@link EXTENSION}. */
const SHADER_EXTENSION = /\.(cso|fxo|fxc|dxbc|[vpghdc]so|[vp]sh|bin|o|obj|blob)$/i;

/** A stage as DXVK abbreviates it (source: `DxvkShaderKey::toString`). */
const DXVK_STAGES: Readonly<Record<string, string>> = {
  vs: 'VS',
  hs: 'TCS',
  ds: 'TES',
  gs: 'GS',
  ps: 'FS',
  cs: 'CS',
};

/** The names that other tools give to shaders: by a hash of the bytes that an application passes to Direct3D. */
const HASH_NAMES = {
  // `%016llx-ps.bin`, as 3Dmigoto writes binary shaders.
  'hash:3dmigoto': (bytes, profile) => `${fnv0Hash64(bytes)}-${profile.slice(0, 2)}.bin`,
  // As the example `shader_dump` of ReShade writes them, after the name of the program.
  'hash:reshade': (bytes) => `shader_0x${crcText(bytes)}.cso`,
  'hash:renodx': (bytes, profile) => `0x${crcText(bytes)}.${profile}.cso`,
  // As DXVK_SHADER_DUMP_PATH has them.
  'hash:dxvk': (bytes, profile) =>
    `${DXVK_STAGES[profile.slice(0, 2)]}_${sha1Of(bytes)}${isContainer(bytes) ? '.dxbc' : '.dxso'}`,
  'hash:sha256': (bytes) => `${createHash('sha256').update(bytes).digest('hex')}.cso`,
} as const satisfies Readonly<Record<string, (bytes: Uint8Array, profile: string) => string>>;

/** How outputs are named: by the names in the file, or as another tool does. */
export type NameScheme = 'path' | keyof typeof HASH_NAMES;

export const NAME_SCHEMES = ['path', ...(Object.keys(HASH_NAMES) as (keyof typeof HASH_NAMES)[])] as const;

function crcText(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).toUpperCase().padStart(8, '0');
}

function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** The name of a shader by its hash; undefined for what no tool names so: effects, libraries, root signatures. */
export function hashName(scheme: keyof typeof HASH_NAMES, { bytes, profile }: FoundShader): string | undefined {
  if (scheme !== 'hash:sha256' && DXVK_STAGES[profile?.slice(0, 2) ?? ''] === undefined) return undefined;
  return HASH_NAMES[scheme](bytes, profile ?? '');
}

/** Gives every output a path of its own. */
export class OutputNames {
  /** Paths that are taken, in lower case, because the default file systems of Windows and macOS ignore case. */
  readonly #files = new Set<string>();
  readonly #directories = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * The path of a shader below the output directory, with `/`.
   *
   * @param input the path of the input below the directory that was named, or its name
   */
  pathOf(input: string, shader: FoundShader): string {
    const inputParts = partsOf(input);
    const parts = [...inputParts, ...partsOf(shader.path)].map(safePart);
    const given = nameOf(shader);
    const isUnnamed = given === undefined;
    const file = isUnnamed ? withExtension(parts.pop() ?? 'shader') : given;
    const directory = this.#directory(shortened(parts));
    return this.#file(directory, file);
  }

  /**
   * The path of a source file below the output directory, with `/`. `name` is its path where it was compiled, on any
   * system.
   */
  sourcePath(name: string): string {
    const parts = partsOf(name).map(safePart);
    const file = parts.pop() ?? 'source.hlsl';
    return this.#file(this.#directory(shortened(parts)), file);
  }

  /** The directory for `parts`: one with another name where a file has that name already. */
  #directory(parts: readonly string[]): string {
    let path = '';
    for (const part of parts) {
      const wanted = `${path}${part}`;
      let actual = this.#directories.get(wanted);
      if (actual === undefined) {
        actual = wanted;
        for (let n = 2; this.#files.has(actual.toLowerCase()); n++) actual = `${wanted}~${n}`;
        this.#directories.set(wanted, actual);
        this.#taken.add(actual.toLowerCase());
      }
      path = `${actual}/`;
    }
    return path;
  }

  #file(directory: string, name: string): string {
    const dot = name.includes('.') ? name.lastIndexOf('.') : name.length;
    let path = directory + name;
    for (let n = 2; this.#files.has(path.toLowerCase()) || this.#taken.has(path.toLowerCase()); n++)
      path = `${directory}${name.slice(0, dot)}~${n}${name.slice(dot)}`;
    this.#files.add(path.toLowerCase());
    return path;
  }
}

/** The name of a shader inside of its member; undefined for one that is the entire member, which has a name already. */
function nameOf({ offset, profile, foundBy }: FoundShader): string | undefined {
  if ((foundBy === 'content' && offset === 0) || foundBy === 'effect' || foundBy === 'c-array') return undefined;
  return `${offset.toString(16).padStart(HEX_DIGITS, '0')}${profile === null ? '' : `.${safePart(profile)}`}${EXTENSION}`;
}

function withExtension(name: string): string {
  return SHADER_EXTENSION.test(name) ? name : name + EXTENSION;
}

/** The names between the slashes of either kind, without those that stay or go up in the tree, and without drives. */
function partsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((part) => part !== '' && part !== '.' && part !== '..');
}

/** A part of a path as every system allows it. */
function safePart(part: string): string {
  const cleaned = part.normalize('NFC').replace(FORBIDDEN, '_');
  const name = cleaned.replace(/[. ]+$/, '') || '_';
  const short = name.length <= MAX_PART ? name : cut(name, MAX_PART);
  return allowedName(short, 'win32');
}

/** The beginning of `name`, a hash of all of it, and its extension. */
function cut(name: string, length: number): string {
  const extension = /\.[^.]{1,8}$/.exec(name)?.[0] ?? '';
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH);
  return `${name.slice(0, length - HASH - 1 - extension.length)}~${hash}${extension}`;
}

/** `parts`, or the first of them and a hash of the others where the path would be too long. */
function shortened(parts: readonly string[]): readonly string[] {
  if (parts.join('/').length <= MAX_PATH - MAX_PART) return parts;
  const hash = createHash('sha256')
    .update(parts.slice(1).join('/'))
    .digest('hex')
    .slice(0, 2 * HASH);
  return [parts[0]!, hash];
}

/** The path of an input in the output directory: below the directory that was named, or its name alone. */
export function inputName(file: string, below: string | undefined): string {
  if (file === '-') return 'stdin';
  return below === undefined ? basename(file) : `${dirname(below)}/${basename(below)}`;
}
