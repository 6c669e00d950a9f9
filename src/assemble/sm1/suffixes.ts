/**
 * Suffixes of mnemonics in assembly: which ones a mnemonic takes in a version, and the bits that they set. Their rules:
 * oracle.
 *
 * Not for: which mnemonics a version has (mnemonic-table.ts).
 */
import { Sm1Version } from '../../base/profile.ts';
import {
  SM1_COMPARISONS,
  SM1_RESULT_MODIFIERS,
  SM1_RESULT_SHIFTS,
  SM1_TEXTURE_TYPES,
  SM1_USAGES,
} from '../../isa/sm1/registers.ts';
import { Sm1DestinationToken, Sm1OtherDclToken, Sm1SamplerToken, Sm1UsageToken } from '../../isa/sm1/tokens.ts';
/** The facts of a version that its names depend on. */
export interface DialectVersion {
  readonly stage: 'vs' | 'ps';
  /** The low half of the version token. */
  readonly version: number;
  /** Whether instructions can be paired with `+`. */
  readonly pairs: boolean;
  readonly level9: boolean;
}

/** Which suffixes a mnemonic takes. */
export type Suffixes = 'none' | 'result' | 'dcl' | 'comparison' | 'optionalComparison' | 'comparisonResult';

/** The meaning of all suffixes of a mnemonic. */
export interface Suffixed {
  /** Number of the comparison, 0 for none. */
  comparison: number;
  /** Bits of the destination token. */
  result: number;
  /** The DWORD of `dcl`. */
  attributes: number;
}

/** Microsoft's reads names in parts of at most this many characters. */
export const LONGEST_PART = 15;
export const RESULT_BITS: ReadonlyMap<string, number> = new Map(
  SM1_RESULT_MODIFIERS.map(({ suffix, bit }) => [suffix.slice(1), Sm1DestinationToken.modifiers.set(0, bit)]),
);
export const SHIFT_BITS: ReadonlyMap<string, number> = new Map(
  SM1_RESULT_SHIFTS.flatMap((suffix, bits): [string, number][] =>
    suffix === '' ? [] : [[suffix.slice(1), Sm1DestinationToken.shift.set(0, bits)]],
  ),
);
export const COMPARISONS: ReadonlyMap<string, number> = new Map(
  SM1_COMPARISONS.flatMap((suffix, number): [string, number][] => (suffix === '' ? [] : [[suffix.slice(1), number]])),
);
export const TEXTURES: ReadonlyMap<string, number> = new Map(
  SM1_TEXTURE_TYPES.flatMap((name, type): [string, number][] => (name === undefined ? [] : [[name, type]])),
);
export const USAGES: ReadonlyMap<string, number> = new Map(SM1_USAGES.map((name, usage) => [name, usage]));

/** The first part of a name, without suffixes. */
export function baseOf(name: string): string {
  const underscore = name.indexOf('_');
  return underscore < 0 ? name : name.slice(0, underscore);
}

/** The suffixes after the base; one underscore at the end is ignored. */
export function suffixesOf(name: string): string[] {
  const underscore = name.indexOf('_');
  if (underscore < 0) return [];
  const parts = name.slice(underscore + 1).split('_');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

/** The meaning of `suffixes` of a mnemonic; undefined when it does not take them. */
export function suffixMeaning(
  version: DialectVersion,
  kind: Suffixes,
  suffixes: readonly string[],
): Suffixed | undefined {
  const found: Suffixed = { comparison: 0, result: 0, attributes: 0 };
  let rest = suffixes;
  if (kind === 'comparison' || kind === 'comparisonResult' || (kind === 'optionalComparison' && rest.length > 0)) {
    found.comparison = COMPARISONS.get(rest[0] ?? '') ?? 0;
    if (found.comparison === 0) return undefined;
    rest = rest.slice(1);
  }
  if (kind === 'dcl') return declaredBits(version, rest);
  if (kind !== 'result' && kind !== 'comparisonResult') return rest.length === 0 ? found : undefined;
  const result = resultBits(version, rest);
  return result === undefined ? undefined : { ...found, result };
}

function resultBits(
  { stage, version, pairs, level9 }: DialectVersion,
  suffixes: readonly string[],
): number | undefined {
  let rest = suffixes;
  let bits = 0;
  if (pairs) {
    bits = SHIFT_BITS.get(rest[0] ?? '') ?? 0;
    if (bits !== 0) rest = rest.slice(1);
  }
  const allowed = stage === 'ps' && (level9 || !pairs) ? ['sat', 'pp'] : ['sat'];
  if (stage === 'vs' && version < Sm1Version.v3_0) allowed.pop();
  const more = bitsOfSet(rest, allowed);
  return more === undefined ? undefined : bits | more;
}

/** The DWORD of a `dcl` and the bits of its destination. */
function declaredBits({ stage, version }: DialectVersion, suffixes: readonly string[]): Suffixed | undefined {
  const pixel = stage === 'ps';
  const usages = !pixel || version >= Sm1Version.v3_0;
  const general = Sm1OtherDclToken.mark.set(0, 1);
  const texture = pixel || version >= Sm1Version.v3_0 ? TEXTURES.get(suffixes[0] ?? '') : undefined;
  let attributes = texture === undefined ? general : Sm1SamplerToken.textureType.set(general, texture);
  let rest = texture === undefined ? [...suffixes] : suffixes.slice(1);
  if (texture === undefined && usages) {
    const at = pixel ? rest.findIndex((suffix) => usageBits(suffix) >= 0) : 0;
    const usage = at < 0 ? -1 : usageBits(rest[at] ?? '');
    if (!pixel && usage < 0) return undefined;
    if (usage >= 0) {
      attributes = (general | usage) >>> 0;
      rest = rest.filter((_, i) => i !== at);
      // In pixel shaders position 0 is what a declaration without usage is made of.
      if (pixel && usage === 0) return undefined;
    }
  }
  const result = bitsOfSet(rest, pixel ? ['pp', 'centroid'] : []);
  return result === undefined ? undefined : { comparison: 0, result, attributes: attributes | 0 };
}

/** The bits of a usage with its index, such as `texcoord3`; -1 for another text. */
function usageBits(text: string): number {
  let digits = text.length;
  while (digits > 0 && isDigit(text.charCodeAt(digits - 1))) digits--;
  const usage = USAGES.get(text.slice(0, digits));
  const index = Number(text.slice(digits));
  if (usage === undefined || index > 15 || text.length > LONGEST_PART) return -1;
  return Sm1UsageToken.index.set(usage, index);
}

/** The bits of `suffixes`, each of them one of `allowed` and not repeated. */
function bitsOfSet(suffixes: readonly string[], allowed: readonly string[]): number | undefined {
  let bits = 0;
  for (const suffix of suffixes) {
    const bit = allowed.includes(suffix) ? RESULT_BITS.get(suffix)! : 0;
    if (bit === 0 || (bits & bit) !== 0) return undefined;
    bits |= bit;
  }
  return bits;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
