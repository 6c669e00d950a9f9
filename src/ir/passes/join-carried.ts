/**
 * Joins scalar parameters and results of constructs into vectors: components of a register that a loop or branch
 * changes together become one parameter or result, as in the program.
 *
 * Adjacent scalars in a list are joined if each jump gives them components of one value, or constants. Parameters and
 * results are themselves such values: at first all of them count as joined, and groups are split until all are
 * consistent.
 *
 * A loop result that uses a parameter with several components takes the entire parameter, so that languages need one
 * variable for both.
 */
import { IrBuilder, type Ref, refOf } from '../builder.ts';
import { type IrModule, parametersOf, resultsOf } from '../module.ts';
import { NO_OP } from '../op-store.ts';
import { Op } from '../ops.ts';
import { Kind, kindOf, widthOf, withWidth } from '../types.ts';
import { Jumps } from './walk.ts';

const MAX_WIDTH = 4;
/**
 * Rounds over all lists at most, so that work grows with the program. Groups that another round would split are right,
 * only less useful.
 */
const MAX_ROUNDS = 8;
const JOINED_KINDS: readonly number[] = [Kind.f32, Kind.i32, Kind.u32, Kind.b32];

/** Returns whether anything was joined. */
export function joinCarried(module: IrModule): boolean {
  return module.hasConstructs && new CarriedJoiner(module).run();
}

/** Results of a construct, or parameters of a region of a loop. */
interface CarriedList {
  readonly code: number;
  readonly construct: number;
  readonly values: readonly number[];
  /** Operations that give the values, as operands in their order. */
  readonly givers: readonly number[];
  /** Number of the first value among those of all lists. */
  readonly base: number;
  /** By position: the first position of the group that it is in. */
  readonly starts: number[];
}

interface ListPosition {
  readonly list: CarriedList;
  readonly position: number;
}

/**
 * The value that a component is part of: an operation, or a group ({@link groupSource}); undefined for constants, which
 * match any.
 */
type Source = number | undefined;

/** The group of a list that begins at a position. */
function groupSource({ base }: CarriedList, start: number): number {
  return -1 - base - start;
}

class CarriedJoiner {
  readonly #module: IrModule;
  readonly #builder: IrBuilder;
  readonly #lists: CarriedList[] = [];
  /** Of all values in lists. */
  readonly #positions = new Map<number, ListPosition>();

  constructor(module: IrModule) {
    this.#module = module;
    this.#builder = new IrBuilder(module);
  }

  run(): boolean {
    this.#findLists();
    if (this.#lists.length === 0) return false;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.#splitAll();
      if (!this.#dropScalars()) break;
    }
    const { count } = this.#module.ops;
    // Parameters first: results may be those.
    for (const own of [Op.param, Op.result]) for (const list of this.#lists) if (list.code === own) this.#join(list);
    return this.#module.ops.count > count;
  }

  // The lists

  #findLists(): void {
    const module = this.#module;
    const { ops, owner, first } = module;
    const jumps = Jumps.of(module);
    const jumpsTo = (target: number, code: number): number[] => {
      const list: number[] = [];
      for (let jump = jumps.firstOf(target, code); jump !== NO_OP; jump = jumps.nextOf(jump, code)) list.push(jump);
      return list;
    };
    for (const [region, construct] of owner.entries()) {
      if (construct < 0 || ops.region[construct] === NO_OP || ops.extra[construct] !== region) continue;
      this.#add(Op.result, construct, resultsOf(module, construct), jumpsTo(construct, Op.exit));
      if (ops.code[construct] !== Op.loop) continue;
      const next = region + 1;
      const hasNext = first[next] !== NO_OP;
      if (hasNext) this.#add(Op.param, construct, parametersOf(module, next), jumpsTo(construct, Op.continue));
      const back = jumpsTo(construct, hasNext ? Op.repeat : Op.continue);
      this.#add(Op.param, construct, parametersOf(module, region), [construct, ...back]);
    }
    jumps.release();
  }

  #add(code: number, construct: number, values: readonly number[], givers: readonly number[]): void {
    if (values.length === 0 || givers.length === 0) return;
    const { type } = this.#module.ops;
    const starts: number[] = [];
    for (let i = 0; i < values.length; i++) {
      const own = type[values[i]!]!;
      const start = starts[i - 1] ?? 0;
      const joins = i > 0 && i - start < MAX_WIDTH && own === type[values[start]!] && isJoinable(own);
      starts.push(joins ? start : i);
    }
    const list = { code, construct, values, givers, starts, base: this.#positions.size };
    this.#lists.push(list);
    for (const [position, value] of values.entries()) this.#positions.set(value, { list, position });
  }

  // The groups

  /** The component that an operand is, without casts that keep its bits. */
  #componentOf(operand: number): Ref {
    const { ops } = this.#module;
    let value = operand;
    let component = 0;
    for (;;) {
      if (ops.code[value] === Op.bitcast) value = ops.a[value]!;
      else if (ops.code[value] === Op.pick) {
        const ref = ops.operand(value, component);
        value = ref >> 2;
        component = ref & 3;
      } else return refOf(value, component);
    }
  }

  #sourceOf(operand: number): Source {
    const { code } = this.#module.ops;
    const value = this.#componentOf(operand) >> 2;
    if (code[value] === Op.const || code[value] === Op.undef) return undefined;
    const found = this.#positions.get(value);
    if (found === undefined) return value;
    const { list, position } = found;
    return groupSource(list, list.starts[position]!);
  }

  /** Splits groups until each jump gives each group one source. */
  #splitAll(): void {
    let isSplit = true;
    for (let round = 0; isSplit && round < MAX_ROUNDS; round++) {
      isSplit = false;
      for (const list of this.#lists) for (const giver of list.givers) if (this.#split(list, giver)) isSplit = true;
    }
  }

  /** Splits the groups of a list where a jump gives another source than before. */
  #split({ values, starts }: CarriedList, giver: number): boolean {
    const { ops } = this.#module;
    let isSplit = false;
    for (let i = 0; i < values.length; ) {
      const end = endOfGroup(starts, i);
      let source: Source;
      let start = i;
      for (; i < end; i++) {
        const own = this.#sourceOf(ops.operand(giver, i));
        if (own !== undefined && source !== undefined && own !== source) {
          start = i;
          isSplit = true;
        }
        source = own ?? source;
        starts[i] = start;
      }
    }
    return isSplit;
  }

  /** Splits groups to which no jump gives components of a vector: they are adjacent by chance. */
  #dropScalars(): boolean {
    const { type } = this.#module.ops;
    const vectors = new Set<Source>();
    const isVector = (source: Source) =>
      vectors.has(source) || (source !== undefined && source >= 0 && widthOf(type[source]!) > 1);
    const groups = this.#lists.flatMap((list) =>
      groupsOf(list).map((start) => ({ list, start, source: groupSource(list, start) })),
    );
    let isNew = true;
    for (let round = 0; isNew && round < MAX_ROUNDS; round++) {
      isNew = false;
      for (const { list, start, source } of groups) {
        if (vectors.has(source) || !this.#sourcesOf(list, start).some(isVector)) continue;
        vectors.add(source);
        isNew = true;
      }
    }
    const dropped = groups.filter(({ source }) => !vectors.has(source));
    for (const { list, start } of dropped) {
      const end = endOfGroup(list.starts, start);
      for (let i = start; i < end; i++) list.starts[i] = i;
    }
    return dropped.length > 0;
  }

  #sourcesOf({ givers, starts }: CarriedList, start: number): Source[] {
    const sources: Source[] = [];
    const end = endOfGroup(starts, start);
    for (const giver of givers)
      for (let i = start; i < end; i++) sources.push(this.#sourceOf(this.#module.ops.operand(giver, i)));
    return sources;
  }

  // The new operations

  #join(list: CarriedList): void {
    const { ops } = this.#module;
    const { values, givers, starts } = list;
    const after = ops.next[values.at(-1)!]!;
    const operands = givers.map((): number[] => []);
    /** Results by the parameter that they are. */
    const parameters = new Map<number, number>();
    let number = 0;
    for (let i = 0; i < values.length; ) {
      const value = values[i]!;
      const given = this.#parameterOf(list, i);
      if (given !== undefined) {
        const parameter = given >> 2;
        let joined = parameters.get(parameter);
        if (joined === undefined) {
          joined = this.#vectorBefore(value, number++, ops.type[parameter]!);
          parameters.set(parameter, joined);
          for (const own of operands) own.push(parameter);
        }
        this.#becomeComponent(value, refOf(joined, given & 3), after);
        i++;
        continue;
      }
      const end = endOfGroup(starts, i);
      for (const [k, giver] of givers.entries()) operands[k]!.push(this.#given(giver, i, end, value));
      if (end - i > 1) this.#joinGroup(values.slice(i, end), number, after);
      else ops.extra[value] = number;
      number++;
      i = end;
    }
    for (const [k, giver] of givers.entries()) ops.setOperands(giver, operands[k]!);
  }

  /**
   * The component of a joined parameter of the loop that all jumps out of it give as a result; undefined where there is
   * none.
   */
  #parameterOf({ code, construct, values, givers }: CarriedList, position: number): Ref | undefined {
    const { ops } = this.#module;
    if (code !== Op.result || ops.code[construct] !== Op.loop || widthOf(ops.type[values[position]!]!) > 1)
      return undefined;
    const [first, ...others] = givers.map((giver) => this.#componentOf(ops.operand(giver, position)));
    const value = first! >> 2;
    const isParameter = ops.code[value] === Op.param && ops.region[value] === ops.extra[construct];
    return isParameter && widthOf(ops.type[value]!) > 1 && others.every((one) => one === first) ? first : undefined;
  }

  /** Replaces scalars with a vector; they become its components. @param after the operation after the list */
  #joinGroup(scalars: readonly number[], number: number, after: number): void {
    const [first] = scalars as [number];
    const joined = this.#vectorBefore(first, number, withWidth(this.#module.ops.type[first]!, scalars.length));
    for (const [i, scalar] of scalars.entries()) this.#becomeComponent(scalar, refOf(joined, i), after);
  }

  /** Number `number` of a list, before a value of it. */
  #vectorBefore(value: number, number: number, type: number): number {
    const { code, a } = this.#module.ops;
    this.#builder.goBefore(value);
    if (code[value] === Op.param) return this.#builder.opWith(number, Op.param, type);
    return this.#builder.opWith(number, Op.result, type, a[value]!);
  }

  #becomeComponent(value: number, ref: Ref, after: number): void {
    const module = this.#module;
    module.remove(value);
    module.ops.change(value, Op.pick, 1, ref, 0);
    module.ops.extra[value] = 0;
    module.insertBefore(after, value);
  }

  /**
   * Returns the values that a jump gives the positions from `start` to `end`, as one value. @param value the value at
   * the first of them
   */
  #given(giver: number, start: number, end: number, value: number): number {
    const { ops } = this.#module;
    if (end - start === 1) return ops.operand(giver, start);
    const kind = kindOf(ops.type[value]!);
    const refs: Ref[] = [];
    this.#builder.goBefore(giver);
    let last = NO_OP;
    let cast = NO_OP;
    for (let i = start; i < end; i++) {
      const ref = this.#componentOf(ops.operand(giver, i));
      if (ref >> 2 !== last) cast = this.#builder.as(kind, ref >> 2);
      last = ref >> 2;
      refs.push(refOf(cast, ref & 3));
    }
    return this.#builder.pick(refs);
  }
}

function isJoinable(type: number): boolean {
  return widthOf(type) === 1 && JOINED_KINDS.includes(kindOf(type));
}

/** The first positions of the groups of several. */
function groupsOf({ starts }: CarriedList): number[] {
  return starts.filter((start, i) => start === i && starts[i + 1] === start);
}

/** The position after the group that begins at `start`. */
function endOfGroup(starts: readonly number[], start: number): number {
  let end = start + 1;
  while (end < starts.length && starts[end] === start) end++;
  return end;
}
