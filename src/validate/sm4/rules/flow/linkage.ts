/**
 * Rules of class linkage (chunk IFCE), on its own and against what a program declares: class instances name constant
 * buffers, textures and samplers by their registers. It is read as bytes, because damage may point anywhere: fields
 * that a short header does not have are 0, and lists that end outside are empty (source: oracle).
 *
 * Not for: function bodies, tables and interface pointers among themselves (interfaces.ts), or reading sound class
 * linkage (chunks/ifce.ts).
 */

import { firstWhere } from '../../../../base/collections.ts';
import { INTERFACE_POINTERS, NO_SLOT } from '../../../../chunks/ifce.ts';
import { Sm4Cursor, type Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { SM4_OPCODE_BY_CODE } from '../../../../isa/sm4/opcodes.ts';
import { Sm4OpcodeToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Sm4ValidationContext } from '../../context.ts';
import { CONSTANT_BUFFER_ROWS } from '../../limits.ts';
import { type LinkageRecord, LinkageTable } from './flow-state.ts';

export class DeclaredViews {
  readonly #constants = new Map<number, number>();
  readonly #textures = new Set<number>();
  readonly #samplers = new Set<number>();

  constructor({ program }: Sm4ValidationContext) {
    const { words, starts, count } = program;
    const cursor = new Sm4Cursor(program);
    for (let i = 0; i < count; i++) {
      const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
      if (row?.kind !== 'declaration') continue;
      const { declares } = row;
      if (declares !== 'constantBuffer' && declares !== 'sampler' && declares !== 'resource') continue;
      cursor.goto(i);
      const slot = cursor.operands[0]!;
      const id = indexOf(slot, 0);
      if (declares === 'sampler') this.#samplers.add(id);
      else if (declares === 'resource') this.#textures.add(id);
      else {
        // The second index is the size; from 5.1 on it is the first register, which is taken for the size all the same.
        const rows = indexOf(slot, 1);
        this.#constants.set(id, rows === 0 ? CONSTANT_BUFFER_ROWS : rows);
      }
    }
  }

  /** How many constants a buffer has; -1: it is not declared. */
  constants(buffer: number): number {
    return this.#constants.get(buffer) ?? -1;
  }

  hasTexture(slot: number): boolean {
    return this.#textures.has(slot);
  }

  hasSampler(slot: number): boolean {
    return this.#samplers.has(slot);
  }
}

/** Index `i` of an operand; 0 where there is none. */
function indexOf(slot: Sm4OperandSlot, i: number): number {
  return i < slot.indexCount ? slot.index(i) >>> 0 : 0;
}

export const TOO_MANY_RULE: Sm4RuleRow = {
  code: 'DX3700',
  text: 'The class linkage (chunk IFCE) has {count} {what}; {most} are allowed.',
  hint: 'Use fewer of them and compile the shader again.',
};
export const NO_TYPES_RULE: Sm4RuleRow = {
  code: 'DX3701',
  text: 'The class linkage (chunk IFCE) has no class types.',
  hint: 'Compile the shader again, or remove the chunk.',
};
export const OUTSIDE_RULE: Sm4RuleRow = {
  code: 'DX3702',
  text: '{what} of the class linkage (chunk IFCE) is outside its chunk or list.',
  hint: 'Compile the shader again: the chunk is damaged.',
};
export const UNIMPLEMENTED_RULE: Sm4RuleRow = {
  code: 'DX3703',
  text: 'No class implements interface {record} of the class linkage (chunk IFCE).',
  hint: 'List the classes that implement it.',
};
export const TYPE_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3704',
  text: 'Class type {type} is listed twice for interface {record} of the class linkage (chunk IFCE).',
  hint: 'List each class once.',
};
export const SLOT_COUNT_RULE: Sm4RuleRow = {
  code: 'DX3705',
  text: 'The interfaces of the class linkage (chunk IFCE) have {sum} slots; the header declares {count}.',
  hint: 'Make the two numbers equal.',
};
export const TYPE_SIZE_RULE: Sm4RuleRow = {
  code: 'DX3706',
  text: 'Class type {type} of the class linkage (chunk IFCE) has too many constants, textures or samplers.',
  hint: 'Use at most 4096 constants, 128 textures and 16 samplers; the number before them must be 0.',
};
export const INSTANCE_SIZE_RULE: Sm4RuleRow = {
  code: 'DX3707',
  text: 'Class instance {instance} (chunk IFCE) has constants, textures or samplers out of range.',
  hint: 'Use constant buffers 0 to 13 with at most 4096 constants, 128 textures and 16 samplers.',
};
export const UNTERMINATED_RULE: Sm4RuleRow = {
  code: 'DX3708',
  text: 'The name of {what} {number} of the class linkage (chunk IFCE) has no NUL before the end of the chunk.',
  hint: 'Terminate names with a NUL byte.',
};
export const NOT_IN_LINKAGE_RULE: Sm4RuleRow = {
  code: 'DX3690',
  text: 'Interface pointer {pointer} is declared, but the class linkage (chunk IFCE) has no interface in that slot.',
  hint: 'Declare the interface pointers that the class linkage has.',
};
export const NOT_FIRST_RULE: Sm4RuleRow = {
  code: 'DX3691',
  text: 'Interface pointer {pointer} is declared in the middle of an array of interfaces of the class linkage (chunk IFCE).',
  hint: 'Declare the whole array from its first slot.',
};
export const OTHER_TABLES_RULE: Sm4RuleRow = {
  code: 'DX3692',
  text: 'The class linkage (chunk IFCE) has other function tables for interface pointer {pointer}.',
  hint: 'List the function tables of the class linkage, in its order.',
};
export const INTERFACE_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3693',
  text: 'Interface pointer {pointer} of the class linkage (chunk IFCE) is not declared.',
  hint: 'Declare the interface pointers that the class linkage has.',
};
export const OTHER_LENGTH_RULE: Sm4RuleRow = {
  code: 'DX3694',
  text: 'Interface pointer {pointer} has {expected} slots in the class linkage (chunk IFCE), but {length} are declared.',
  hint: 'Make the two numbers equal.',
};
export const INSTANCE_UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3695',
  text: 'Class instance {instance} (chunk IFCE) uses {what}, which the program does not declare.',
  hint: 'Declare everything that class instances use.',
};

const MAX_ENTRIES = 0xffff;
const MAX_BUFFERS = 14;
const MAX_TEXTURES = 128;
const MAX_SAMPLERS = 16;

/** Checks class linkage before the first instruction. */
export function checkLinkageMetadata(ctx: Sm4ValidationContext): void {
  const chunk = ctx.containerInfo.linkage;
  if (chunk === undefined || chunk.data.byteLength === 0) return;
  const table = new LinkageTable(chunk);
  ctx.flow.classes = table;
  checkCounts(ctx, table);
  checkRecords(ctx, table);
  checkTypes(ctx, table);
  checkInstances(ctx, table);
}

function checkCounts(ctx: Sm4ValidationContext, table: LinkageTable): void {
  const { diagnostics } = ctx;
  const check = (what: string, count: number, limit: number): void => {
    if (count > limit) diagnostics.addSpan(TOO_MANY_RULE, { what, count, most: limit }, table.start, table.end);
  };
  check('instances', table.statedInstances, MAX_ENTRIES);
  check('class types', table.statedTypes, MAX_ENTRIES);
  check('slots', table.slotCount, INTERFACE_POINTERS);
  if (table.statedTypes === 0) diagnostics.addSpan(NO_TYPES_RULE, {}, table.start, table.end);
  if (!table.hasInstances) reportOutside(ctx, table, 'The list of instances', 16);
  if (!table.hasTypes) reportOutside(ctx, table, 'The list of class types', 20);
  if (!table.hasRecords) reportOutside(ctx, table, 'The list of interfaces', 24);
}

function reportOutside(ctx: Sm4ValidationContext, { start }: LinkageTable, what: string, at: number): void {
  ctx.diagnostics.addSpan(OUTSIDE_RULE, { what }, start + at, start + at + 4);
}

function checkRecords(ctx: Sm4ValidationContext, table: LinkageTable): void {
  let sum = 0;
  for (const record of table.records) {
    sum += record.count;
    if (record.typeCount === 0) reportRecord(ctx, table, record, UNIMPLEMENTED_RULE);
    if (!record.readable || record.count > INTERFACE_POINTERS)
      reportOutside(ctx, table, 'A list of class types', record.at + 8);
    else checkTypesOf(ctx, table, record);
  }
  const count = table.slotCount;
  if (sum >>> 0 === count) return;
  ctx.diagnostics.addSpan(SLOT_COUNT_RULE, { sum, count }, table.start + 12, table.start + 16);
}

function reportRecord(
  ctx: Sm4ValidationContext,
  { start }: LinkageTable,
  { number, at }: LinkageRecord,
  rule: Sm4RuleRow,
  type = 0,
): void {
  ctx.diagnostics.addSpan(rule, { record: number, type }, start + at, start + at + 16);
}

/** Each pair of equal types is one diagnostic (source: oracle). */
function checkTypesOf(ctx: Sm4ValidationContext, table: LinkageTable, record: LinkageRecord): void {
  const seen = new Map<number, number>();
  for (let k = 0; k < record.typeCount && ctx.diagnostics.omitted === 0; k++) {
    const type = table.typeOf(record, k);
    if (type >= table.types) reportOutside(ctx, table, 'A class type of an interface', record.typesAt + 2 * k);
    const before = seen.get(type) ?? 0;
    for (let i = 0; i < before && ctx.diagnostics.omitted === 0; i++)
      reportRecord(ctx, table, record, TYPE_TWICE_RULE, type);
    seen.set(type, before + 1);
  }
}

function checkTypes(ctx: Sm4ValidationContext, table: LinkageTable): void {
  for (let type = 0; type < table.types && ctx.diagnostics.omitted === 0; type++) {
    const at = table.typeAt(type);
    if (
      table.u16(at + 4) > 0 ||
      table.u16(at + 6) > CONSTANT_BUFFER_ROWS ||
      table.u16(at + 8) > MAX_TEXTURES ||
      table.u16(at + 10) > MAX_SAMPLERS
    )
      ctx.diagnostics.addSpan(TYPE_SIZE_RULE, { type }, table.start + at, table.start + at + 12);
    checkName(ctx, table, at, 'class type', type);
  }
}

function checkInstances(ctx: Sm4ValidationContext, table: LinkageTable): void {
  for (let instance = 0; instance < table.instances && ctx.diagnostics.omitted === 0; instance++) {
    const at = table.instanceAt(instance);
    if (table.u16(at + 4) >= table.types) reportOutside(ctx, table, 'The class type of an instance', at + 4);
    else if (!fitsLimits(table, at))
      ctx.diagnostics.addSpan(INSTANCE_SIZE_RULE, { instance }, table.start + at, table.start + at + 16);
    checkName(ctx, table, at, 'instance', instance);
  }
}

function fitsLimits(table: LinkageTable, at: number): boolean {
  const type = table.typeAt(table.u16(at + 4));
  const elements = table.u16(at + 6);
  const buffer = table.u16(at + 8);
  const offset = table.u16(at + 10);
  const constants = table.u16(type + 6) * elements;
  if (buffer === NO_SLOT) {
    if (constants > 0) return false;
  } else if (buffer >= MAX_BUFFERS || offset >= CONSTANT_BUFFER_ROWS || offset + constants > CONSTANT_BUFFER_ROWS)
    return false;
  return (
    fitsSlots(table.u16(at + 12), table.u16(type + 8) * elements, MAX_TEXTURES) &&
    fitsSlots(table.u16(at + 14), table.u16(type + 10) * elements, MAX_SAMPLERS)
  );
}

function fitsSlots(slot: number, count: number, limit: number): boolean {
  return slot === NO_SLOT ? count === 0 : slot < limit && slot + count <= limit;
}

function checkName(ctx: Sm4ValidationContext, table: LinkageTable, at: number, what: string, number: number): void {
  const name = table.u32(at);
  if (name >= table.size) {
    reportOutside(ctx, table, `The name of ${what} ${number}`, at);
    return;
  }
  if (!table.isTerminated(name))
    ctx.diagnostics.addSpan(UNTERMINATED_RULE, { what, number }, table.start + name, table.end);
}

/** Checks the interface pointers from `base` on; their table numbers begin at the word at `first`. */
export function checkPointersAgainstLinkage(
  ctx: Sm4ValidationContext,
  base: number,
  first: number,
  count: number,
): void {
  const records = ctx.flow.classes?.records ?? [];
  const index = firstFrom(records, base);
  const record = records[index];
  if (record?.base === base) {
    if (!sameTables(ctx, record, first, count)) ctx.report(OTHER_TABLES_RULE, 0, { pointer: base });
    return;
  }
  // The slots of a record begin where those of the previous one end.
  const before = records[index - 1];
  if (before && base < before.base + before.count) ctx.report(NOT_FIRST_RULE, 0, { pointer: base });
  ctx.report(NOT_IN_LINKAGE_RULE, 0, { pointer: base });
}

/** Index of the first of `records` that begins at slot `base` or later; the number of records where none does. */
function firstFrom(records: readonly LinkageRecord[], base: number): number {
  return firstWhere(records.length, (i) => records[i]!.base >= base);
}

function sameTables(ctx: Sm4ValidationContext, record: LinkageRecord, first: number, count: number): boolean {
  const table = ctx.flow.classes!;
  const length = record.readable && record.count <= INTERFACE_POINTERS ? record.typeCount : 0;
  if (length !== count) return false;
  for (let k = 0; k < count; k++) if (table.tableOf(record, k) !== ctx.cursor.word(first + k)) return false;
  return true;
}

/** Checks after the last instruction whether everything that class linkage names is declared. */
export function checkLinkageAtEnd(ctx: Sm4ValidationContext): void {
  const table = ctx.flow.classes;
  if (table === undefined) return;
  if (table.instances > 0) checkUses(ctx, table);
  for (const { base, count, at } of table.records) {
    const declared = ctx.flow.linkageIfAny?.pointers.get(base);
    const start = table.start + at;
    if (declared === undefined) {
      ctx.diagnostics.addSpan(INTERFACE_MISSING_RULE, { pointer: base }, start, start + 16);
      continue;
    }
    const length = declared.base + declared.length - base;
    if (length !== count)
      ctx.diagnostics.addSpan(OTHER_LENGTH_RULE, { pointer: base, expected: count, length }, start, start + 16);
  }
}

function checkUses(ctx: Sm4ValidationContext, table: LinkageTable): void {
  const views = new DeclaredViews(ctx);
  for (let instance = 0; instance < table.instances && ctx.diagnostics.omitted === 0; instance++) {
    const at = table.instanceAt(instance);
    const type = table.typeAt(table.u16(at + 4));
    const elements = table.u16(at + 6);
    const report = (what: string): void =>
      ctx.diagnostics.addSpan(INSTANCE_UNDECLARED_RULE, { instance, what }, table.start + at, table.start + at + 16);
    const buffer = table.u16(at + 8);
    const constants = table.u16(type + 6) * elements;
    if (buffer !== NO_SLOT && constants > 0) {
      const end = table.u16(at + 10) + constants;
      const size = views.constants(buffer);
      if (size < 0) report(`constant buffer ${buffer}`);
      if (end > size) report(`constants up to ${end - 1} of constant buffer ${buffer}`);
    }
    const texture = table.u16(at + 12);
    for (let k = 0; k < slotsOf(texture, table.u16(type + 8), elements); k++)
      if (!views.hasTexture(texture + k)) report(`texture ${texture + k}`);
    const sampler = table.u16(at + 14);
    for (let k = 0; k < slotsOf(sampler, table.u16(type + 10), elements); k++)
      if (!views.hasSampler(sampler + k)) report(`sampler ${sampler + k}`);
  }
}

/** How many slots are used from `slot` on, at most all that can exist. */
function slotsOf(slot: number, stride: number, elements: number): number {
  return slot === NO_SLOT ? 0 : Math.min(stride * elements, MAX_ENTRIES);
}
