/**
 * THE TABLE of shader models 1 to 3: one row for every D3DSIO_* opcode. Decoder, printer, assembler, builder, validator,
 * reflection, documentation, coverage and the random-program generators derive from it. A row has two parts: what it takes to print an
 * instruction (printed-rows.ts) and what else there is to say of it (opcode-facts.ts), so that listings do not carry the second.
 *
 * Differences of Microsoft's validator are named exceptions in `validate/sm1`.
 */

import { SM1_OPCODE_FACTS, type Sm1OpcodeFacts } from './opcode-facts.ts';
import { SM1_OPCODE_LIMIT, SM1_PRINTED_ROWS, type Sm1Opcode, type Sm1PrintedRow, Sm1Version } from './printed-rows.ts';

export {
  SM1_RESULTS_VS11,
  SM1_TEXTURE_MATRICES,
  type Sm1Category,
  type Sm1OpcodeFacts,
  type Sm1Result,
  type Sm1VersionRange,
} from './opcode-facts.ts';
export {
  isSm1Literal,
  isSm1Source,
  SM1_COMMENT,
  SM1_END,
  SM1_OPCODE_LIMIT,
  SM1_UNKNOWN_MNEMONIC,
  type Sm1Access,
  type Sm1Components,
  type Sm1Opcode,
  type Sm1OperandRole,
  type Sm1OperandRow,
  type Sm1PrintedRow,
  type Sm1ValueType,
  Sm1Version,
  sm1LiteralCount,
  sm1Operands,
} from './printed-rows.ts';

const { v2_0 } = Sm1Version;

/** A row of the table. */
export interface Sm1OpcodeRow extends Sm1PrintedRow, Sm1OpcodeFacts {}

type WholeRows = {
  readonly [Name in Sm1Opcode]: (typeof SM1_PRINTED_ROWS)[Name] & (typeof SM1_OPCODE_FACTS)[Name];
};

/** The rows by name, in the order of their numbers. */
export const SM1_OPCODES: WholeRows = /* @__PURE__ */ wholeRows();

function wholeRows(): WholeRows {
  const rows: Partial<Record<Sm1Opcode, Sm1OpcodeRow>> = {};
  for (const name of Object.keys(SM1_PRINTED_ROWS) as Sm1Opcode[])
    rows[name] = { ...SM1_PRINTED_ROWS[name], ...SM1_OPCODE_FACTS[name] };
  return rows as WholeRows;
}

/** The name of each row by its opcode number. */
export const SM1_OPCODE_BY_CODE: ReadonlyMap<number, Sm1Opcode> = /* @__PURE__ */ namesByCode();

function namesByCode(): Map<number, Sm1Opcode> {
  return new Map((Object.keys(SM1_OPCODES) as Sm1Opcode[]).map((name) => [SM1_OPCODES[name].code, name]));
}

/** The row of an opcode number, if it has one. */
export function sm1OpcodeRow(code: number): Sm1OpcodeRow | undefined {
  return ROW_BY_CODE.get(code);
}

/**
 * Returns a table by opcode number of the result of `value` for each row; 0 for numbers without a row. It does not hold `phase`.
 */
export function sm1OpcodeTable(value: (row: Sm1OpcodeRow, name: Sm1Opcode) => number): Uint8Array {
  const table = new Uint8Array(SM1_OPCODE_LIMIT);
  for (const name of Object.keys(SM1_OPCODES) as Sm1Opcode[]) {
    const row: Sm1OpcodeRow = SM1_OPCODES[name];
    if (row.code < SM1_OPCODE_LIMIT) table[row.code] = value(row, name);
  }
  return table;
}

const ROW_BY_CODE: ReadonlyMap<number, Sm1OpcodeRow> = /* @__PURE__ */ rowsByCode();

function rowsByCode(): Map<number, Sm1OpcodeRow> {
  // What a row may have: with it all rows have one shape, which makes reading them fast (measured).
  const shape: object = {
    ...{ code: 0, mnemonic: '', oldMnemonic: undefined, operands: [], oldOperands: undefined, controls: undefined },
    ...{ block: undefined, numbered: undefined, slots: undefined, slotsVs11: undefined, textureSlots: undefined },
    ...{ category: undefined, result: undefined, saturates: undefined, quad: undefined, vs: undefined, ps: undefined },
  };
  return new Map(Object.values(SM1_OPCODES).map((row: Sm1OpcodeRow) => [row.code, { ...shape, ...row }]));
}

/** Whether `stage` has the opcode in `version`, the low half of a version token. */
export function sm1HasOpcode(row: Sm1OpcodeRow, stage: 'vs' | 'ps', version: number): boolean {
  const range = stage === 'vs' ? row.vs : row.ps;
  return range !== undefined && version >= range.since && version <= range.until;
}

/** The first version in which assemblers accept the mnemonic, where it is an older one; the validator then rejects it. */
const ASSEMBLED_SINCE: Readonly<Partial<Record<Sm1Opcode, { readonly vs?: number; readonly ps?: number }>>> = {
  if: { ps: v2_0 },
  else: { ps: v2_0 },
  endif: { ps: v2_0 },
  break: { vs: v2_0 },
  defb: { ps: v2_0 },
};

/** Whether assemblers accept the mnemonic of `name` for `stage` in `version`; the validator may reject it then. */
export function sm1Assembles(name: Sm1Opcode, stage: 'vs' | 'ps', version: number): boolean {
  const since = ASSEMBLED_SINCE[name]?.[stage];
  return sm1HasOpcode(SM1_OPCODES[name], stage, version) || (since !== undefined && version >= since);
}
