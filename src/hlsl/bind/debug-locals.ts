/**
 * Where local variables are while a program runs: the registers of the values that their scalars get, from the
 * instruction after each value to the next one.
 */
import { appendTo, firstWhere, getOrInsert } from '../../base/collections.ts';
import type { NewLocal, NewLocation } from '../../debug/spdb/new-database.ts';
import type { TracedValue } from '../../generate/sm4/traced-values.ts';
import type { OpStore } from '../../ir/op-store.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import type { SlotChange, SlotVariable, SourcePositions } from '../lower/source-positions.ts';
import { scalarCount } from '../types/types.ts';
import { newTypeOf, scalarOffsetsOf } from './debug-types.ts';

/** An instruction by its first byte, with the number of its position. */
export interface PositionedInstruction {
  readonly start: number;
  readonly position: number;
}

/** Instructions that are looked at for the start of a value; one that begins later is left out. */
const MAX_STEPS = 256;
/** The scope of static variables. */
export const STATICS = -1;
const ROW = 16;
const COMPONENT = 4;

export class DebugLocals {
  readonly #changes = new Map<number, SlotChange[]>();
  readonly #variables = new Map<number, SlotVariable[]>();
  /** The static variables that get values in a scope. */
  readonly #changedStatics = new Map<number, Set<SlotVariable['variable']>>();
  #statics: ReadonlyMap<SlotVariable['variable'], NewLocal> | undefined;

  constructor(
    readonly positions: SourcePositions,
    readonly traced: ReadonlyMap<number, TracedValue>,
    readonly instructions: readonly PositionedInstruction[],
    readonly ops: OpStore,
  ) {
    for (const change of positions.changes) appendTo(this.#changes, change.slot, change);
    for (const one of positions.variables)
      if (one.scope >= 0 || one.variable?.storage === 'static') appendTo(this.#variables, one.scope, one);
    for (const { variable, type, firstSlot } of this.#variables.get(STATICS) ?? [])
      for (let slot = firstSlot; slot < firstSlot + scalarCount(type); slot++)
        for (const { at } of this.#changes.get(slot) ?? [])
          getOrInsert(this.#changedStatics, positions.list[at]!.scope, () => new Set()).add(variable);
  }

  /** The variables of a scope that are in registers somewhere; the result has the name of its function. */
  of(scope: number): NewLocal[] {
    return [...this.#localsOf(scope).values()];
  }

  #localsOf(scope: number): Map<SlotVariable['variable'], NewLocal> {
    const found = new Map<SlotVariable['variable'], NewLocal & { readonly locations: NewLocation[] }>();
    for (const one of this.#variables.get(scope) ?? []) {
      const locations = this.#locations(one);
      if (locations.length === 0) continue;
      const known = found.get(one.variable);
      if (known !== undefined) for (const location of locations) known.locations.push(location);
      else {
        const { variable, type, isParameter } = one;
        const name = variable?.name ?? `<${this.positions.scopes[scope]!.function.name} return value>`;
        found.set(variable, { name, type: newTypeOf(type), isParameter, isResult: variable === undefined, locations });
      }
    }
    return found;
  }

  /** The static variables that a call changes itself, as long as it runs. */
  changedStatics(scope: number, start: number, end: number): NewLocal[] {
    const changed = this.#changedStatics.get(scope);
    if (changed === undefined) return [];
    this.#statics ??= this.#localsOf(STATICS);
    const found: NewLocal[] = [];
    for (const variable of changed) {
      const local = this.#statics.get(variable);
      const locations = (local?.locations ?? [])
        .map((one) => ({ ...one, start: Math.max(one.start, start), end: Math.min(one.end, end) }))
        .filter((one) => one.end > one.start);
      if (local !== undefined && locations.length > 0) found.push({ ...local, locations });
    }
    return found;
  }

  #locations({ type, firstSlot }: SlotVariable): NewLocation[] {
    const isAll = type.kind === 'numeric' && type.shape === 'scalar';
    return scalarOffsetsOf(type).flatMap((part, k) => {
      const changes = this.#changes.get(firstSlot + k) ?? [];
      return changes.flatMap((change, i) => {
        const traced = this.traced.get(change.value);
        if (traced === undefined) return [];
        const from = this.#startOf(change, 0);
        const next = changes[i + 1];
        const limit = next === undefined ? Number.POSITIVE_INFINITY : this.#startOf(next, from);
        const { register, component } = traced;
        return traced.ranges
          .filter(({ start, end }) => start < limit && end > from)
          .map(({ start, end }) => ({
            register: SM4_OPERAND_TYPES.temp.code,
            indices: [ROW * register + COMPONENT * component],
            part: isAll ? undefined : part,
            start: Math.max(start, from),
            end: Math.min(end, limit),
          }))
          .filter(({ start, end }) => end > start);
      });
    });
  }

  /** Whether a value comes from the statement that gives it to its variable. */
  #isInStatement(value: number, at: number): boolean {
    const [origin, change] = [this.positions.list[this.ops.at[value]!]!, this.positions.list[at]!];
    return origin.scope === change.scope && origin.statement.first === change.statement.first;
  }

  /** The byte from which on a slot has a value: that of the first instruction after it that is not of earlier code. */
  #startOf({ value, at }: SlotChange, least: number): number {
    const { instructions } = this;
    const from = Math.max(this.traced.get(value)?.ranges[0]?.start ?? 0, least);
    if (from > least && this.#isInStatement(value, at)) return from;
    const first = firstWhere(instructions.length, (k) => instructions[k]!.start >= from);
    for (let i = first; i < Math.min(instructions.length, first + MAX_STEPS); i++)
      if (instructions[i]!.position >= at) return instructions[i]!.start;
    return Number.POSITIVE_INFINITY;
  }
}
