/**
 * Declarations of temporaries and constants: r#, x#, constant buffers and the immediate constant buffer.
 *
 * Not for: samplers, views and group-shared memory (view-declarations.ts), or references (resource-references.ts).
 */
import { Sm4CustomDataClass } from '../../../../isa/sm4/names.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import { Sm4DeclarationControls } from '../../../../isa/sm4/tokens.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { COMPONENTS, CONSTANT_BUFFER_ROWS, MAX_TEMPS } from '../../limits.ts';
import type { Sm4RuleRow } from '../../rule.ts';

export const TWICE_RULE: Sm4RuleRow = {
  code: 'DX3450',
  text: '{what} is declared twice.',
  hint: 'Remove one of the declarations, or give one of them another number.',
  aborts: true,
  specRules: ['SM51-1'],
};
export const TEMPS_RULE: Sm4RuleRow = {
  code: 'DX3451',
  text: '{count} temporaries are declared; at most {most} are allowed.',
  hint: 'Use fewer temporaries.',
  aborts: true,
};
export const ALL_TEMPS_RULE: Sm4RuleRow = {
  code: 'DX3452',
  text: 'There are {count} temporaries and elements of indexable temporaries; at most {most} are allowed.',
  hint: 'Use fewer or smaller arrays.',
  aborts: true,
};
export const INDEXABLE_NUMBER_RULE: Sm4RuleRow = {
  code: 'DX3453',
  text: 'x{register} does not exist; the last one is x{last}.',
  hint: 'Number the arrays from 0.',
  aborts: true,
};
export const CONSTANT_BUFFER_ROWS_RULE: Sm4RuleRow = {
  code: 'DX3454',
  text: 'A constant buffer is declared with {rows} rows; at most {most} are allowed.',
  hint: 'Split the constant buffer.',
  aborts: true,
};
export const IMMEDIATE_ROWS_RULE: Sm4RuleRow = {
  code: 'DX3455',
  text: 'The immediate constant buffer has {words} DWORDs; expected 1 to {most} whole rows of four.',
  hint: 'Complete the last row, or use a constant buffer instead.',
  aborts: true,
};

export const TEMP_DECLARATIONS: Handlers = {
  dcl_temps: checkTemps,
  dcl_indexableTemp: checkIndexable,
  dcl_constantbuffer: checkConstantBuffer,
  customdata: checkImmediateBuffer,
};

function checkTemps(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const count = cursor.word(cursor.payload);
  if (resources.temps >= 0) {
    ctx.report(TWICE_RULE, 0, { what: 'The number of temporaries' });
    return;
  }
  if (count > MAX_TEMPS) {
    ctx.report(TEMPS_RULE, 0, { count, most: MAX_TEMPS }, cursor.payload);
    return;
  }
  resources.temps = count;
  checkAllTemps(ctx, resources.temporaries);
}

/** The sum wraps around at 32 bits (source: oracle). */
function checkAllTemps(ctx: Sm4ValidationContext, count: number): void {
  if (count >>> 0 > MAX_TEMPS) ctx.report(ALL_TEMPS_RULE, 0, { count, most: MAX_TEMPS });
}

function checkIndexable(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const register = cursor.word(cursor.payload);
  const elements = cursor.word(cursor.payload + 1);
  const components = cursor.word(cursor.payload + 2);
  if (register >= MAX_TEMPS) {
    ctx.report(INDEXABLE_NUMBER_RULE, 0, { register, last: MAX_TEMPS - 1 }, cursor.payload);
  } else if (resources.hasIndexable(register)) {
    ctx.report(TWICE_RULE, 0, { what: `x${register}` });
  } else if ((resources.temporaries + elements) >>> 0 > MAX_TEMPS) {
    checkAllTemps(ctx, resources.temporaries + elements);
  } else {
    // 0 components count as 1, and more than 4 as 4 (source: oracle).
    const known = Math.min(Math.max(components, 1), COMPONENTS);
    resources.declareIndexable(register, elements, (1 << known) - 1);
  }
}

/**
 * Checks and returns how many rows the declared constant buffer has. From 5.1 on this comes even before its indices are
 * counted (source: oracle).
 */
export function checkedRows(ctx: Sm4ValidationContext): number {
  const { cursor } = ctx;
  const slot = cursor.operands[0]!;
  const rows = ctx.rangeIds ? cursor.word(cursor.payload) : slot.index1 >>> 0;
  // Microsoft's validator names no instruction (source: oracle).
  if (rows > CONSTANT_BUFFER_ROWS)
    ctx.reportProgram(CONSTANT_BUFFER_ROWS_RULE, { rows, most: CONSTANT_BUFFER_ROWS }, slot.at);
  return rows;
}

function checkConstantBuffer(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const slot = cursor.operands[0]!;
  const rows = checkedRows(ctx);
  if (ctx.aborted) return;
  if (resources.constantBufferRows(slot.index0) !== undefined) {
    ctx.report(TWICE_RULE, 0, { what: `cb${slot.index0 >>> 0}` });
  } else {
    resources.declareConstantBuffer(slot.index0, rows, Sm4DeclarationControls.dynamicallyIndexed.test(cursor.token));
  }
}

/** The opcode token of a data block and its length. */
const DATA_HEADER_WORDS = 2;

function checkImmediateBuffer(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  if (sm4CustomDataClass(cursor.token) !== Sm4CustomDataClass.immediateConstantBuffer) return;
  // The stated length of the block, even where it exceeds the program (source: oracle).
  const words = cursor.word(cursor.start + 1) - DATA_HEADER_WORDS;
  const rows = words / COMPONENTS;
  if (resources.immediateRows >= 0) {
    ctx.report(TWICE_RULE, 0, { what: 'The immediate constant buffer' });
  } else if (rows !== Math.trunc(rows) || rows < 1 || rows > CONSTANT_BUFFER_ROWS) {
    ctx.report(IMMEDIATE_ROWS_RULE, 0, { words, most: CONSTANT_BUFFER_ROWS });
  } else resources.immediateRows = rows;
}
