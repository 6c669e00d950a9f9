/**
 * Replaces loads with the value that an earlier operation stored or loaded at the same index: in arrays, and in group
 * memory where a thread reads the element with its number before anything else can have written it.
 *
 * A store outside an array is no store, and a load outside gives 0. So a stored value is only known where its index
 * must be inside: a constant, or a value that a mask, a minimum or a remainder bounds. Group memory belongs to all
 * threads: only the element with the number of the thread is known, up to the next write of another element, or, where
 * a program has such writes, barrier.
 *
 * Values that a construct overwrites are forgotten before a loop and after any construct; inside, the rest stays known.
 *
 * Not for: arrays whose indices are all constants (arrays.ts).
 */
import { getOrInsert } from '../../base/collections.ts';
import { type Ref, refOf } from '../builder.ts';
import type { IrModule } from '../module.ts';
import { INLINE_OPERANDS, NO_OP } from '../op-store.ts';
import { isConstruct, Op } from '../ops.ts';
import { kindOf, widthOf } from '../types.ts';
import { groupMemoryOf, isBelow, OP_FACTS, OpFact } from './op-facts.ts';
import { uncast } from './rules.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** Returns whether there was memory that a program stores to and loads. */
export function forwardStores(module: IrModule): boolean {
  if (module.variables.length === 0 && !module.bindings.some(({ kind }) => kind === 'group')) return false;
  new Forwarding(module).run();
  return true;
}

/** Elements that are known at once; the oldest is forgotten first. */
const MAX_KNOWN = 32;

/** Memory as numbers: arrays as they are, group memory as -1 - its binding. */
type Memory = number;

const NO_MEMORY: ReadonlySet<Memory> = new Set();

function groupMemory(binding: number): Memory {
  return -1 - binding;
}

/** Words of an element that are known. */
interface Known {
  readonly memory: Memory;
  /** The value that is the index. */
  readonly index: number;
  readonly words: Map<number, Ref>;
}

/** A load or store: `first` is the word of the element that it begins with. */
interface Access {
  readonly memory: Memory;
  readonly index: number;
  readonly first: number;
  /** The value that is stored; {@link NO_OP} of a load. */
  readonly value: number;
  /** Whether it must be inside of the memory. */
  readonly isInside: boolean;
}

class Forwarding {
  readonly #module: IrModule;
  readonly #replacements: Replacements;
  #known: Known[] = [];
  /** Memory that a construct, or something inside it, stores to. */
  readonly #stored = new Map<number, Set<Memory>>();
  /** Group memory whose elements other threads write, too. */
  readonly #shared = new Set<Memory>();

  constructor(module: IrModule) {
    this.#module = module;
    this.#replacements = new Replacements(module.ops);
  }

  run(): void {
    this.#collect();
    for (const { region } of this.#module.functions) {
      this.#known = [];
      this.#region(region);
    }
    this.#replacements.release();
    removeUnread(this.#module);
  }

  /** Finds what constructs store to. */
  #collect(): void {
    const module = this.#module;
    const { ops, owner } = module;
    walkModule(module, (op) => {
      const memory = this.#accessOf(op) === undefined ? this.#otherOf(op) : undefined;
      if (memory !== undefined) this.#shared.add(memory);
    });
    walkModule(
      module,
      (op) => {
        const around = owner[ops.region[op]!]!;
        if (around >= 0) for (const memory of this.#changedBy(op)) this.#storedIn(around).add(memory);
      },
      (region) => {
        // Inner constructs are left before those around them.
        const inner = owner[region]!;
        if (inner < 0) return;
        const outer = owner[ops.region[inner]!]!;
        if (outer < 0) return;
        for (const memory of this.#stored.get(inner) ?? []) this.#storedIn(outer).add(memory);
      },
    );
  }

  /** The memory that an operation changes, or lets other threads change. */
  #changedBy(op: number): ReadonlySet<Memory> {
    const { ops, variables, bindings } = this.#module;
    const code = ops.code[op]!;
    if (code === Op.barrier) return this.#shared;
    if (code === Op.call) return new Set([...variables.keys(), ...Array.from(bindings.keys(), groupMemory)]);
    const access = this.#accessOf(op);
    if (access !== undefined) return access.value === NO_OP ? NO_MEMORY : new Set([access.memory]);
    const other = this.#otherOf(op);
    return other === undefined ? NO_MEMORY : new Set([other]);
  }

  /** The group memory that an operation writes at any index. */
  #otherOf(op: number): Memory | undefined {
    const module = this.#module;
    if ((OP_FACTS[module.ops.code[op]!]! & OpFact.writes) === 0) return undefined;
    const binding = groupMemoryOf(module, op);
    return binding === undefined ? undefined : groupMemory(binding);
  }

  #storedIn(construct: number): Set<Memory> {
    return getOrInsert(this.#stored, construct, () => new Set());
  }

  #accessOf(op: number): Access | undefined {
    const { ops, variables } = this.#module;
    const code = ops.code[op]!;
    if (code === Op['var.load'] || code === Op['var.store']) {
      const memory = ops.extra[op]! >> 2;
      const index = ops.a[op]!;
      const value = code === Op['var.store'] ? ops.b[op]! : NO_OP;
      const isInside = isBelow(ops, index, variables[memory]!.rows);
      return { memory, index, first: ops.extra[op]! & 3, value, isInside };
    }
    return code === Op['buf.load'] || code === Op['buf.store'] ? this.#groupAccess(op, code) : undefined;
  }

  /** An access to an element of group memory by the number of the thread. */
  #groupAccess(op: number, code: number): Access | undefined {
    const { ops, accesses, bindings, facts } = this.#module;
    if (ops.arity[op]! > INLINE_OPERANDS) return undefined;
    const { binding: number } = accesses[ops.extra[op]!]!;
    const { kind, size = 0, stride = 0 } = bindings[number]!;
    const index = uncast(ops, ops.a[op]!);
    const offset = ops.b[op]!;
    if (kind !== 'group' || !this.#isThread(index) || ops.code[offset] !== Op.const) return undefined;
    const value = code === Op['buf.store'] ? ops.c[op]! : NO_OP;
    const width = widthOf(ops.type[value === NO_OP ? op : value]!);
    const start = ops.a[offset]!;
    const [x, y, z] = facts.threadGroupSize ?? [0, 0, 0];
    const isInside = start >= 0 && start % 4 === 0 && start + 4 * width <= stride && x * y * z > 0 && x * y * z <= size;
    return isInside ? { memory: groupMemory(number), index, first: start / 4, value, isInside } : undefined;
  }

  /** Whether a value is the number of the thread in its group, which no other thread has. */
  #isThread(value: number): boolean {
    const { ops, inputs } = this.#module;
    return ops.code[value] === Op.in && inputs[ops.extra[value]! >> 2]!.special === 'threadIdInGroupFlattened';
  }

  #region(region: number): void {
    const module = this.#module;
    const { ops, first } = module;
    for (let op = first[region]!; op !== NO_OP; op = ops.next[op]!) {
      this.#replacements.resolve(module, op);
      if (isConstruct(ops.code[op]!)) {
        this.#construct(op);
        continue;
      }
      const access = this.#accessOf(op);
      if (access === undefined) this.#forget(this.#changedBy(op));
      else if (access.value === NO_OP) this.#load(op, access);
      else this.#store(access);
    }
  }

  #construct(op: number): void {
    const module = this.#module;
    const { ops } = module;
    const stored = this.#stored.get(op);
    // A later iteration sees what an earlier one stored.
    if (ops.code[op] === Op.loop) this.#forget(stored);
    const before = this.#known;
    const start = ops.extra[op]!;
    const count = module.regionCount(op);
    for (let region = start; region < start + count; region++) {
      this.#known = before.map((one) => ({ ...one, words: new Map(one.words) }));
      this.#region(region);
    }
    this.#known = before;
    this.#forget(stored);
  }

  #forget(changed: ReadonlySet<Memory> = NO_MEMORY): void {
    if (changed.size > 0) this.#known = this.#known.filter(({ memory }) => !changed.has(memory));
  }

  #load(op: number, { memory, index, first }: Access): void {
    const module = this.#module;
    const { ops } = module;
    const width = widthOf(ops.type[op]!);
    const entry = this.#entry(memory, index);
    const refs: Ref[] = [];
    for (let i = 0; i < width; i++) {
      const ref = entry?.words.get(first + i);
      if (ref !== undefined) refs.push(ref);
    }
    if (refs.length === width) {
      this.#replacements.replace(op, builderBefore(module, op).read(kindOf(ops.type[op]!), refs));
      module.remove(op);
      return;
    }
    // A repeated load of an array gives the same value; other threads may have written group memory.
    if (memory < 0) return;
    const { words } = entry ?? this.#add(memory, index);
    for (let i = 0; i < width; i++) if (!words.has(first + i)) words.set(first + i, refOf(op, i));
  }

  #store({ memory, index, first, value, isInside }: Access): void {
    const width = widthOf(this.#module.ops.type[value]!);
    for (const known of this.#known) {
      if (known.memory !== memory || this.#differ(known.index, index)) continue;
      for (let i = 0; i < width; i++) known.words.delete(first + i);
    }
    if (!isInside) return;
    const { words } = this.#entry(memory, index) ?? this.#add(memory, index);
    for (let i = 0; i < width; i++) words.set(first + i, refOf(value, i));
  }

  /** Whether two indices are never equal. */
  #differ(a: number, b: number): boolean {
    const { ops } = this.#module;
    return ops.code[a] === Op.const && ops.code[b] === Op.const && ops.a[a] !== ops.a[b];
  }

  #entry(memory: Memory, index: number): Known | undefined {
    return this.#known.find((one) => one.memory === memory && this.#isSameIndex(one.index, index));
  }

  #isSameIndex(a: number, b: number): boolean {
    const { ops } = this.#module;
    return a === b || (ops.code[a] === Op.const && ops.code[b] === Op.const && ops.a[a] === ops.a[b]);
  }

  #add(memory: Memory, index: number): Known {
    const known = { memory, index, words: new Map<number, Ref>() };
    this.#known.push(known);
    if (this.#known.length > MAX_KNOWN) this.#known.shift();
    return known;
  }
}

/** Removes the stores to arrays that nothing loads. */
function removeUnread(module: IrModule): void {
  const { ops } = module;
  const stores: number[] = [];
  const loaded = new Set<number>();
  walkModule(module, (op) => {
    if (ops.code[op] === Op['var.store']) stores.push(op);
    else if (ops.code[op] === Op['var.load']) loaded.add(ops.extra[op]! >> 2);
  });
  for (const op of stores) if (!loaded.has(ops.extra[op]! >> 2)) module.remove(op);
}
