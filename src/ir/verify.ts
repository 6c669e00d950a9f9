/**
 * Checks a module: every value is visible where it is used, types follow the table, jumps have targets and the values
 * that these expect, and what operations name exists. One walk over all operations.
 *
 * Not for: whether a program is valid Direct3D (src/validate), which lowering requires.
 */
import { type Diagnostic, Diagnostics, type MessageValues } from '../base/diagnostics.ts';
import { MAX_IR_NESTING, MAX_IR_ROWS } from '../base/limits.ts';
import type { Message } from '../base/messages.ts';
import { IR_STAGES, type IrStage } from './declarations.ts';
import {
  DX5000,
  DX5001,
  DX5002,
  DX5003,
  DX5004,
  DX5005,
  DX5006,
  DX5007,
  DX5008,
  DX5009,
  DX5010,
  DX5011,
  DX5012,
  DX5013,
  DX5014,
  DX5015,
  DX5016,
  DX5017,
  DX5018,
} from './messages.ts';
import { continueRegion, type IrModule, parametersOf, resultsOf, typesOf } from './module.ts';
import { NO_OP, type OpStore } from './op-store.ts';
import { isConstruct, isTerminator, OP_NAMES, OP_ROWS, Op } from './ops.ts';
import { followsRule, OP_RULES } from './type-rules.ts';
import { type IrType, isSameType, Kind, kindOf, typeText, widestOf, widthOf, wordsOf } from './types.ts';

// Whether what operations name exists in their module: bindings, elements, components, stages.

interface AttributeFault {
  readonly message: Message;
  readonly values: MessageValues;
}

/** Stages of operations that not all have. */
const STAGES: ReadonlyMap<number, readonly IrStage[]> = new Map<number, readonly IrStage[]>([
  [Op.discard, ['ps']],
  [Op.emit, ['gs']],
  [Op.cut, ['gs']],
]);

/** The first thing that is wrong with the attribute of `op`; undefined without. */
function attributeFault(module: IrModule, op: number): AttributeFault | undefined {
  const { code, extra } = module.ops;
  const opcode = code[op]!;
  const row = OP_ROWS[opcode];
  if (row === undefined) return missing('operation', opcode);
  const stages = STAGES.get(opcode) ?? (row.effect === 'quad' ? (['ps'] as const) : IR_STAGES);
  if (!stages.includes(module.stage)) return { message: DX5010, values: { stage: module.stage } };
  const value = extra[op]!;
  switch (row.attribute) {
    case 'input':
      return element(module, op, module.inputs[value >> 2]?.mask, 'input');
    case 'output':
      return element(module, op, module.outputs[value >> 2]?.mask, 'output');
    case 'inputRange':
      return element(module, op, module.inputRanges[value >> 2] && 15, 'range');
    case 'outputRange':
      return element(module, op, module.outputRanges[value >> 2] && 15, 'range');
    case 'constants':
      return element(module, op, module.bindings[value >> 2] && 15, 'binding');
    case 'variable':
      return element(module, op, variableMask(module, value >> 2), 'variable');
    case 'component':
      return element(module, op, 15, 'component');
    case 'access':
      return module.accesses[value] === undefined || module.bindings[module.accesses[value].binding] === undefined
        ? missing('access', value)
        : undefined;
    case 'binding':
      return value !== -1 && module.bindings[value] === undefined ? missing('binding', value) : undefined;
    case 'function':
      return module.functions[value] === undefined ? missing('function', value) : undefined;
    case 'regions':
      return isConstruct(opcode) && module.owner[value] !== op && module.regionCount(op) === 0 && opcode !== Op.switch
        ? missing('region', value)
        : undefined;
    case 'message':
      return module.facts.messages?.[value] === undefined ? missing('message', value) : undefined;
    case 'stream':
      return value < 0 || value > 3 ? missing('stream', value) : undefined;
    default:
      return undefined;
  }
}

function variableMask(module: IrModule, number: number): number | undefined {
  const variable = module.variables[number];
  return variable && 2 ** variable.components - 1;
}

function missing(what: string, number: number): AttributeFault {
  return { message: DX5008, values: { what, number } };
}

/** Checks components from the one that the attribute names on; the last operand is what is written. */
function element(module: IrModule, op: number, mask: number | undefined, what: string): AttributeFault | undefined {
  const { ops } = module;
  const number = ops.extra[op]! >> 2;
  if (mask === undefined) return missing(what, number);
  const first = ops.extra[op]! & 3;
  const resultType = ops.type[op]!;
  const type =
    kindOf(resultType) === Kind.none ? ops.type[ops.operand(op, Math.max(ops.arity[op]! - 1, 0))]! : resultType;
  const taken = ((1 << widthOf(type)) - 1) << first;
  if ((taken & ~mask) === 0) return undefined;
  return { message: DX5009, values: { what, number } };
}

/**
 * The rules that a module breaks; none for a module as lowering makes it. Spans are the bytes of the tokens that
 * operations are from.
 */
export function verifyIr(module: IrModule): Diagnostic[] {
  const verifier = new Verifier(module);
  verifier.run();
  return verifier.diagnostics.list;
}

class Verifier {
  readonly diagnostics = new Diagnostics();
  readonly #module: IrModule;
  readonly #ops: OpStore;
  /** Whether the value of an operation can be used here. */
  readonly #visible: Uint8Array;
  /** Constructs that enclose this, from the outermost. */
  readonly #enclosing: number[] = [];
  /** Regions that enclose this, with the function's. */
  readonly #regions: number[] = [];
  readonly #regionSeen: Uint8Array;
  readonly #calls: Set<number>[] = [];
  #function = 0;

  constructor(module: IrModule) {
    this.#module = module;
    this.#ops = module.ops;
    this.#visible = new Uint8Array(module.ops.count);
    this.#regionSeen = new Uint8Array(module.first.length);
  }

  run(): void {
    const { functions, variables, stage } = this.#module;
    // A hull shader without phases passes its points on.
    if (stage !== 'hs' && !functions.some(({ kind }) => kind !== 'subroutine')) this.#report(DX5016, 0);
    const rows = variables.reduce((sum, variable) => sum + variable.rows, 0);
    if (rows > MAX_IR_ROWS) this.#report(DX5017, 0, { limit: MAX_IR_ROWS });
    for (const [number, { region }] of this.#module.functions.entries()) {
      this.#function = number;
      this.#calls.push(new Set());
      this.#region(region);
    }
    this.#recursion();
  }

  #report(message: Message, op: number, values: MessageValues = {}): void {
    const at = 4 * (this.#ops.at[op] ?? 0);
    const name = OP_NAMES[this.#ops.code[op]!] ?? '?';
    this.diagnostics.report(message, at, at + 4, { op, name, ...values });
  }

  #region(region: number): void {
    const { first } = this.#module;
    const { next, prev } = this.#ops;
    if (this.#regionSeen[region] !== 0) {
      this.#report(DX5012, first[region]!, { region });
      return;
    }
    this.#regionSeen[region] = 1;
    if (this.#regions.length > MAX_IR_NESTING) {
      this.#report(DX5015, first[region]!, { limit: MAX_IR_NESTING });
      return;
    }
    this.#regions.push(region);
    let previous = NO_OP;
    let terminators = 0;
    for (let op = first[region]!; op !== NO_OP; op = next[op]!) {
      if (prev[op] !== previous || this.#ops.region[op] !== region || this.#visible[op] !== 0) {
        this.#report(DX5012, op, { region });
        break;
      }
      this.#operation(op, previous);
      if (isTerminator(this.#ops.code[op]!)) terminators++;
      this.#visible[op] = 1;
      previous = op;
    }
    this.#end(region, terminators);
    for (let op = first[region]!; op !== NO_OP && this.#visible[op] === 1; op = next[op]!) this.#visible[op] = 2;
    this.#regions.pop();
  }

  #end(region: number, terminators: number): void {
    const { last, owner } = this.#module;
    const { code } = this.#ops;
    const end = last[region]!;
    const isEmptyNext = end === NO_OP && owner[region] !== NO_OP && this.#isNextRegion(region);
    if (isEmptyNext) return;
    if (end === NO_OP || !isTerminator(code[end]!) || terminators !== 1)
      this.#report(DX5004, end === NO_OP ? Math.max(owner[region]!, 0) : end, { region });
  }

  /** Whether a region is the one of a loop that runs before it repeats. */
  #isNextRegion(region: number): boolean {
    const owner = this.#module.owner[region]!;
    return owner !== NO_OP && this.#ops.code[owner] === Op.loop && this.#ops.extra[owner] === region - 1;
  }

  #operation(op: number, previous: number): void {
    const { code, at } = this.#ops;
    const { tokens } = this.#module.facts;
    if (tokens !== undefined && at[op]! >= tokens) this.#report(DX5011, op, { at: at[op]!, tokens });
    const opcode = code[op]!;
    const type = this.#ops.type[op]!;
    if (widthOf(type) > widestOf(kindOf(type)))
      this.#report(DX5002, op, { type: typeText(type), rule: 'at most two doubles' });
    const fault = attributeFault(this.#module, op);
    if (fault !== undefined) this.#attribute(op, fault);
    if (opcode === Op.const) this.#constant(op);
    else if (opcode === Op.pick) this.#pick(op);
    else if (opcode === Op.result || opcode === Op.param) this.#carried(op, previous);
    else this.#operands(op);
    if (isTerminator(opcode)) this.#jump(op);
    else if (opcode === Op.call && fault === undefined) this.#call(op);
    else if (isConstruct(opcode)) this.#construct(op);
  }

  #attribute(op: number, { message, values }: AttributeFault): void {
    this.#report(message, op, values);
  }

  /** Whether a value can be used; reports it if not. */
  #use(op: number, value: number): boolean {
    if (this.#visible[value] === 1 && kindOf(this.#ops.type[value]!) !== Kind.none) return true;
    this.#report(DX5000, op, { value });
    return false;
  }

  #constant(op: number): void {
    const { type, arity } = this.#ops;
    if (arity[op] !== widthOf(type[op]!) * wordsOf(kindOf(type[op]!)) || kindOf(type[op]!) === Kind.none)
      this.#report(DX5003, op, { count: arity[op]! });
  }

  #pick(op: number): void {
    const ops = this.#ops;
    const type = ops.type[op]!;
    if (ops.arity[op] !== widthOf(type)) this.#report(DX5003, op, { count: ops.arity[op]! });
    for (let i = 0; i < ops.arity[op]!; i++) {
      const ref = ops.operand(op, i);
      const value = ref >> 2;
      if (!this.#use(op, value)) continue;
      const from = ops.type[value]!;
      if (kindOf(from) !== kindOf(type) || (ref & 3) >= widthOf(from))
        this.#report(DX5001, op, {
          index: i,
          type: typeText(from),
          rule: 'a component of the kind',
        });
    }
  }

  /** Parameters are first in their region, results follow their construct, and both are in order. */
  #carried(op: number, previous: number): void {
    const ops = this.#ops;
    const opcode = ops.code[op]!;
    const number = ops.extra[op]!;
    const isAfterSame = previous !== NO_OP && ops.code[previous] === opcode;
    if (opcode === Op.param) {
      if (previous === NO_OP ? number === 0 : isAfterSame && ops.extra[previous] === number - 1) return;
    } else {
      const owner = ops.arity[op] === 1 ? ops.a[op]! : NO_OP;
      if (
        number === 0
          ? owner === previous && this.#hasResults(owner)
          : isAfterSame && ops.a[previous] === owner && ops.extra[previous] === number - 1
      )
        return;
    }
    this.#report(DX5013, op);
  }

  #hasResults(op: number): boolean {
    return op !== NO_OP && (isConstruct(this.#ops.code[op]!) || this.#ops.code[op] === Op.call);
  }

  #operands(op: number): void {
    const ops = this.#ops;
    const { result, operands, required, repeats } = OP_RULES[ops.code[op]!]!;
    const type = ops.type[op]!;
    const count = ops.arity[op]!;
    // The value of an atomic operation may be left out.
    const isUnused = kindOf(type) === Kind.none && OP_ROWS[ops.code[op]!]!.effect === 'writes';
    if (result === undefined ? type !== Kind.none : !isUnused && !followsRule(result, type, type, type))
      this.#report(DX5002, op, { type: typeText(type), rule: result?.text ?? 'none' });
    if (count < required || (count > operands.length && !repeats)) this.#report(DX5003, op, { count });
    const first = count > 0 ? (ops.type[ops.operand(op, 0)] ?? Kind.none) : Kind.none;
    for (let i = 0; i < count; i++) {
      const value = ops.operand(op, i);
      const rule = operands[Math.min(i, operands.length - 1)];
      if (!this.#use(op, value) || rule === undefined || (isUnused && rule.same === 'result')) continue;
      if (!followsRule(rule, ops.type[value]!, type, first))
        this.#report(DX5001, op, { index: i, type: typeText(ops.type[value]!), rule: rule.text });
    }
  }

  #jump(op: number): void {
    const { code, extra } = this.#ops;
    const opcode = code[op]!;
    if (opcode === Op.unreachable || opcode === Op.abort) return;
    const crossed = this.#regions.slice(1).findLastIndex((region) => this.#isNextRegion(region));
    if (opcode === Op.return) {
      if (crossed >= 0) this.#report(DX5005, op);
      else this.#values(op, this.#module.functions[this.#function]!.results);
      return;
    }
    const target = extra[op]!;
    const depth = this.#enclosing.lastIndexOf(target);
    const isAllowed =
      opcode === Op.repeat
        ? depth === crossed && depth === this.#enclosing.length - 1
        : depth > crossed && (opcode === Op.exit || code[target] === Op.loop);
    if (depth < 0 || !isAllowed) this.#report(DX5005, op);
    else this.#values(op, this.#expected(opcode, target));
  }

  /** Types of the values that a jump to `target` has. */
  #expected(jump: number, target: number): IrType[] {
    if (jump === Op.exit) return typesOf(this.#module, resultsOf(this.#module, target));
    const region = jump === Op.continue ? continueRegion(this.#module, target) : this.#ops.extra[target]!;
    return this.#parameterTypes(region);
  }

  #parameterTypes(region: number): IrType[] {
    return typesOf(this.#module, parametersOf(this.#module, region));
  }

  /** Checks the types of all operands of `op`. */
  #values(op: number, expected: readonly IrType[]): void {
    const ops = this.#ops;
    const isSame =
      ops.arity[op] === expected.length && expected.every((type, i) => isSameType(type, ops.type[ops.operand(op, i)]!));
    if (isSame) return;
    const found = ops.operands(op).map((value) => typeText(ops.type[value]!));
    this.#report(DX5006, op, {
      found: found.join(', ') || 'none',
      expected: expected.map(typeText).join(', ') || 'none',
    });
  }

  #call(op: number): void {
    const number = this.#ops.extra[op]!;
    const callee = this.#module.functions[number]!;
    this.#calls[this.#function]!.add(number);
    this.#values(op, this.#parameterTypes(callee.region));
    const types = typesOf(this.#module, resultsOf(this.#module, op));
    if (types.length !== callee.results.length || types.some((type, i) => !isSameType(type, callee.results[i]!)))
      this.#report(DX5006, op, {
        found: types.map(typeText).join(', '),
        expected: callee.results.map(typeText).join(', '),
      });
  }

  #construct(op: number): void {
    const module = this.#module;
    const start = this.#ops.extra[op]!;
    if (this.#ops.code[op] === Op.loop) this.#values(op, this.#parameterTypes(start));
    this.#enclosing.push(op);
    const values = new Set<number | 'default'>();
    const count = module.regionCount(op);
    for (let region = start; region < start + count; region++) {
      this.#region(region);
      const cases = module.cases[region];
      const labels = [...(cases?.values ?? []), ...(cases?.isDefault ? (['default'] as const) : [])];
      if (labels.some((value) => values.has(value))) this.#report(DX5014, op);
      for (const value of labels) values.add(value);
    }
    this.#enclosing.pop();
  }

  /** Reports functions that call themselves through others. */
  #recursion(): void {
    const state = new Uint8Array(this.#calls.length);
    const visit = (number: number, depth: number): void => {
      if (depth > MAX_IR_NESTING) {
        this.diagnostics.report(DX5018, 0, 0, { function: number, limit: MAX_IR_NESTING });
        return;
      }
      state[number] = 1;
      for (const callee of this.#calls[number] ?? []) {
        if (state[callee] === 1) this.diagnostics.report(DX5007, 0, 0, { function: callee });
        else if (state[callee] === 0) visit(callee, depth + 1);
      }
      state[number] = 2;
    };
    for (let number = 0; number < this.#calls.length; number++) if (state[number] === 0) visit(number, 0);
  }
}
