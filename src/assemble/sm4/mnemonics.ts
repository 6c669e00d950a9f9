/**
 * The meaning of the first word of a line: the opcode, and the bits of its token for suffixes. Derived from the tables
 * of the printer.
 */
import { fastPaths } from '../../base/direct-mapped-cache.ts';
import { nearestName } from '../../base/nearest-name.ts';
import {
  DYNAMIC_INTERFACE_SUFFIX,
  NO_GLOBAL_FLAGS,
  SAMPLE_COUNT_SUFFIXES,
  SIZE_SUFFIXES,
  SM4_RESOURCE_DIMENSIONS,
  SUFFIXES,
  SYNC_SUFFIXES,
  sm4DimensionName,
  UAV_SUFFIXES,
} from '../../isa/sm4/names.ts';
import {
  SM4_OPCODE_BY_CODE,
  SM4_OPCODES,
  type Sm4Mnemonic,
  type Sm4Opcode,
  type Sm4OperandRole,
} from '../../isa/sm4/opcodes.ts';
import {
  Sm4DeclarationControls,
  Sm4InstructionControls,
  Sm4OpcodeToken,
  Sm4SyncControls,
} from '../../isa/sm4/tokens.ts';
import type { LiteralKind } from './literals.ts';

/**
 * How the components after an operand are encoded in its token, as a mask, or as a swizzle or one component; and how
 * many components an operand without them has.
 */
export const OPERAND_RULE = {
  /** Mask; one nameless component. */
  destination: 0,
  /** Swizzle; one nameless component. */
  source: 1,
  /** Swizzle; no components. */
  view: 2,
  /** Mask; no components. */
  target: 3,
  /** Mask; by the type of the register. */
  declared: 4,
  /** One component. */
  index: 5,
} as const;
export type OperandRule = (typeof OPERAND_RULE)[keyof typeof OPERAND_RULE];

/** The rule of an operand by its role; memory and UAVs are written to as the first operand (source: oracle). */
const RULES: Readonly<Record<Sm4OperandRole, OperandRule>> = {
  destination: OPERAND_RULE.destination,
  source: OPERAND_RULE.source,
  resource: OPERAND_RULE.view,
  sampler: OPERAND_RULE.view,
  uav: OPERAND_RULE.view,
  memory: OPERAND_RULE.view,
  constantBuffer: OPERAND_RULE.view,
  register: OPERAND_RULE.declared,
  label: OPERAND_RULE.view,
  stream: OPERAND_RULE.view,
  function: OPERAND_RULE.view,
};

/** The descriptions of operands in messages, by role. */
export const ROLE_NAMES: Readonly<Record<Sm4OperandRole, string>> = {
  destination: 'a register that takes the result, such as r0.xyzw',
  source: 'a value, such as r0.xyzw, cb0[1].x or l(1.000000)',
  resource: 'a resource, such as t0.xyzw',
  sampler: 'a sampler, such as s0',
  uav: 'an unordered access view, such as u0',
  memory: 'memory, such as u0, g0 or t0',
  constantBuffer: 'a constant buffer, such as cb0[4]',
  register: 'the register that is declared',
  label: 'a label, such as label0',
  stream: 'a stream, such as m0',
  function: 'an interface, such as fp0[0][0]',
};

export interface MnemonicMatch {
  /** It lacks the suffix for the test, zero or nonzero. */
  readonly untested: boolean;
  readonly row: Sm4Opcode;
  /** The opcode token, without length. */
  readonly token: number;
  /** Texel offsets follow in parentheses. */
  readonly offsets: boolean;
  /** Dimension and return types follow in parentheses. */
  readonly indexable: boolean;
  readonly literals: LiteralKind;
  readonly rules: readonly OperandRule[];
}

const ROWS = SM4_OPCODE_BY_CODE.filter((row): row is Sm4Opcode => row !== undefined && row.kind !== 'custom');
const BY_MNEMONIC: ReadonlyMap<string, Sm4Opcode> = new Map(ROWS.map((row) => [row.mnemonic, row]));
const BY_LOWER: ReadonlyMap<string, Sm4Opcode> = new Map(ROWS.map((row) => [row.mnemonic.toLowerCase(), row]));

function rulesOf({ operands, kind }: Sm4Opcode): OperandRule[] {
  return operands.map(({ role }, i) => {
    const written = (role === 'memory' || role === 'uav') && i === 0 && kind === 'instruction';
    return written ? OPERAND_RULE.target : RULES[role];
  });
}

const matchOf = (row: Sm4Opcode, token: number, offsets = false, indexable = false, tested = false): MnemonicMatch => ({
  untested: row.controls === 'test' && !tested,
  row,
  token,
  offsets,
  indexable,
  literals: row.literals ?? 'untyped',
  rules: rulesOf(row),
});

/** The words that were looked up, and those that are more than a mnemonic with general suffixes. */
const MATCHES = new Map<string, MnemonicMatch>();

function addDeclarations(): void {
  const marks = uavMarks();
  SM4_RESOURCE_DIMENSIONS.forEach((_, dimension) => {
    const token = Sm4DeclarationControls.resourceDimension.set(0, dimension);
    const suffix = `_${sm4DimensionName(dimension)}`;
    add('dcl_resource', suffix, token);
    for (const [mark, bits] of marks) add('dcl_uav_typed', suffix + mark, token | bits);
  });
  for (const [mark, bits] of marks) {
    add('dcl_uav_raw', mark, bits);
    add('dcl_uav_structured', mark, bits);
  }
  add('dcl_interface', DYNAMIC_INTERFACE_SUFFIX, Sm4DeclarationControls.interfaceDynamicallyIndexed.set(0, 1));
  add('dcl_globalFlags', NO_GLOBAL_FLAGS, 0);
}

function add(mnemonic: Sm4Mnemonic, suffix: string, controls: number): void {
  const row = BY_MNEMONIC.get(mnemonic)!;
  MATCHES.set(mnemonic + suffix, matchOf(row, controls | row.code));
}

/** Every set of marks of a UAV. */
function uavMarks(): [string, number][] {
  let all: [string, number][] = [['', 0]];
  for (const [name, suffix] of Object.entries(UAV_SUFFIXES)) {
    const bit = Sm4DeclarationControls[name as keyof typeof UAV_SUFFIXES].set(0, 1);
    all = all.flatMap(([mark, bits]) => [
      [mark, bits],
      [mark + suffix, bits | bit],
    ]);
  }
  return all;
}
addDeclarations();

/** A suffix that is no part of a mnemonic: the bits that it sets, and whether `row` may have it. */
interface Suffix {
  readonly text: string;
  readonly bits: number;
  readonly of: (row: Sm4Opcode) => boolean;
}

const isInstruction = ({ kind }: Sm4Opcode) => kind === 'instruction';
const tests = ({ controls }: Sm4Opcode) => controls === 'test';
const isSync = ({ code }: Sm4Opcode) => code === SM4_OPCODES.sync.code;
const NOTHING = 0;

const SUFFIX_ROWS: readonly Suffix[] = [
  { text: SUFFIXES.offsets, bits: NOTHING, of: isInstruction },
  { text: SUFFIXES.indexable, bits: NOTHING, of: isInstruction },
  { text: SUFFIXES.saturate, bits: Sm4InstructionControls.saturate.set(0, 1), of: isInstruction },
  { text: SUFFIXES.zero, bits: NOTHING, of: tests },
  { text: SUFFIXES.nonZero, bits: Sm4InstructionControls.testNonZero.set(0, 1), of: tests },
  ...Object.entries(SYNC_SUFFIXES).map(([name, text]) => ({
    text,
    bits: Sm4SyncControls[name as keyof typeof SYNC_SUFFIXES].set(0, 1),
    of: isSync,
  })),
  ...sizeSuffixes(SM4_OPCODES.resinfo.code, SIZE_SUFFIXES),
  ...sizeSuffixes(SM4_OPCODES.sampleinfo.code, SAMPLE_COUNT_SUFFIXES),
];

function sizeSuffixes(code: number, suffixes: readonly string[]): Suffix[] {
  return suffixes.flatMap((text, value) =>
    text === ''
      ? []
      : [{ text, bits: Sm4InstructionControls.returnType.set(0, value), of: (row: Sm4Opcode) => row.code === code }],
  );
}

/**
 * The maximum number of cached words: shaders have a few hundred, but mixed case makes more of them than fit into
 * memory.
 */
const MAX_MNEMONICS = fastPaths.enabled ? 4096 : 0;

/** The meaning of a first word; undefined for an unknown one. */
export function readMnemonic(word: string): MnemonicMatch | undefined {
  const known = MATCHES.get(word);
  if (known !== undefined) return known;
  const found = BY_MNEMONIC.has(word)
    ? matchOf(BY_MNEMONIC.get(word)!, BY_MNEMONIC.get(word)!.code)
    : withSuffixes(word);
  if (found !== undefined && MATCHES.size < MAX_MNEMONICS) MATCHES.set(word, found);
  return found;
}

/** A word that is not a mnemonic: one in other letter case, or one with suffixes. */
function withSuffixes(word: string): MnemonicMatch | undefined {
  let base = word;
  let bits = 0;
  let offsets = false;
  let indexable = false;
  const taken: Suffix[] = [];
  for (;;) {
    const row = BY_MNEMONIC.get(base) ?? BY_LOWER.get(base.toLowerCase());
    if (row !== undefined && taken.every(({ of }) => of(row))) {
      const tested = taken.some(({ of }) => of === tests);
      return matchOf(row, Sm4OpcodeToken.opcode.set(bits, row.code), offsets, indexable, tested);
    }
    const suffix = SUFFIX_ROWS.find((one) => !taken.includes(one) && endsWith(base, one.text));
    if (suffix === undefined) return undefined;
    // Of the rows with the same text, the first one that applies to the mnemonic counts.
    const rows = SUFFIX_ROWS.filter(({ text }) => text === suffix.text);
    base = base.slice(0, -suffix.text.length);
    const exact = BY_MNEMONIC.get(base) ?? BY_LOWER.get(base.toLowerCase());
    const fitting = (exact && rows.find(({ of }) => of(exact))) ?? suffix;
    taken.push(fitting);
    bits |= fitting.bits;
    offsets ||= suffix.text === SUFFIXES.offsets;
    indexable ||= suffix.text === SUFFIXES.indexable;
  }
}

function endsWith(word: string, suffix: string): boolean {
  return word.length > suffix.length && word.slice(-suffix.length).toLowerCase() === suffix;
}

/** The bits of a suffix after parentheses or brackets, such as `_uint`; undefined when `row` has no such suffix. */
export function lateSuffix(row: Sm4Opcode, text: string): number | undefined {
  return SUFFIX_ROWS.find((suffix) => suffix.text === text && suffix.of(row))?.bits;
}

/** Whether a suffix names the test of an instruction. */
export const isTest = (text: string): boolean => text === SUFFIXES.zero || text === SUFFIXES.nonZero;

/** Whether `row` has an operand for a resource or other view. */
export const readsView = ({ operands }: Sm4Opcode): boolean =>
  operands.some(({ role }) => role === 'resource' || role === 'uav' || role === 'memory');

/** The suffixes of `row`. Those of views are left out for instructions that read none, although they can be written. */
export function suffixesOf(row: Sm4Opcode): string[] {
  const all = SUFFIX_ROWS.filter(({ of }) => of(row)).map(({ text }) => text);
  return [...new Set(all)].filter(
    (text) => readsView(row) || (text !== SUFFIXES.offsets && text !== SUFFIXES.indexable),
  );
}

/** The longest mnemonic that `word` begins with and that an underscore follows. */
export function mnemonicIn(word: string): Sm4Opcode | undefined {
  for (let end = word.lastIndexOf('_'); end > 0; end = word.lastIndexOf('_', end - 1)) {
    const row = BY_MNEMONIC.get(word.slice(0, end));
    if (row !== undefined) return row;
  }
  return undefined;
}

/**
 * The first word that is most similar to `word`, in any letter case; of an instruction with suffixes, with those that
 * it may have.
 */
export function nearestMnemonic(word: string): string | undefined {
  const lower = word.toLowerCase();
  const nearest = nearestName(lower, WORDS, LONGEST);
  if (nearest !== undefined) return nearest;
  for (const { text } of SUFFIX_ROWS) {
    if (!endsWith(lower, text)) continue;
    const base = nearestName(lower.slice(0, -text.length), BY_MNEMONIC.keys(), LONGEST);
    if (base !== undefined && readMnemonic(base + text) !== undefined) return base + text;
  }
  return undefined;
}

/** Instructions of shader models 1 to 3 and functions of HLSL that have another name here, and what to write. */
const FOREIGN: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'write add and negate the last value: add r0.x, r1.x, -r2.x': 'sub',
    'write -r0.x or |r0.x| where the value is read': 'neg abs',
    'add _sat to the instruction that writes the value, such as mov_sat': 'sat saturate',
    'write add and mad: a + s * (b - a)': 'lrp lerp',
    'write log, mul and exp': 'pow',
    'write dp3, rsq and mul': 'nrm normalize',
    'write mul and mad': 'crs cross',
    'write ge or lt, and movc': 'cmp cnd slt sge step',
    'write dp2, dp3 or dp4': 'dot dp2add',
    'write dp4 for each row': 'm4x4 m4x3 m3x4 m3x3 m3x2',
    'write sample': 'tex tex2d texcube tex3d texld texldp',
    'write sample_l': 'texldl tex2dlod',
    'write sample_b': 'texldb tex2dbias',
    'write sample_d': 'texldd tex2dgrad',
    'write discard_nz, or lt and discard_nz': 'texkill clip kill',
    'write round_ni, round_pi, round_z or round_ne': 'floor ceil trunc round',
    'write frc': 'frac',
    'write deriv_rtx': 'dsx ddx',
    'write deriv_rty': 'dsy ddy',
    'write sincos': 'sin cos',
    'write exp, which is to the base 2': 'exp2 expp',
    'write log, which is to the base 2': 'log2 logp',
    'write rsq': 'rsqrt',
    'write mad': 'fma',
    'write itof, utof, ftoi or ftou': 'mova',
    'write the values as a literal, such as l(1.0, 0, 0, 1.0)': 'def defi defb',
    'write breakc_nz or breakc_z': 'break_if breakp',
    'write dcl_resource_texture2d and dcl_sampler': 'dcl_2d dcl_cube dcl_volume',
  }).flatMap(([hint, names]) => names.split(' ').map((name): [string, string] => [name, hint])),
);

/**
 * The instruction to write instead of `word`, which is one of other models or a function of HLSL; undefined for another
 * word.
 */
export function foreignHint(word: string): string | undefined {
  return FOREIGN.get(word.toLowerCase());
}
/** Declarations have long names. */
const LONGEST = 40;
const WORDS: readonly string[] = [...BY_MNEMONIC.keys(), ...MATCHES.keys()].filter(
  (word) => !word.includes('<') && word !== 'dcl_resource' && word !== 'dcl_uav_typed',
);
