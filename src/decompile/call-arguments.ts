/**
 * The arguments and results of a call of an interface: its functions use nothing but their parameters and what is
 * global, and components that belong together are one value.
 */
import type { Component, SplitIndex } from '../emit/hlsl/indices.ts';
import { IrBuilder, type IrModule, Kind, kindOf, OP_ROWS, Op, resultsOf, widthOf, withWidth } from '../ir/index.ts';
import { builderBefore, walkRegion } from '../ir/passes/walk.ts';

/** The arguments of a call, and the parameters that its functions have for them. */
export class CallArguments {
  /** Values outside of the call. */
  readonly values: number[] = [];
  /** By argument: the parameter of each region. */
  readonly #parameters: Map<number, number>[] = [];
  readonly #numbers = new Map<string, number>();
  /** By the key of a value from outside: the components that the functions use of it, if it is always the same ones. */
  readonly #parts = new Map<string, readonly number[] | undefined>();

  constructor(
    private readonly module: IrModule,
    private readonly call: number,
    private readonly isHoisted: (op: number) => boolean,
    private readonly addresses: ReadonlySet<number>,
    private readonly rows: Map<number, SplitIndex>,
  ) {}

  /** The parameters of the function in a region, in the order of the arguments. */
  parametersOf(region: number): number[] {
    return this.#parameters.map((by, i) => by.get(region) ?? this.#addParameter(i, region));
  }

  /** Finds which components of values from outside the functions use. */
  scan(regions: readonly number[]): void {
    const { ops } = this.module;
    for (const region of regions) {
      const inside = this.#operationsIn(region);
      const note = (value: number, part: readonly number[] | undefined) => {
        const key = this.#keyOf(value, inside);
        if (key === undefined) return;
        const known = this.#parts.get(key);
        const isSame = !this.#parts.has(key) || (part !== undefined && known?.join() === part.join());
        this.#parts.set(key, isSame ? part : undefined);
      };
      for (const op of inside) {
        const { operands } = OP_ROWS[ops.code[op]!]!;
        if (operands === 'bits' || operands === 'owner' || this.addresses.has(op)) continue;
        const source = this.#sourceOf(op);
        for (let i = 0; i < ops.arity[op]!; i++)
          note(
            ops.operand(op, i) >> (operands === 'refs' ? 2 : 0),
            source === undefined ? undefined : partOf(ops.operands(op)),
          );
      }
    }
  }

  #operationsIn(region: number): Set<number> {
    const inside = new Set<number>();
    walkRegion(this.module, region, (op) => inside.add(op));
    return inside;
  }

  /** The value that all components of a `pick` are of; undefined for any other operation. */
  #sourceOf(op: number): number | undefined {
    const { ops } = this.module;
    if (ops.code[op] !== Op.pick) return undefined;
    const source = ops.operand(op, 0) >> 2;
    return ops.operands(op).every((reference) => reference >> 2 === source) ? source : undefined;
  }

  /** The key of a value from outside, or of a read that is made there; undefined for a value of the function. */
  #keyOf(value: number, inside: ReadonlySet<number>): string | undefined {
    const { ops } = this.module;
    if (inside.has(value)) return this.isHoisted(value) ? this.#readKey(value) : undefined;
    const code = ops.code[value]!;
    const isFree =
      code !== Op.const && code !== Op.undef && code !== Op['instance.table'] && !this.addresses.has(value);
    return isFree && kindOf(ops.type[value]!) !== Kind.none ? String(value) : undefined;
  }

  /**
   * Makes a region use parameters instead of values from outside. Returns false where it calls an interface whose
   * pointer is from outside.
   */
  separate(region: number): boolean {
    const { module } = this;
    const { ops } = module;
    const inside = this.#operationsIn(region);
    const replaced = new Map<number, number>();
    const resolved = (value: number): number => {
      const known = replaced.get(value);
      if (known !== undefined) return known;
      const key = this.#keyOf(value, inside);
      if (key === undefined) return value;
      const parameter = this.#parameter(
        region,
        this.#numberOf(key, () => this.#outside(value, inside)),
      );
      replaced.set(value, parameter);
      return parameter;
    };
    const component = (one: Component | undefined) => one && { ...one, value: resolved(one.value) };
    for (const op of inside) {
      const rows = this.rows.get(op);
      if (rows !== undefined) {
        const [variable, product] = [component(rows.variable), component(rows.product)];
        this.rows.set(op, { ...rows, variable, product });
        // The text of the read is that of these values.
        ops.setOperands(
          op,
          [variable, product].flatMap((one) => one?.value ?? []),
        );
        continue;
      }
      const code = ops.code[op]!;
      const { operands } = OP_ROWS[code]!;
      if (operands === 'bits' || operands === 'owner' || this.addresses.has(op) || this.isHoisted(op)) continue;
      if (code === Op['instance.table']) {
        const pointer = ops.operand(op, 0);
        if (ops.code[pointer] !== Op.const && !inside.has(pointer)) return false;
        continue;
      }
      if (this.#takePart(op, region, inside)) continue;
      for (let i = 0; i < ops.arity[op]!; i++) {
        const operand = ops.operand(op, i);
        ops.setOperand(op, i, operands === 'refs' ? (resolved(operand >> 2) << 2) | (operand & 3) : resolved(operand));
      }
    }
    for (const op of inside) if (this.isHoisted(op)) module.remove(op);
    return true;
  }

  /** Makes components of a value from outside those of a parameter that has only them. */
  #takePart(op: number, region: number, inside: ReadonlySet<number>): boolean {
    const { ops } = this.module;
    const source = this.#sourceOf(op);
    const key = source === undefined ? undefined : this.#keyOf(source, inside);
    const part = key === undefined ? undefined : this.#parts.get(key);
    if (part === undefined) return false;
    const number = this.#numberOf(`${key}.${part.join()}`, () => {
      const value = this.#outside(source!, inside);
      return builderBefore(this.module, this.call).pick(part.map((c) => (value << 2) | c));
    });
    const parameter = this.#parameter(region, number);
    const isRepeated = part.length === 1;
    ops.setOperands(
      op,
      ops.operands(op).map((_, i) => (parameter << 2) | (isRepeated ? 0 : i)),
    );
    return true;
  }

  /** A value outside of the call: a read that the function has is made there. */
  #outside(value: number, inside: ReadonlySet<number>): number {
    if (!inside.has(value)) return value;
    const { ops } = this.module;
    const builder = builderBefore(this.module, this.call);
    const copies = ops.operands(value).map((one) => builder.constant(ops.type[one]!, ops.a[one]!));
    return builder.opList(ops.code[value]!, ops.type[value]!, copies, ops.extra[value]!);
  }

  #readKey(op: number): string {
    const { ops } = this.module;
    return `${ops.code[op]} ${ops.extra[op]} ${ops.type[op]} ${ops.operands(op).map((value) => ops.a[value])}`;
  }

  #numberOf(key: string, value: () => number): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.values.length;
      this.#numbers.set(key, number);
      this.values.push(value());
      this.#parameters.push(new Map());
    }
    return number;
  }

  #parameter(region: number, argument: number): number {
    return this.#parameters[argument]!.get(region) ?? this.#addParameter(argument, region);
  }

  #addParameter(argument: number, region: number): number {
    const { module } = this;
    const type = module.ops.type[this.values[argument]!]!;
    const builder = new IrBuilder(module);
    builder.goBefore(module.first[region]!);
    const parameter = builder.op(Op.param, type);
    this.#parameters[argument]!.set(region, parameter);
    return parameter;
  }
}

/** The components that a `pick` has of its value: one for those that are repeated. */
function partOf(references: readonly number[]): number[] {
  const list = references.map((reference) => reference & 3);
  return list.every((c) => c === list[0]) ? list.slice(0, 1) : list;
}

/** Makes one vector of results of a call that are used as one: components of one `pick`, in their order. */
export function joinResults(module: IrModule, call: number): void {
  const { ops } = module;
  const results = resultsOf(module, call);
  const users = new Map<number, number[]>();
  for (const { region } of module.functions)
    walkRegion(module, region, (op) => {
      const { operands } = OP_ROWS[ops.code[op]!]!;
      if (operands === 'bits' || operands === 'owner') return;
      for (const operand of ops.operands(op)) {
        const value = operands === 'refs' ? operand >> 2 : operand;
        if (results.includes(value)) users.set(value, [...(users.get(value) ?? []), op]);
      }
    });
  for (let first = 0; first < results.length; ) {
    const group = groupAt(module, results, first, users);
    if (group.length < 2) {
      first++;
      continue;
    }
    joinGroup(module, call, first, group, users.get(group[0]!)![0]!);
    results.splice(first + 1, group.length - 1);
    users.delete(group[0]!);
  }
}

/** The scalar results from `first` on that one `pick` has next to each other, and nothing else uses. */
function groupAt(
  { ops }: IrModule,
  results: readonly number[],
  first: number,
  users: ReadonlyMap<number, readonly number[]>,
): number[] {
  const list = users.get(results[first]!) ?? [];
  const [user] = list;
  if (user === undefined || ops.code[user] !== Op.pick) return [];
  const references = ops.operands(user);
  const start = references.indexOf(results[first]! << 2);
  const type = ops.type[results[first]!]!;
  const group: number[] = [];
  for (let i = 0; start + i < references.length; i++) {
    const result = results[first + i];
    if (result === undefined || references[start + i] !== result << 2 || ops.type[result] !== type) break;
    if (users.get(result)?.every((one) => one === user) !== true) break;
    group.push(result);
  }
  return widthOf(type) === 1 ? group : [];
}

function joinGroup(module: IrModule, call: number, first: number, group: readonly number[], user: number): void {
  const { ops } = module;
  const type = withWidth(ops.type[group[0]!]!, group.length);
  ops.type[group[0]!] = type;
  for (const one of group.slice(1)) module.remove(one);
  for (const [i, one] of resultsOf(module, call).entries()) ops.extra[one] = i;
  const joined = (reference: number) => {
    const component = group.indexOf(reference >> 2);
    return component < 0 ? reference : (group[0]! << 2) | component;
  };
  ops.setOperands(user, ops.operands(user).map(joined));
  if (ops.type[user] === type) replaceUses(module, user, group[0]!);
  for (let i = 0; i < module.regionCount(call); i++)
    walkRegion(module, ops.extra[call]! + i, (op) => {
      if (ops.code[op] !== Op.exit || ops.extra[op] !== call) return;
      const operands = ops.operands(op);
      const parts = operands.slice(first, first + group.length);
      const builder = builderBefore(module, op);
      const isUndefined = parts.every((one) => ops.code[one] === Op.undef);
      const value = isUndefined
        ? builder.undefined(type)
        : builder.pick(parts.map((one) => sourceReference(module, one)));
      ops.setOperands(op, [...operands.slice(0, first), value, ...operands.slice(first + group.length)]);
    });
}

/** Uses a value instead of another one, which has the same components. */
function replaceUses(module: IrModule, value: number, by: number): void {
  const { ops } = module;
  module.remove(value);
  for (const { region } of module.functions)
    walkRegion(module, region, (op) => {
      const { operands } = OP_ROWS[ops.code[op]!]!;
      if (operands === 'bits' || operands === 'owner') return;
      for (const [i, operand] of ops.operands(op).entries())
        if (operands === 'refs' && operand >> 2 === value) ops.setOperand(op, i, (by << 2) | (operand & 3));
        else if (operands !== 'refs' && operand === value) ops.setOperand(op, i, by);
    });
}

/** The component that a scalar is, through swizzles. */
function sourceReference({ ops }: IrModule, scalar: number): number {
  let reference = scalar << 2;
  while (ops.code[reference >> 2] === Op.pick) reference = ops.operand(reference >> 2, reference & 3);
  return reference;
}
