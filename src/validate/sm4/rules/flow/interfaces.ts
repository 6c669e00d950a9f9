/**
 * Rules of function bodies, function tables and interface pointers, and of calls through them: each is declared before
 * its first use, and used.
 *
 * Not for: labels of function bodies (flow.ts), or interfaces of the class linkage (linkage.ts).
 */
import { getOrInsert } from '../../../../base/collections.ts';
import { INTERFACE_POINTERS } from '../../../../chunks/ifce.ts';
import type { Sm4OperandSlot } from '../../../../isa/sm4/cursor.ts';
import { Sm4InterfaceIdToken, Sm4InterfaceToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, ReferenceHandlers, Sm4ValidationContext } from '../../context.ts';
import { FunctionTable, type LinkageState, type Pointers, type Routine } from './flow-state.ts';
import { checkLinkageAtEnd, checkPointersAgainstLinkage } from './linkage.ts';

export const DECLARED_TWICE_RULE: Sm4RuleRow = {
  code: 'DX3675',
  text: '{what} {number} is declared twice.',
  hint: 'Remove one of the declarations.',
};
export const UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3676',
  text: '{what} {number} is used before it is declared.',
  hint: 'Move its declaration before its first use.',
};
export const UNDECLARED_BODY_RULE: Sm4RuleRow = {
  code: 'DX3677',
  text: 'Function body {body} is not declared.',
  hint: 'Declare it with `dcl_function_body`.',
};
export const TABLE_LENGTH_RULE: Sm4RuleRow = {
  code: 'DX3678',
  text: 'Function table {table} has {length} functions; its interface pointer expects {expected}.',
  hint: 'Give every table of an interface pointer one function for each of its call sites.',
};
export const UNREFERENCED_RULE: Sm4RuleRow = {
  code: 'DX3679',
  text: '{what} {number} is declared but not used.',
  hint: 'Remove its declaration.',
};
export const BODY_MISSING_RULE: Sm4RuleRow = {
  code: 'DX3680',
  text: 'Function body {body} is declared but not defined.',
  hint: 'Add the function, or remove what uses it.',
};
export const POINTER_OUT_OF_RANGE_RULE: Sm4RuleRow = {
  code: 'DX3681',
  text: 'Interface pointer {pointer} is above the limit of {most}.',
  hint: 'Declare fewer interface pointers.',
};
export const CALLS_UNDECLARED_RULE: Sm4RuleRow = {
  code: 'DX3682',
  aborts: true,
  text: 'Interface pointer {pointer} is not declared.',
  hint: 'Declare it with `dcl_interface`.',
};
export const CALL_OUT_OF_RANGE_RULE: Sm4RuleRow = {
  code: 'DX3683',
  aborts: true,
  text: 'Function {index} is called through an interface pointer with {callSites} call sites.',
  hint: 'Call a function that its tables contain.',
};
export const SHARED_BODY_RULE: Sm4RuleRow = {
  code: 'DX3684',
  aborts: true,
  text: 'Function body {body} is also called by another phase.',
  hint: 'Give each phase an interface of its own.',
};
export const CALL_SITES_RULE: Sm4RuleRow = {
  code: 'DX3685',
  text: 'The program has more than {most} calls through interface pointers.',
  hint: 'Make fewer calls.',
};

const MAX_CALLS = 4096;

function checkBodyDeclaration(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  const number = cursor.word(cursor.payload) | 0;
  const body = ctx.flow.body(number, cursor.start);
  if (body.declared) ctx.report(DECLARED_TWICE_RULE, 0, { what: 'Function body', number });
  body.declared = true;
}

/** The list has its stated length, even where the instruction is shorter (source: oracle). */
function checkTableDeclaration(ctx: Sm4ValidationContext): void {
  const { cursor, flow } = ctx;
  const first = cursor.payload + 2;
  const number = cursor.word(first - 2) | 0;
  const length = cursor.word(first - 1);
  const { linkage } = flow;
  const { tables, bodies } = linkage;
  let table = tables.get(number);
  if (table === undefined) {
    table = new FunctionTable(number, length, cursor.start);
    tables.set(number, table);
  } else ctx.report(DECLARED_TWICE_RULE, 0, { what: 'Function table', number });
  const end = first + linkage.readable(length, cursor.program.words.length - first);
  for (let at = first; at < end; at++) {
    const named = cursor.word(at) | 0;
    if (!bodies.has(named)) ctx.report(UNDECLARED_RULE, 0, { what: 'Function body', number: named }, at);
    const body = flow.body(named, cursor.start);
    body.called = true;
    body.table = table;
    body.index = at - first;
    table.bodies.push(body);
  }
}

function checkPointerDeclaration(ctx: Sm4ValidationContext): void {
  const { cursor, flow } = ctx;
  const at = cursor.payload;
  const base = Sm4InterfaceIdToken.id.get(cursor.word(at));
  const callSites = cursor.word(at + 1);
  const shape = cursor.word(at + 2);
  const length = Sm4InterfaceToken.arrayLength.get(shape);
  const tables: FunctionTable[] = [];
  const first = at + 3;
  const { linkage } = flow;
  const count = Sm4InterfaceToken.tableCount.get(shape);
  const end = first + linkage.readable(count, cursor.program.words.length - first);
  for (let k = first; k < end; k++) {
    const number = cursor.word(k) | 0;
    const table = linkage.tables.get(number);
    if (table === undefined) {
      ctx.report(UNDECLARED_RULE, 0, { what: 'Function table', number }, k);
      continue;
    }
    table.pointer = base;
    tables.push(table);
    if (table.length === callSites) continue;
    ctx.report(TABLE_LENGTH_RULE, 0, { table: number, length: table.length, expected: callSites }, k);
  }
  checkPointersAgainstLinkage(ctx, base, first, count);
  declarePointers(ctx, { base, length, callSites, tables, at: cursor.start });
}

function declarePointers(ctx: Sm4ValidationContext, pointers: Pointers): void {
  const { base, length } = pointers;
  const { linkage } = ctx.flow;
  for (let pointer = base; pointer < base + length; pointer++) {
    if (pointer >= INTERFACE_POINTERS) {
      if (ctx.diagnostics.omitted > 0) return;
      ctx.report(POINTER_OUT_OF_RANGE_RULE, 0, { pointer, most: INTERFACE_POINTERS - 1 });
    } else if (linkage.pointers.has(pointer)) {
      ctx.report(DECLARED_TWICE_RULE, 0, { what: 'Interface pointer', number: pointer });
    } else linkage.pointers.set(pointer, pointers);
  }
}

/** The operand has two indices: the first interface pointer of an array, and the offset in the array. */
export function checkFunctionCall(ctx: Sm4ValidationContext): void {
  const { cursor, flow } = ctx;
  const slot = cursor.operands[0]!;
  const index = cursor.word(cursor.body);
  const { linkage } = flow;
  const pointer = slot.index0 + slot.index1;
  const declared = linkage.pointers.get(pointer);
  if (declared === undefined) {
    ctx.report(CALLS_UNDECLARED_RULE, 0, { pointer });
    return;
  }
  if (index >= declared.callSites) {
    ctx.report(CALL_OUT_OF_RANGE_RULE, 0, { index, callSites: declared.callSites });
    return;
  }
  linkage.referenced.add(slot.isRelative(1) ? lastOf(declared) : pointer);
  const calls = getOrInsert(linkage.calls, slot.index0, () => new Set());
  calls.add(index);
  if (++linkage.callCount > MAX_CALLS) linkage.callsTooMany.push(cursor.position);
  if (ctx.stage === 'hs') checkPhaseOfBodies(ctx, declared, index);
}

/** As elsewhere, only the table that names a body last counts. */
function checkPhaseOfBodies(ctx: Sm4ValidationContext, { tables }: Pointers, index: number): void {
  const phase = ctx.flow.callingPhase;
  for (const table of tables) {
    const body = table.bodies[index];
    if (body === undefined || body.table !== table || body.index !== index) continue;
    if (body.phase >= 0 && body.phase !== phase) {
      ctx.report(SHARED_BODY_RULE, 0, { body: body.number });
      return;
    }
    body.phase = phase;
  }
}

/** The pointer that represents an entire array: Microsoft's validator only looks at the last one (source: oracle). */
function lastOf({ base, length }: Pointers): number {
  return base + length - 1;
}

/** Data of an instance: the entire array counts as used. */
function checkThisPointer(ctx: Sm4ValidationContext, slot: Sm4OperandSlot): void {
  const linkage = ctx.flow.linkageIfAny;
  const declared = linkage?.pointers.get(slot.index0);
  if (declared !== undefined) linkage!.referenced.add(lastOf(declared));
}

/**
 * Whether a call so far reaches a function body. Only the last table that names a body counts, and the last interface
 * pointer that names the table (source: oracle).
 */
export function isReachable(body: Routine | undefined, linkage: LinkageState | undefined): boolean {
  if (body?.table === undefined || linkage === undefined) return false;
  return linkage.calls.get(body.table.pointer)?.has(body.index) ?? false;
}

/** Reports after the last instruction what is declared but not used, and checks what class linkage expects. */
export function checkInterfacesAtEnd(ctx: Sm4ValidationContext): void {
  const linkage = ctx.flow.linkageIfAny;
  if (linkage !== undefined) {
    for (const { number, called, defined, at } of linkage.bodies.values()) {
      if (!called) ctx.reportProgram(UNREFERENCED_RULE, { what: 'Function body', number }, at);
      if (!defined) ctx.reportProgram(BODY_MISSING_RULE, { body: number }, at);
    }
    for (const { number, pointer, at } of linkage.tables.values())
      if (pointer < 0) ctx.reportProgram(UNREFERENCED_RULE, { what: 'Function table', number }, at);
  }
  checkLinkageAtEnd(ctx);
  if (linkage !== undefined) checkUnusedPointers(ctx);
}

function checkUnusedPointers(ctx: Sm4ValidationContext): void {
  const { pointers, referenced } = ctx.flow.linkage;
  for (let number = 0; number < INTERFACE_POINTERS; number++) {
    const declared = pointers.get(number);
    if (declared !== undefined && number === lastOf(declared) && !referenced.has(number))
      ctx.reportProgram(UNREFERENCED_RULE, { what: 'Interface pointer', number }, declared.at);
  }
}

/** Checks the number of calls through interface pointers, after everything else. */
export function checkCallCount(ctx: Sm4ValidationContext): void {
  for (const position of ctx.flow.linkageIfAny?.callsTooMany ?? []) {
    ctx.cursor.goto(position);
    ctx.report(CALL_SITES_RULE, 0, { most: MAX_CALLS });
  }
}

export const INTERFACE_DECLARATIONS: Handlers = {
  dcl_function_body: checkBodyDeclaration,
  dcl_function_table: checkTableDeclaration,
  dcl_interface: checkPointerDeclaration,
};
/** Operands of instructions that are no declarations, by their type. */
export const INTERFACE_REFERENCES: ReferenceHandlers = { thisPointer: checkThisPointer };
