/**
 * Switches: each group of cases that fall into each other is a region of the construct. In a group of several, which
 * only shader model 4.0 allows, a selector says where it was entered, and all bodies but the last run if they are not
 * before that.
 */

import type { IrCase } from '../../ir/index.ts';
import { Kind, Op } from '../../ir/index.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import { beginIf, deadFrame, endIf, finish, leaveBranch, push, restore, snapshot } from '../flow.ts';
import type { CaseBody, CaseGroups, Frame } from '../frames.ts';
import { DX5101, DX5111 } from '../messages.ts';
import type { Sm4Lowering } from './lowering.ts';
import { scalar } from './sources.ts';

/** The labels of one body: its last position, the values of all, and whether `default` is one of them. */
interface Body {
  readonly first: number;
  readonly values: number[];
  readonly labels: number[];
  isDefault: boolean;
  fallsThrough: boolean;
}

export function beginSwitch(l: Sm4Lowering): void {
  const { b, cursor, flow } = l;
  if (l.isDead) {
    push(l, deadFrame('switch'));
    return;
  }
  const selector = scalar(l, 0, Kind.u32);
  const { before: written, after: results } = l.carriedHere;
  const bodies = bodiesOf(l, flow.blocks[flow.blockAt[cursor.position]!]!.parts);
  const groups = groupsOf(bodies);
  const cases: IrCase[] = groups.map((group) => ({
    values: group.flatMap(({ values }) => values),
    isDefault: group.some(({ isDefault }) => isDefault),
  }));
  const hasDefault = cases.some(({ isDefault }) => isDefault);
  if (!hasDefault) cases.push({ values: [], isDefault: true });
  const before = snapshot(l, written);
  const op = b.beginSwitch(selector, cases);
  const frame: Frame = {
    kind: 'switch',
    op,
    written,
    before,
    results,
    exits: [],
    hasElse: false,
    entry: 0,
    cases: caseGroups(selector, groups),
  };
  push(l, frame);
  if (!hasDefault) {
    b.nextRegion(op, groups.length);
    leaveBranch(l, frame);
  }
  // Until the first label.
  l.isDead = true;
}

/** Labels with the same instructions, in order. */
function bodiesOf(l: Sm4Lowering, parts: readonly number[]): Body[] {
  const { program } = l.cursor;
  const bodies: Body[] = [];
  const values = new Set<number | 'default'>();
  for (const position of parts) {
    const start = program.starts[position]!;
    const isDefault = Sm4OpcodeToken.opcode.get(program.words[start]!) === SM4_OPCODES.default.code;
    let body = bodies.at(-1);
    if (body === undefined || body.labels.at(-1) !== position - 1) {
      body = { first: position, values: [], labels: [], isDefault: false, fallsThrough: false };
      bodies.push(body);
    }
    body.labels.push(position);
    body.fallsThrough = l.structure.fallsThrough[position] !== 0;
    const value = isDefault ? 'default' : caseValue(l, position);
    if (values.has(value)) l.refuse(DX5111, { what: isDefault ? 'default' : `case ${value}` }, start);
    values.add(value);
    if (value === 'default') body.isDefault = true;
    else body.values.push(value);
  }
  return bodies;
}

/** The value of the `case` at a position. The cursor comes back. */
function caseValue({ cursor }: Sm4Lowering, position: number): number {
  const here = cursor.position;
  cursor.goto(position);
  const value = cursor.word(cursor.operands[0]!.literal) | 0;
  cursor.goto(here);
  return value;
}

function groupsOf(bodies: readonly Body[]): Body[][] {
  const groups: Body[][] = [];
  for (const [i, body] of bodies.entries()) {
    if (i > 0 && bodies[i - 1]!.fallsThrough) groups.at(-1)!.push(body);
    else groups.push([body]);
  }
  return groups;
}

/**
 * The values of bodies that are not the first of their group: complete lists would grow with the square of the cases.
 */
const NO_VALUES: CaseBody['values'] = [];

function caseGroups(selector: number, groups: readonly (readonly Body[])[]): CaseGroups {
  const bodyAt = new Map<number, CaseBody>();
  const otherLabels = new Set<number>();
  for (const [group, bodies] of groups.entries()) {
    for (const [index, { first, labels }] of bodies.entries()) {
      for (const label of labels.slice(1)) otherLabels.add(label);
      bodyAt.set(first, {
        group,
        index,
        count: bodies.length,
        values: index === 0 ? bodies.map(({ values }) => values) : NO_VALUES,
        defaultIndex: index === 0 ? bodies.findIndex(({ isDefault }) => isDefault) : -1,
      });
    }
  }
  return { selector, bodyAt, otherLabels };
}

/** `case` and `default`. */
export function enterCase(l: Sm4Lowering): void {
  const { position, row } = l.cursor;
  const isInGuard = l.frames.at(-1)?.kind === 'guard';
  const frame = l.frames.at(isInGuard ? -2 : -1);
  if (frame?.kind !== 'switch') l.refuse(DX5101, { what: row!.mnemonic, block: 'switch' });
  frame.hasElse = true;
  if (frame.cases === undefined || frame.cases.otherLabels.has(position)) return;
  if (isInGuard) endGuard(l);
  const body = frame.cases.bodyAt.get(position);
  // Damage: the label belongs to no block.
  if (body === undefined) l.refuse(DX5101, { what: row!.mnemonic, block: 'switch' });
  if (body.index === 0) {
    leaveBranch(l, frame);
    l.b.nextRegion(frame.op, body.group);
    restore(l, frame.written, frame.before);
    l.isDead = false;
    if (body.count > 1) frame.entry = groupEntry(l, frame.cases.selector, body);
  }
  if (body.index < body.count - 1 && !l.isDead) {
    const isEntered = l.b.op(Op['u.ge'], Kind.bool, l.unsigned(body.index), frame.entry);
    beginIf(l, isEntered, { before: frame.written, after: frame.written }, 'guard');
  }
}

/** The number of the body in its group that the selector names. */
function groupEntry({ b }: Sm4Lowering, selector: number, { values, defaultIndex }: CaseBody): number {
  const cases = values.map((labels, i): IrCase => ({ values: labels, isDefault: i === defaultIndex }));
  // One of them has to be the default of this switch; values of other groups do not come here.
  if (defaultIndex < 0) cases[cases.length - 1] = { ...cases.at(-1)!, isDefault: true };
  const construct = b.beginSwitch(selector, cases);
  for (let i = 0; i < cases.length; i++) {
    b.nextRegion(construct, i);
    b.exit(construct, [b.unsigned(i)]);
  }
  b.end(construct);
  return b.result(construct, Kind.u32, 0);
}

/** Ends the body of a case that others fall into. */
function endGuard(l: Sm4Lowering): void {
  endIf(l, l.frames.pop()!);
}

export function endSwitch(l: Sm4Lowering): void {
  if (l.frames.at(-1)?.kind === 'guard') endGuard(l);
  const frame = l.frames.pop();
  if (frame?.kind !== 'switch') l.refuse(DX5101, { what: 'endswitch', block: 'switch' });
  if (frame.op < 0) return;
  leaveBranch(l, frame);
  finish(l, frame);
}
