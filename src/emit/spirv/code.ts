/** Instructions of functions: each method writes one and returns its result. */
import { Spv } from './grammar.ts';
import type { SpirvModule } from './module-writer.ts';
import type { Words } from './words.ts';

export class Code {
  /** The label of the block that is written. */
  block = 0;

  constructor(
    readonly module: SpirvModule,
    readonly to: Words,
  ) {}

  /** Begins an instruction with a type and a result. @param operands how many words follow */
  #begin(code: number, type: number, operands: number): number {
    const { to } = this;
    const id = this.module.bound++;
    to.begin(code, 3 + operands);
    to.put(type);
    to.put(id);
    return id;
  }

  /** Ends an instruction. */
  #all(operands: readonly number[]): void {
    for (let i = 0; i < operands.length; i++) this.to.put(operands[i]!);
  }

  /** An instruction with a type, a result and one operand. */
  unary(code: number, type: number, a: number): number {
    const id = this.#begin(code, type, 1);
    this.to.put(a);
    return id;
  }

  binary(code: number, type: number, a: number, b: number): number {
    const id = this.#begin(code, type, 2);
    this.to.put(a);
    this.to.put(b);
    return id;
  }

  ternary(code: number, type: number, a: number, b: number, c: number): number {
    const id = this.#begin(code, type, 3);
    this.to.put(a);
    this.to.put(b);
    this.to.put(c);
    return id;
  }

  /** An instruction with a type, a result and any number of operands. */
  value(code: number, type: number, operands: readonly number[]): number {
    const id = this.#begin(code, type, operands.length);
    this.#all(operands);
    return id;
  }

  /** An instruction without a result. */
  effect(code: number, ...operands: readonly number[]): void {
    this.to.begin(code, 1 + operands.length);
    this.#all(operands);
  }

  /** @param pairs literals, each with its label */
  switch(selector: number, otherwise: number, pairs: readonly number[]): void {
    this.to.begin(Spv.Switch, 3 + pairs.length);
    this.to.put(selector);
    this.to.put(otherwise);
    this.#all(pairs);
  }

  /** An instruction of GLSL.std.450. */
  ext(instruction: number, type: number, ...operands: readonly number[]): number {
    const id = this.#begin(Spv.ExtInst, type, 2 + operands.length);
    this.to.put(this.module.extensions);
    this.to.put(instruction);
    this.#all(operands);
    return id;
  }

  extract(type: number, composite: number, index: number): number {
    return this.binary(Spv.CompositeExtract, type, composite, index);
  }

  construct(type: number, parts: readonly number[]): number {
    return this.value(Spv.CompositeConstruct, type, parts);
  }

  shuffle(type: number, a: number, b: number, components: readonly number[]): number {
    const id = this.#begin(Spv.VectorShuffle, type, 2 + components.length);
    this.to.put(a);
    this.to.put(b);
    this.#all(components);
    return id;
  }

  select(type: number, condition: number, a: number, b: number): number {
    return this.ternary(Spv.Select, type, condition, a, b);
  }

  load(type: number, pointer: number): number {
    return this.unary(Spv.Load, type, pointer);
  }

  store(pointer: number, value: number): void {
    this.effect(Spv.Store, pointer, value);
  }

  /** A pointer to a part of what `base` points to. */
  access(storage: number, type: number, base: number, ...indexes: readonly number[]): number {
    const id = this.#begin(Spv.AccessChain, this.module.pointer(storage, type), 1 + indexes.length);
    this.to.put(base);
    this.#all(indexes);
    return id;
  }

  call(type: number, callee: number, args: readonly number[]): number {
    const id = this.#begin(Spv.FunctionCall, type, 1 + args.length);
    this.to.put(callee);
    this.#all(args);
    return id;
  }

  label(id: number): void {
    this.effect(Spv.Label, id);
    this.block = id;
  }

  branch(target: number): void {
    this.effect(Spv.Branch, target);
  }

  selection(merge: number): void {
    this.effect(Spv.SelectionMerge, merge, 0);
  }

  branchIf(condition: number, yes: number, no: number): void {
    this.effect(Spv.BranchConditional, condition, yes, no);
  }

  /** @param pairs of values and the blocks that they come from */
  phi(type: number, pairs: readonly number[]): number {
    return this.value(Spv.Phi, type, pairs);
  }

  /**
   * Does something only where a condition holds.
   *
   * @param type of the value that `body` gives
   * @param otherwise the value where the condition does not hold
   */
  guarded(condition: number, type: number, otherwise: number, body: () => number): number {
    const before = this.block;
    const { value, from } = this.#guard(condition, body);
    return this.phi(type, [value, from, otherwise, before]);
  }

  /** Writes a guarded effect, without a value. */
  guardedEffect(condition: number, body: () => void): void {
    this.#guard(condition, () => {
      body();
      return 0;
    });
  }

  #guard(condition: number, body: () => number): { readonly value: number; readonly from: number } {
    const [inside, merge] = [this.module.id(), this.module.id()];
    this.selection(merge);
    this.branchIf(condition, inside, merge);
    this.label(inside);
    const value = body();
    const from = this.block;
    this.branch(merge);
    this.label(merge);
    return { value, from };
  }
}
