/**
 * Puts blocks into one list of lines, in the order of the program: instructions, copies before jumps, and flow. A jump
 * that leaves several blocks at once becomes a flag and a test after each of them; a branch or block that is left from
 * inside becomes a construct that `break` leaves ({@link FlowStyle}).
 */
import {
  type Block,
  type Comparison,
  type Construct,
  type Copies,
  isConstructItem,
  type Jump,
  type Node,
  type Operand,
  Shape,
} from './nodes.ts';
import type { Numbering, Scalar, SourceIndex } from './operand-table.ts';

export interface NodeLine {
  readonly kind: 'node';
  readonly node: Node;
  /** Copies that operands need. */
  gathers: { to: Scalar; from: Scalar }[] | undefined;
}

export interface CopyLine {
  readonly kind: 'copies';
  /** The token of the operation that it comes from. */
  readonly at: number;
  readonly copies: Copies;
}

/** An instruction of flow; without a mnemonic a position where values begin. */
export interface FlowLine {
  readonly kind: 'flow';
  readonly mnemonic: string | undefined;
  /** The token of the operation that it comes from; 0 for the one of the line before. */
  readonly at: number;
  readonly operand?: Operand;
  readonly comparison?: Comparison;
  readonly nonZero?: boolean;
  /** The interface pointer of a call, and the function tables of a body that begins. */
  readonly pointer?: SourceIndex;
  readonly tables?: readonly number[];
  /** A body ends: the code around its call goes on. */
  readonly endsBody?: boolean;
  /** The value of a `case`. */
  readonly label?: number;
  /** How often a loop runs, where that is known. */
  readonly count?: number;
  /** The integer constant that says how often a loop runs. */
  readonly register?: number;
  /** Numbering that are defined here: results and parameters. */
  readonly defines?: readonly Scalar[];
}

export type Line = NodeLine | CopyLine | FlowLine;

/** The lines of a function with the loops that they are in. */
export interface Program {
  readonly lines: Line[];
  /** The loop of each line; -1 without. */
  readonly loopOf: number[];
  readonly loopParents: number[];
  readonly loopEnds: number[];
  readonly loopDepths: number[];
}

/** A flag that a jump over several blocks sets. */
interface Flag {
  readonly value: Scalar;
  readonly target: Construct;
  readonly kind: 'exit' | 'continue';
}

interface Plan {
  /** Branches and blocks that are left from inside. */
  readonly wrapped: Set<Construct>;
  /** Flags that are cleared before a construct. */
  readonly cleared: Map<Construct, Flag[]>;
  /** Flags that are tested after a construct. */
  readonly tested: Map<Construct, Flag[]>;
}

/** Whether falling from the end of a block is the same as a jump. */
type Natural = (jump: Jump) => boolean;

const isReturn: Natural = ({ kind }) => kind === 'return';

/** The jumps that falling from the end of a block of a construct equals; `outer` are those of its position. */
function naturalOf(construct: Construct, isLast: boolean, outer: Natural): Natural {
  const { kind, parent } = construct;
  if (kind === 'loop') return (jump) => jump.kind === 'continue' && jump.target === construct;
  if (kind === 'switch') return () => false;
  if (kind === 'call') return (jump) => jump.kind === 'exit' && jump.target === construct;
  const isTail = isLast && parent.jump.kind === 'unreachable';
  return (jump) => (jump.kind === 'exit' && jump.target === construct) || (isTail && outer(jump));
}

class Planner {
  readonly plan: Plan = { wrapped: new Set(), cleared: new Map(), tested: new Map() };
  readonly #enclosing: Construct[] = [];
  readonly #values: Numbering;

  constructor(values: Numbering) {
    this.#values = values;
  }

  /** Finds the branches that need a construct that `break` leaves. */
  findWrapped(block: Block, natural: Natural): void {
    for (const [i, item] of block.items.entries()) {
      if (!isConstructItem(item)) continue;
      const inner = naturalOf(item, i === block.items.length - 1, natural);
      for (const one of item.blocks) this.findWrapped(one, inner);
    }
    const { kind, target } = block.jump;
    if (kind === 'exit' && (target!.kind === 'if' || target!.kind === 'block') && !natural(block.jump))
      this.plan.wrapped.add(target!);
  }

  /** Finds the jumps that leave several constructs. */
  findFlags(block: Block, natural: Natural): void {
    for (const [i, item] of block.items.entries()) {
      if (!isConstructItem(item)) continue;
      const inner = naturalOf(item, i === block.items.length - 1, natural);
      const isBreakable = item.kind === 'loop' || item.kind === 'switch' || this.plan.wrapped.has(item);
      if (isBreakable) this.#enclosing.push(item);
      for (const one of item.blocks) this.findFlags(one, inner);
      if (isBreakable) this.#enclosing.pop();
    }
    const { jump } = block;
    if (natural(jump) || (jump.kind !== 'exit' && jump.kind !== 'continue') || leavesBody(jump)) return;
    const left = leftConstructs(this.#enclosing, jump);
    if (left.length === 0) return;
    const outermost = left.at(-1)!;
    const flags = listOf(this.plan.cleared, outermost);
    let flag = flags.find(({ target, kind }) => target === jump.target && kind === jump.kind);
    if (flag === undefined) {
      flag = { value: this.#values.newValue(), target: jump.target!, kind: jump.kind };
      flags.push(flag);
    }
    for (const one of left) {
      const tests = listOf(this.plan.tested, one);
      if (!tests.includes(flag)) tests.push(flag);
    }
  }
}

/** Whether a jump is the end of a function body, also from inside of other constructs. */
function leavesBody({ kind, target }: Jump): boolean {
  return kind === 'exit' && target?.kind === 'call';
}

/** The constructs inside of the target of a jump that it leaves before, the innermost first. */
function leftConstructs(enclosing: readonly Construct[], { kind, target }: Jump): Construct[] {
  const at = enclosing.lastIndexOf(target!);
  const inside = enclosing.slice(at + 1).reverse();
  // `continue` goes on with the innermost loop, through switches.
  if (kind === 'continue' && inside.every((one) => one.kind !== 'loop')) return [];
  return inside;
}

function listOf<Key, Value>(map: Map<Key, Value[]>, key: Key): Value[] {
  let list = map.get(key);
  if (list === undefined) {
    list = [];
    map.set(key, list);
  }
  return list;
}

/** The instructions of flow of an instruction set. */
export interface FlowStyle {
  readonly loop: readonly [start: string, end: string];
  /** The construct around what is left from inside. */
  readonly wrap: 'switch' | 'rep';
  /** The word of a flag that is set. */
  readonly set: number;
  /** The test of a flag: its comparison, if the instruction has one. */
  readonly test: (flag: Scalar) => Pick<FlowLine, 'operand' | 'nonZero' | 'comparison'>;
  readonly returns: boolean;
}

/** The style of models from 4.0 on. */
export const SM4_FLOW: FlowStyle = {
  loop: ['loop', 'endloop'],
  wrap: 'switch',
  set: -1,
  test: (flag) => ({ operand: { shape: Shape.one, scalars: [flag], negate: false, absolute: false }, nonZero: true }),
  returns: true,
};

export function linesOf(block: Block, values: Numbering, style: FlowStyle): Program {
  const planner = new Planner(values);
  planner.findWrapped(block, isReturn);
  planner.findFlags(block, isReturn);
  const writer = new LineWriter(planner.plan, values, style);
  writer.block(block, isReturn);
  if (style.returns) writer.flow('ret', { at: block.jump.at });
  return writer.program;
}

const JUMPS: ReadonlySet<string> = new Set(['break', 'continue', 'ret', 'abort']);

class LineWriter {
  readonly program: Program = { lines: [], loopOf: [], loopParents: [], loopEnds: [], loopDepths: [] };
  #loop = -1;
  readonly #enclosing: Construct[] = [];

  constructor(
    readonly plan: Plan,
    readonly values: Numbering,
    readonly style: FlowStyle,
  ) {}

  #push(line: Line): void {
    this.program.lines.push(line);
    this.program.loopOf.push(this.#loop);
  }

  flow(mnemonic: string | undefined, rest: Partial<Omit<FlowLine, 'kind' | 'mnemonic'>> = {}): void {
    this.#push({ kind: 'flow', mnemonic, at: 0, ...rest });
  }

  /** Returns whether its end is reached. */
  block(block: Block, natural: Natural): boolean {
    const { items } = block;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (!isConstructItem(item)) this.#push({ kind: 'node', node: item, gathers: undefined });
      else if (!this.#construct(item, naturalOf(item, i === items.length - 1, natural))) return false;
    }
    this.#jump(block.jump, natural);
    return natural(block.jump);
  }

  #copies(copies: Copies, at: number): void {
    if (copies.to.length > 0) this.#push({ kind: 'copies', copies, at });
  }

  #jump(jump: Jump, natural: Natural): void {
    const { kind, copies, at } = jump;
    if (kind === 'unreachable') return;
    if (!natural(jump) && !leavesBody(jump) && (kind === 'exit' || kind === 'continue')) {
      const left = leftConstructs(this.#enclosing, jump);
      if (left.length > 0) this.#setFlag(left.at(-1)!, jump);
      this.#copies(copies, at);
      this.flow(left.length === 0 && kind === 'continue' ? 'continue' : 'break', { at });
      return;
    }
    this.#copies(copies, at);
    if (natural(jump)) return;
    this.flow(kind === 'abort' ? 'abort' : 'ret', { at });
  }

  #setFlag(outermost: Construct, jump: Jump): void {
    const flag = this.plan.cleared
      .get(outermost)!
      .find(({ target, kind }) => target === jump.target && kind === jump.kind)!;
    this.#copies({ to: [flag.value], from: [this.values.table.literal(this.style.set)] }, jump.at);
  }

  /** Returns whether what follows is reached. */
  #construct(construct: Construct, natural: Natural): boolean {
    for (const { value } of this.plan.cleared.get(construct) ?? []) {
      this.#copies({ to: [value], from: [this.values.table.literal(0)] }, construct.at);
      // The flag lives from here to its last test, with all that is in between.
      this.flow(undefined, { defines: [value] });
    }
    const isWrapped = this.plan.wrapped.has(construct);
    if (isWrapped) {
      this.#enclosing.push(construct);
      this.#wrap(construct.at);
    }
    let isReached = true;
    if (construct.kind === 'if') isReached = this.#if(construct, natural);
    else if (construct.kind === 'loop') this.#loopOf(construct, natural);
    else if (construct.kind === 'switch') this.#switch(construct);
    else if (construct.kind === 'call') this.#call(construct);
    else isReached = this.block(construct.blocks[0]!, natural);
    if (isWrapped) {
      const isSwitch = this.style.wrap === 'switch';
      if (isReached && isSwitch) this.flow('break');
      this.flow(isSwitch ? 'endswitch' : 'endrep');
      this.#enclosing.pop();
    } else if (!isReached) return false;
    if (construct.results.length > 0) this.flow(undefined, { defines: construct.results });
    for (const { value, target, kind } of this.plan.tested.get(construct) ?? []) {
      const isLast = this.#enclosing.at(-1) === target || kind === 'continue';
      const innermostLoop = this.#enclosing.findLast((one) => one.kind === 'loop');
      const isContinue = kind === 'continue' && isLast && innermostLoop === target;
      this.flow(isContinue ? 'continuec' : 'breakc', this.style.test(value));
    }
    return true;
  }

  /** Begins a construct that `break` leaves and that runs once. */
  #wrap(at: number): void {
    if (this.style.wrap === 'rep') {
      this.flow('rep', { at, count: 1 });
      return;
    }
    const zero = this.values.table.literal(0);
    this.flow('switch', { at, operand: { shape: Shape.one, scalars: [zero], negate: false, absolute: false } });
    this.flow('default');
  }

  #if(construct: Construct, natural: Natural): boolean {
    const [then, otherwise] = construct.blocks;
    const { condition, comparison, nonZero, at } = construct;
    this.flow('if', { at, operand: condition!, nonZero, ...(comparison !== undefined && { comparison }) });
    const isReached = this.block(then!, natural);
    if (otherwise!.items.length === 0 && natural(otherwise!.jump) && otherwise!.jump.copies.to.length === 0) {
      this.flow('endif', { at: then!.jump.at });
      return true;
    }
    if (!isReached && this.#endsWithJump()) {
      // Nothing comes from the first branch: the second one needs no block.
      this.flow('endif', { at: then!.jump.at });
      return this.block(otherwise!, natural);
    }
    this.flow('else', { at: then!.jump.at });
    const isElseReached = this.block(otherwise!, natural);
    this.flow('endif', { at: otherwise!.jump.at });
    return isReached || isElseReached;
  }

  /** Whether the last line is an unconditional jump. */
  #endsWithJump(): boolean {
    const line = this.program.lines.at(-1)!;
    return line.kind === 'flow' && JUMPS.has(line.mnemonic ?? '');
  }

  #loopOf(construct: Construct, natural: Natural): void {
    this.#copies(construct.initial, construct.at);
    const { program } = this;
    const outer = this.#loop;
    const number = program.loopParents.push(outer) - 1;
    program.loopDepths.push(outer < 0 ? 1 : program.loopDepths[outer]! + 1);
    program.loopEnds.push(0);
    this.#loop = number;
    this.#enclosing.push(construct);
    const { count, at } = construct;
    this.flow(this.style.loop[0], {
      at,
      defines: construct.initial.to,
      ...count,
    });
    this.block(construct.blocks[0]!, natural);
    this.flow(this.style.loop[1], { at: construct.blocks[0]!.jump.at });
    program.loopEnds[number] = program.lines.length - 1;
    this.#enclosing.pop();
    this.#loop = outer;
  }

  /** A call with its bodies, which come after the program when it is written. */
  #call(construct: Construct): void {
    this.#enclosing.push(construct);
    const { condition, pointer, at } = construct;
    this.flow('fcall', { at, ...(condition !== undefined && { operand: condition }), pointer: pointer! });
    for (const [i, block] of construct.blocks.entries()) {
      const { values } = construct.cases[i]!;
      // A region without tables is for instances that no application binds.
      if (values.length === 0) continue;
      this.flow('label', { tables: values });
      this.block(block, naturalOf(construct, false, isReturn));
      this.flow('ret');
      this.flow(undefined, { endsBody: true });
    }
    this.#enclosing.pop();
  }

  #switch(construct: Construct): void {
    this.#enclosing.push(construct);
    this.flow('switch', { at: construct.at, operand: construct.condition! });
    for (const [i, block] of construct.blocks.entries()) {
      const { values, isDefault, at = [] } = construct.cases[i]!;
      for (const [k, label] of values.entries()) this.flow('case', { label, at: at[k] ?? 0 });
      if (isDefault) this.flow('default', { at: at[values.length] ?? 0 });
      this.block(block, () => false);
      if (!this.#endsWithJump()) this.flow('break');
    }
    this.flow('endswitch', { at: construct.endsAt });
    this.#enclosing.pop();
  }
}
