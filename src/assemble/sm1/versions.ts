/**
 * The versions of assembly, in their two spellings: `ps_2_x`, one name, and `ps.2.x`, which the lexer makes one token of. Spellings and upgrades: oracle.
 */
import { SM1_PIXEL, SM1_VERTEX } from '../../base/profile.ts';
import { Sm1Version } from '../../isa/sm1/opcodes.ts';

const { v1_1, v1_2, v1_3, v1_4, v2_0, v2_x, v2_sw, v3_0, v3_sw } = Sm1Version;

/** The text after the stage, with the low half of its version token. */
const VERTEX_VERSIONS = {
  '1_0': v1_1,
  '1_1': v1_1,
  '2_0': v2_0,
  '2_x': v2_x,
  '2_sw': v2_sw,
  '3_0': v3_0,
  '3_sw': v3_sw,
};
const PIXEL_VERSIONS = { ...VERTEX_VERSIONS, '1_2': v1_2, '1_3': v1_3, '1_4': v1_4 };

/** Version tokens by name. */
const TOKENS: ReadonlyMap<string, number> = new Map([
  ...namesOf('vs', SM1_VERTEX, VERTEX_VERSIONS),
  ...namesOf('ps', SM1_PIXEL, PIXEL_VERSIONS),
]);

function namesOf(stage: string, code: number, versions: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(versions).map(([name, version]) => [`${stage}_${name}`, ((code << 16) | version) >>> 0]);
}

/** The version token of `name`, with points or underscores; undefined for another name. */
export function versionToken(name: string): number | undefined {
  return TOKENS.get(name) ?? (name.includes('_') ? undefined : TOKENS.get(name.replaceAll('.', '_')));
}

/** The version that is assembled instead of `name`, if it differs: `vs_1_0` becomes `vs_1_1`. */
export function versionUpgrade(name: string): string | undefined {
  return /^..[_.]1[_.]0$/.test(name) ? `${name.slice(0, 2)}_1_1` : undefined;
}

const LONGEST_DOTTED = 'vs.3.sw'.length;

/**
 * The end of the dotted version at `start` of `source`, whose first name ends at `end`; -1 for none. `vs.1.1` followed by a
 * digit is not a version, followed by a letter it is (source: oracle).
 */
export function dottedVersionEnd(source: string, start: number, end: number): number {
  if (end - start !== 2 || source.charCodeAt(end) !== 0x2e || source.charCodeAt(start + 1) !== 0x73) return -1;
  const match = /^[vp]s\.\d\.(?:\d(?!\d)|(?:x|sw)(?!\w))/.exec(source.slice(start, start + LONGEST_DOTTED + 1));
  return match !== null && versionToken(match[0]) !== undefined ? start + match[0].length : -1;
}
