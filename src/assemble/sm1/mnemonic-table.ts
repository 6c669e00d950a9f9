/**
 * The mnemonics of one version of assembly: their tokens, and their operands in the few bits of a shape. Derived from
 * the opcode table.
 */

import { Sm1Version } from '../../base/profile.ts';
import { SM1_OPCODES, type Sm1Opcode, type Sm1OpcodeRow, sm1Assembles, sm1Operands } from '../../isa/sm1/opcodes.ts';
import { SM1_TEXLD_CONTROLS } from '../../isa/sm1/registers.ts';
import { Sm1InstructionToken } from '../../isa/sm1/tokens.ts';
import type { DialectVersion, Suffixes } from './suffixes.ts';
/** The values after a destination, as stored in a shape. */
export const Literals = { none: 0, float: 1, int: 2, bool: 3 } as const;

/** The operands of an instruction, packed into a few bits. */
export const SHAPE_DESTINATION = 1;
export const SHAPE_SOURCES_LOW = 1;
export const SHAPE_SOURCES = 7;
export const SHAPE_LITERALS_LOW = 4;
export const SHAPE_LITERALS = 3;
/** A DWORD of attributes precedes the destination. */
export const SHAPE_DCL = 1 << 6;
/** Written as `add` with its second source negated. */
export const SHAPE_SUB = 1 << 7;

/** In vs_1_1 a source without a selection is its fourth component. */
export const SHAPE_LAST_COMPONENT = 1 << 8;
/** In vs_1_1 a full mask is cut to the rows of the matrix: the number of bits that are left; 0: it is not cut. */
export const SHAPE_ROWS_LOW = 9;
export const SHAPE_ROWS = 7;

export interface Mnemonic {
  /** The instruction token without length. */
  readonly token: number;
  readonly shape: number;
  readonly suffixes: Suffixes;
  /** Of the same mnemonic with a comparison. */
  readonly compared?: { readonly token: number; readonly shape: number };
}

/** Every mnemonic of any version, to distinguish a name of another version from a misspelt one. */
export const EVERY_MNEMONIC: ReadonlySet<string> = new Set(
  (Object.keys(SM1_OPCODES) as Sm1Opcode[]).flatMap((name) => {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.vs === undefined && row.ps === undefined) return [];
    const controlled = row.controls === 'texld' ? SM1_TEXLD_CONTROLS.map((suffix) => row.mnemonic + suffix) : [];
    return [row.mnemonic, row.oldMnemonic ?? row.mnemonic, ...controlled];
  }),
);

/** The mnemonics of a version, without suffixes. */
export function mnemonicsOf(dialect: DialectVersion): Map<string, Mnemonic> {
  const { stage, version, level9 } = dialect;
  const found = new Map<string, Mnemonic>();
  const compared = new Map<string, { token: number; shape: number }>();
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    const listed = level9 && row.vs === undefined && row.ps === undefined;
    if (!listed && !sm1Assembles(name, stage, version)) continue;
    const token = name === 'sub' && writesSub(dialect) ? SM1_OPCODES.add.code : row.code;
    const shape = shapeOf(dialect, name, row);
    const mnemonic = version < Sm1Version.v1_4 ? (row.oldMnemonic ?? row.mnemonic) : row.mnemonic;
    if (name === 'ifc' || name === 'breakc') compared.set(mnemonic, { token, shape });
    else if (name === 'setp') found.set(mnemonic, { token, shape, suffixes: 'comparisonResult' });
    else if (row.controls === 'texld' && version >= Sm1Version.v2_0) {
      SM1_TEXLD_CONTROLS.forEach((suffix, controls) => {
        const controlled = Sm1InstructionToken.controls.set(token, controls);
        found.set(mnemonic + suffix, { token: controlled, shape, suffixes: 'result' });
      });
    } else found.set(mnemonic, { token, shape, suffixes: suffixKind(name, shape) });
  }
  for (const [mnemonic, other] of compared) {
    const uncompared = found.get(mnemonic);
    if (uncompared) found.set(mnemonic, { ...uncompared, suffixes: 'optionalComparison', compared: other });
  }
  return found;
}

/** Whether `sub` becomes `add`: in versions where sources can be negated (IT9). */
function writesSub({ stage, version }: DialectVersion): boolean {
  return stage === 'vs' || version >= Sm1Version.v2_0;
}

function shapeOf(dialect: DialectVersion, name: Sm1Opcode, row: Sm1OpcodeRow): number {
  const { stage, version } = dialect;
  const operands = sm1Operands(row, version);
  const roles = operands.map(({ role }) => role);
  const values = roles.filter((role) => role === 'float' || role === 'int' || role === 'bool');
  const sources = roles.filter((role) => role !== 'destination' && role !== 'attributes').length - values.length;
  let shape = roles.includes('destination') ? SHAPE_DESTINATION : 0;
  shape |= sources << SHAPE_SOURCES_LOW;
  if (values[0] !== undefined && values[0] in Literals) {
    shape |= Literals[values[0] as keyof typeof Literals] << SHAPE_LITERALS_LOW;
  }
  if (roles.includes('attributes')) shape |= SHAPE_DCL;
  if (name === 'sub' && writesSub(dialect)) shape |= SHAPE_SUB;
  // Only vs_1_1 treats operands without components in these ways (source: oracle).
  if (stage === 'vs' && version < Sm1Version.v2_0) {
    if (operands[1]?.components === 'one') shape |= SHAPE_LAST_COMPONENT;
    shape |= (operands.find(({ rows }) => rows !== undefined)?.rows ?? 0) << SHAPE_ROWS_LOW;
  }
  return shape;
}

function suffixKind(name: Sm1Opcode, shape: number): Suffixes {
  if (name === 'dcl') return 'dcl';
  const literals = (shape >> SHAPE_LITERALS_LOW) & SHAPE_LITERALS;
  return (shape & SHAPE_DESTINATION) !== 0 && literals === Literals.none ? 'result' : 'none';
}
