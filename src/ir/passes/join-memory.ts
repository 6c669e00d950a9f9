/**
 * Joins loads, and stores, of neighbouring words of one element of group memory or of a structured buffer, and removes
 * unread stores to group memory, with the barriers for it, as Microsoft's compiler does it (source: oracle).
 *
 * Elements are joined within one region, between writes that may be of the same words. Different buffers are different
 * memory, as they are for Microsoft's compiler.
 *
 * Not for: values that are known without a load (forward.ts).
 */
import { refOf } from '../builder.ts';
import { type IrModule, isInLoop } from '../module.ts';
import { INLINE_OPERANDS, NO_OP } from '../op-store.ts';
import { BarrierBits, isConstruct, Op } from '../ops.ts';
import { kindOf, widthOf, withWidth } from '../types.ts';
import { groupMemoryOf, OP_FACTS, OpFact } from './op-facts.ts';
import { uncast } from './rules.ts';
import { builderBefore, Replacements, walkModule } from './walk.ts';

/** Words that one instruction loads or stores. */
const MAX_WORDS = 4;
/** Loads and stores that are known at once; the oldest is forgotten first. */
const MAX_KNOWN = 32;

/** Words of an element that an operation loads or stores. */
interface Part {
  readonly op: number;
  readonly binding: number;
  readonly index: number;
  readonly first: number;
  readonly width: number;
}

/** Loads that become one, where the first of them is. */
interface Load extends Part {
  first: number;
  width: number;
  readonly parts: Part[];
  /** Words that were stored after it. */
  readonly stored: Set<number>;
}

/** Returns whether it changed anything. */
export function joinMemory(module: IrModule): boolean {
  const isUsed = (kind: string) => module.bindings.some((binding) => binding.kind === kind);
  if (!['group', 'view', 'uav'].some(isUsed) && module.stage !== 'cs') return false;
  const hasRemoved = removeUnread(module);
  removeBarriers(module);
  return new Joining(module).run() || hasRemoved;
}

/** The part that a load or a store of a structured element is of; undefined where its words are not known. */
function partOf({ ops, accesses, bindings }: IrModule, op: number): Part | undefined {
  const code = ops.code[op]!;
  if ((code !== Op['buf.load'] && code !== Op['buf.store']) || ops.arity[op]! > INLINE_OPERANDS) return undefined;
  const { binding, isIndexed, hasClamp } = accesses[ops.extra[op]!]!;
  const offset = ops.b[op]!;
  if (isIndexed || hasClamp || bindings[binding]!.stride === undefined) return undefined;
  if (ops.code[offset] !== Op.const || ops.a[offset]! < 0 || ops.a[offset]! % 4 !== 0) return undefined;
  const width = widthOf(ops.type[code === Op['buf.store'] ? ops.c[op]! : op]!);
  return { op, binding, index: uncast(ops, ops.a[op]!), first: ops.a[offset]! / 4, width };
}

/** Removes stores to words of group memory that nothing loads. */
function removeUnread(module: IrModule): boolean {
  const { ops } = module;
  const stores: Part[] = [];
  /** By binding; all words where they are not known. */
  const read = new Map<number, Set<number> | 'all'>();
  walkModule(module, (op) => {
    const group = groupMemoryOf(module, op);
    if (group === undefined) return;
    const part = partOf(module, op);
    if (part !== undefined && ops.code[op] === Op['buf.store']) {
      stores.push(part);
      return;
    }
    const words = read.get(group) ?? new Set();
    if (part === undefined || words === 'all') {
      read.set(group, 'all');
      return;
    }
    for (let i = 0; i < part.width; i++) words.add(part.first + i);
    read.set(group, words);
  });
  let hasChanged = false;
  for (const { op, binding, first, width } of stores) {
    const words = read.get(binding) ?? new Set();
    if (words === 'all') continue;
    const used = Array.from({ length: width }, (_, i) => i).filter((i) => words.has(first + i));
    const [from, to] = [used[0], used.at(-1)];
    if (from !== undefined && to! - from + 1 === width) continue;
    hasChanged = true;
    if (from !== undefined) {
      const builder = builderBefore(module, op);
      const value = ops.c[op]!;
      const refs = Array.from({ length: to! - from + 1 }, (_, i) => refOf(value, from + i));
      const offset = builder.unsigned(4 * (first + from));
      builder.opWith(ops.extra[op]!, Op['buf.store'], ops.type[op]!, ops.a[op]!, offset, builder.pick(refs));
    }
    module.remove(op);
  }
  return hasChanged;
}

/** Removes barriers for group memory after its last use, and joins those that follow each other. */
function removeBarriers(module: IrModule): void {
  const { ops } = module;
  let hasGroup = false;
  const later: number[] = [];
  walkModule(module, (op) => {
    if (groupMemoryOf(module, op) !== undefined) {
      hasGroup = true;
      later.length = 0;
    }
    if (ops.code[op] === Op.barrier) later.push(op);
  });
  for (const op of later)
    if (
      (ops.extra[op]! & ~(BarrierBits.threads | BarrierBits.groupMemory)) === 0 &&
      (!hasGroup || !isInLoop(module, op))
    )
      module.remove(op);
  walkModule(module, (op) => {
    const before = ops.prev[op]!;
    if (ops.code[op] !== Op.barrier || before === NO_OP || ops.code[before] !== Op.barrier) return;
    ops.extra[op]! |= ops.extra[before]!;
    module.remove(before);
  });
}

class Joining {
  readonly #replacements: Replacements;
  /** Stores that a later one may contain, and loads that may contain later ones. */
  #stores: Part[] = [];
  #loads: Load[] = [];
  readonly #joined = new Set<Load>();
  #hasChanged = false;

  constructor(private readonly module: IrModule) {
    this.#replacements = new Replacements(module.ops);
  }

  run(): boolean {
    const { module } = this;
    for (const { region } of module.functions) this.#region(region);
    for (const load of this.#joined) this.#makeLoad(load);
    if (this.#hasChanged) walkModule(module, (op) => this.#replacements.resolve(module, op));
    this.#replacements.release();
    return this.#hasChanged;
  }

  #forget(): void {
    this.#stores = [];
    this.#loads = [];
  }

  #region(region: number): void {
    const { ops, first } = this.module;
    this.#forget();
    for (let op = first[region]!; op !== NO_OP; ) {
      const next = ops.next[op]!;
      this.#replacements.resolve(this.module, op);
      if (isConstruct(ops.code[op]!)) {
        const start = ops.extra[op]!;
        for (let inner = start; inner < start + this.module.regionCount(op); inner++) this.#region(inner);
        this.#forget();
      } else this.#operation(op);
      op = next;
    }
    this.#forget();
  }

  #operation(op: number): void {
    const { ops, accesses } = this.module;
    const code = ops.code[op]!;
    const part = partOf(this.module, op);
    if (part !== undefined) {
      if (code === Op['buf.load']) this.#load(part);
      else this.#store(part);
    } else if (code === Op.call || (OP_FACTS[code]! & OpFact.writes) !== 0) this.#forget();
    else if (code === Op['buf.load']) {
      const { binding } = accesses[ops.extra[op]!]!;
      this.#stores = this.#stores.filter((one) => one.binding !== binding);
    }
  }

  #load(part: Part): void {
    this.#stores = this.#stores.filter((one) => !this.#mayOverlap(one, part));
    const words = wordsOf(part);
    const known = this.#loads.findLast(
      (one) =>
        this.#isSameElement(one, part) &&
        spanOf(one, part) <= MAX_WORDS &&
        words.every((word) => !one.stored.has(word)),
    );
    if (known === undefined) {
      add(this.#loads, { ...part, parts: [part], stored: new Set() });
      return;
    }
    const width = spanOf(known, part);
    known.first = Math.min(known.first, part.first);
    known.width = width;
    known.parts.push(part);
    this.#joined.add(known);
    this.#hasChanged = true;
  }

  #makeLoad({ op, first, width, parts }: Load): void {
    const { ops } = this.module;
    const builder = builderBefore(this.module, op);
    const type = withWidth(ops.type[op]!, width);
    const wide = builder.opWith(ops.extra[op]!, Op['buf.load'], type, ops.a[op]!, builder.unsigned(4 * first));
    for (const part of parts) {
      const refs = Array.from({ length: part.width }, (_, i) => refOf(wide, part.first - first + i));
      const value = builderBefore(this.module, part.op).read(kindOf(ops.type[part.op]!), refs);
      this.#replacements.replace(part.op, value);
      this.module.remove(part.op);
    }
  }

  #store(part: Part): void {
    const { module } = this;
    const { ops } = module;
    for (const load of this.#loads)
      if (this.#mayBeSame(load, part)) for (const word of wordsOf(part)) load.stored.add(word);
    const at = this.#stores.findIndex((one) => this.#isSameElement(one, part));
    const [known] = at < 0 ? [] : this.#stores.splice(at, 1);
    this.#stores = this.#stores.filter((one) => !this.#mayOverlap(one, part));
    const isNext =
      known !== undefined && known.first <= part.first + part.width && part.first <= known.first + known.width;
    if (!isNext || spanOf(known, part) > MAX_WORDS) {
      add(this.#stores, part);
      return;
    }
    const first = Math.min(known.first, part.first);
    const width = spanOf(known, part);
    const refs = Array.from({ length: width }, (_, i) => {
      const isNew = first + i >= part.first && first + i < part.first + part.width;
      const { op, first: start } = isNew ? part : known;
      return refOf(ops.c[op]!, first + i - start);
    });
    const builder = builderBefore(module, part.op);
    const { extra, type, a } = ops;
    const offset = builder.unsigned(4 * first);
    const value = builder.joined(refs);
    const op = builder.opWith(extra[part.op]!, Op['buf.store'], type[part.op]!, a[part.op]!, offset, value);
    module.remove(known.op);
    module.remove(part.op);
    add(this.#stores, { ...part, op, first, width });
    this.#hasChanged = true;
  }

  #isSameElement(a: Part, b: Part): boolean {
    if (a.binding !== b.binding) return false;
    const known = this.#constantOf(a);
    return a.index === b.index || (known !== undefined && known === this.#constantOf(b));
  }

  /** The number of an element that is a constant. */
  #constantOf({ index }: Part): number | undefined {
    const { ops } = this.module;
    return ops.code[index] === Op.const ? ops.a[index]! : undefined;
  }

  #mayOverlap(a: Part, b: Part): boolean {
    return this.#mayBeSame(a, b) && a.first < b.first + b.width && b.first < a.first + a.width;
  }

  #mayBeSame(a: Part, b: Part): boolean {
    if (a.binding !== b.binding) return false;
    const [x, y] = [this.#constantOf(a), this.#constantOf(b)];
    return x === undefined || y === undefined || x === y;
  }
}

function wordsOf({ first, width }: Part): number[] {
  return Array.from({ length: width }, (_, i) => first + i);
}

/** The words from the first to the last of two parts. */
function spanOf(a: Part, b: Part): number {
  return Math.max(a.first + a.width, b.first + b.width) - Math.min(a.first, b.first);
}

function add<T extends Part>(parts: T[], part: T): void {
  parts.push(part);
  if (parts.length > MAX_KNOWN) parts.shift();
}
