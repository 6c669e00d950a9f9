/**
 * The part of the declarations that a module uses: variables of buffers, resources and their elements, components of
 * inputs and outputs. Reflection flags them, and only they have registers.
 *
 * A buffer that is read at a computed row uses the variable at the constant part of the row, as far as that is one that
 * can be indexed.
 *
 * Not for: removing what is not used (ir/passes).
 */
import { firstWhere } from '../../base/collections.ts';
import type { IrAccess, IrElement } from '../../ir/declarations.ts';
import type { IrModule } from '../../ir/module.ts';
import { NO_OP } from '../../ir/op-store.ts';
import { OP_ROWS, Op } from '../../ir/ops.ts';
import { kindOf, widthOf, wordsOf } from '../../ir/types.ts';
import type { BufferDeclaration, ConstantVariable, ResourceDeclaration } from '../declarations.ts';
import type { ClassLinks } from './class-linkage.ts';
import { bufferLayout, hasLessPrecision, type VariableLayout } from './layout.ts';
import type { BoundDeclaration, ElementUse } from './registers.ts';

/** The declaration that a binding of a module is for. */
export interface BindingOwner {
  readonly declaration: BoundDeclaration;
  /**
   * The element that the binding is, where each element of an array has a binding; else its operations have an index.
   */
  readonly element?: number | undefined;
}

/** Facts of a program that its module does not have. */
export interface UseFacts {
  /** Class linkage; undefined for a program without interface pointers. */
  readonly links?: ClassLinks | undefined;
  /** Of reads at a computed row, the row of the variable to which the computed one is added. */
  readonly baseRows?: ReadonlyMap<number, number> | undefined;
}

/** The declarations, variables and components that a module uses. */
export interface ProgramUse {
  readonly elements: ReadonlyMap<BoundDeclaration, ElementUse>;
  readonly variables: ReadonlySet<ConstantVariable>;
  /** Those that the control point function of a hull shader uses; empty for other stages. */
  readonly early: ReadonlySet<BoundDeclaration>;
  /** Structured buffers whose counter changes. */
  readonly counted: ReadonlySet<ResourceDeclaration>;
  /** The components of inputs that are read, and of outputs that are written, by {@link elementKey}. */
  readonly inputs: ReadonlyMap<string, number>;
  readonly outputs: ReadonlyMap<string, number>;
}

/** The key of a register in the maps of {@link ProgramUse}. */
export function elementKey({ kind, special, register, stream = 0 }: IrElement): string {
  return `${kind} ${special ?? register} ${stream}`;
}

/**
 * Finds what a module uses, as it is after all passes.
 *
 * @param owners the declaration of each binding of the module; undefined for those that have none, such as group memory
 */
export function programUse(
  module: IrModule,
  owners: readonly (BindingOwner | undefined)[],
  { links, baseRows }: UseFacts,
): ProgramUse {
  const finder = new UseFinder(module, owners, baseRows);
  if (links !== undefined) finder.useInstances(links);
  return finder.find();
}

/** A declaration whose elements are being collected. */
interface Collected {
  readonly elements: Set<number>;
  isIndexed: boolean;
}

/** The variables of a buffer by offset. */
interface Rows {
  readonly located: readonly VariableLayout[];
  /** Arrays, matrices and structures. */
  readonly indexable: readonly VariableLayout[];
}

class UseFinder {
  readonly #module: IrModule;
  readonly #owners: readonly (BindingOwner | undefined)[];
  /** The components of each value that are used. */
  readonly #components: Uint8Array;
  readonly #elements = new Map<BoundDeclaration, Collected>();
  readonly #variables = new Set<ConstantVariable>();
  readonly #early = new Set<BoundDeclaration>();
  readonly #counted = new Set<ResourceDeclaration>();
  readonly #inputs = new Map<string, number>();
  readonly #outputs = new Map<string, number>();
  readonly #rows = new Map<BufferDeclaration, Rows>();

  /** The operation is in the control point function. */
  #isEarly = false;

  constructor(
    module: IrModule,
    owners: readonly (BindingOwner | undefined)[],
    private readonly baseRows: ReadonlyMap<number, number> = new Map(),
  ) {
    this.#module = module;
    this.#owners = owners;
    this.#components = usedComponents(module);
  }

  find(): ProgramUse {
    const { ops } = this.#module;
    const controlPoint = controlPointRegions(this.#module);
    for (let op = 0; op < ops.count; op++) {
      if (ops.region[op] === NO_OP) continue;
      this.#isEarly = controlPoint[ops.region[op]!] === 1;
      this.#use(op);
    }
    return {
      elements: this.#elements,
      variables: this.#variables,
      early: this.#early,
      counted: this.#counted,
      inputs: this.#inputs,
      outputs: this.#outputs,
    };
  }

  /** Objects that the application may bind are used completely, by all functions. */
  useInstances({ declarations, variables }: ClassLinks): void {
    for (const variable of variables.keys()) this.#variables.add(variable);
    for (const one of declarations) {
      const elements = 'kind' in one ? [0] : one.elements!.keys();
      this.#elements.set(one, { elements: new Set(elements), isIndexed: false });
      this.#early.add(one);
    }
  }

  #use(op: number): void {
    const { ops } = this.#module;
    const code = ops.code[op]!;
    const extra = ops.extra[op]!;
    switch (OP_ROWS[code]!.attribute) {
      case 'constants':
        this.#bound(extra >> 2, ops.arity[op]! > 1 ? ops.operand(op, 1) : undefined);
        this.#readRow(op, extra >> 2, extra & 3, ops.operand(op, 0));
        return;
      case 'access':
        this.#access(op, this.#module.accesses[extra]!);
        return;
      case 'binding':
        if (extra >= 0) this.#bound(extra, this.#trailing(op, code === Op['tex.samplepos'] ? 1 : 0));
        return;
      case 'input':
        this.#element(this.#module.inputs[extra >> 2]!, this.#components[op]! << (extra & 3), this.#inputs);
        return;
      case 'output':
        this.#element(this.#module.outputs[extra >> 2]!, this.#written(op, 0) << (extra & 3), this.#outputs);
        return;
      case 'inputRange':
        this.#range(true, extra, this.#components[op]!);
        return;
      case 'outputRange':
        this.#range(false, extra, this.#written(op, 1));
        return;
    }
  }

  /** The mask of the value that an operand is. */
  #written(op: number, operand: number): number {
    const { ops } = this.#module;
    return (1 << widthOf(ops.type[ops.operand(op, operand)]!)) - 1;
  }

  #element(element: IrElement, mask: number, to: Map<string, number>): void {
    const key = elementKey(element);
    to.set(key, (to.get(key) ?? 0) | mask);
  }

  /** All elements of a range that is indexed. */
  #range(isInput: boolean, extra: number, mask: number): void {
    const { inputRanges, outputRanges, inputs, outputs } = this.#module;
    const range = (isInput ? inputRanges : outputRanges)[extra >> 2]!;
    for (const element of isInput ? inputs : outputs) {
      const { kind, register } = element;
      if (kind !== range.kind || register < range.register || register >= range.register + range.count) continue;
      this.#element(element, (mask << (extra & 3)) & element.mask, isInput ? this.#inputs : this.#outputs);
    }
  }

  #access(op: number, access: IrAccess): void {
    const { ops } = this.#module;
    const { binding, sampler, isIndexed, isSamplerIndexed } = access;
    const last = ops.arity[op]! - 1;
    if (sampler >= 0) this.#bound(sampler, isSamplerIndexed ? ops.operand(op, last) : undefined);
    this.#bound(binding, isIndexed ? ops.operand(op, isSamplerIndexed ? last - 1 : last) : undefined);
    const declaration = this.#owners[binding]?.declaration;
    if (declaration === undefined) return;
    const code = ops.code[op]!;
    if (code === Op['counter.next'] || code === Op['counter.last']) {
      if (!('kind' in declaration)) this.#counted.add(declaration);
    } else if ('kind' in declaration) {
      // A texture buffer as a typed buffer: each of its texels is a row.
      this.#readTexel(op, binding, ops.operand(op, 0));
    }
  }

  #trailing(op: number, from: number): number | undefined {
    const { ops } = this.#module;
    return ops.arity[op]! > from ? ops.operand(op, from) : undefined;
  }

  /** Counts a use of a binding, at an index if it has one. */
  #bound(binding: number, index: number | undefined): void {
    const owner = this.#owners[binding];
    if (owner === undefined) return;
    const { declaration, element } = owner;
    const use = this.#elements.get(declaration) ?? { elements: new Set(), isIndexed: false };
    this.#elements.set(declaration, use);
    if (this.#isEarly) this.#early.add(declaration);
    const constant = index === undefined ? 0 : this.#constant(index);
    if (element !== undefined) use.elements.add(element);
    else if (constant === undefined) use.isIndexed = true;
    else use.elements.add(constant);
  }

  #constant(op: number): number | undefined {
    const { ops } = this.#module;
    return ops.code[op] === Op.const ? ops.operand(op, 0) : undefined;
  }

  /** Counts the variables that an operation reads from a row of a buffer. */
  #readRow(op: number, binding: number, first: number, row: number, isOnlySmall = false): void {
    const declaration = this.#owners[binding]?.declaration;
    if (declaration === undefined || !('kind' in declaration)) return;
    const rows = this.#rows.get(declaration) ?? rowsOf(declaration, this.#module.facts.version);
    this.#rows.set(declaration, rows);
    const constant = this.#constant(row);
    const used = this.#components[op]!;
    const words = wordsOf(kindOf(this.#module.ops.type[op]!));
    const start = 4 * (constant ?? this.baseRows.get(op) ?? this.#constantPart(row)) + first;
    for (let i = 0; i < 4; i++) {
      if ((used & (1 << i)) === 0) continue;
      const at = 4 * (start + i * words);
      const variable = constant === undefined ? indexedVariable(rows, at) : variableAt(rows, at);
      if (variable === undefined || (isOnlySmall && !hasLessPrecision(variable.variable.type))) continue;
      this.#variables.add(variable.variable);
    }
  }

  /**
   * Of the variables in a row of a texture buffer the compiler flags only the first that is read, and those of less
   * precision (source: oracle).
   */
  #readTexel(op: number, binding: number, row: number): void {
    const used = this.#components[op]!;
    const first = used & -used;
    for (let bit = 1; bit < 16; bit <<= 1) {
      if ((used & bit) === 0) continue;
      this.#components[op] = bit;
      this.#readRow(op, binding, 0, row, bit !== first);
    }
    this.#components[op] = used;
  }

  /** The constant part of a sum. */
  #constantPart(value: number): number {
    const { ops } = this.#module;
    let sum = 0;
    let op = value;
    for (;;) {
      if (ops.code[op] !== Op['i.add']) return sum;
      const [a, b] = [ops.operand(op, 0), ops.operand(op, 1)];
      const right = this.#constant(b);
      const left = this.#constant(a);
      if (right === undefined && left === undefined) return sum;
      sum += (right ?? left)!;
      op = right === undefined ? b : a;
    }
  }
}

/** The components of each value that other operations use. */
function usedComponents({ ops }: IrModule): Uint8Array {
  const used = new Uint8Array(ops.count);
  for (let op = 0; op < ops.count; op++) {
    const code = ops.code[op]!;
    if (ops.region[op] === NO_OP || code === Op.const || code === Op.result || code === Op.param) continue;
    const count = ops.arity[op]!;
    for (let i = 0; i < count; i++) {
      const operand = ops.operand(op, i);
      if (code === Op.pick) used[operand >> 2]! |= 1 << (operand & 3);
      else used[operand]! |= (1 << widthOf(ops.type[operand]!)) - 1;
    }
  }
  return used;
}

/** The regions of the control point function of a hull shader, by number. */
function controlPointRegions({ functions, owner, ops }: IrModule): Uint8Array {
  const isInside = new Uint8Array(owner.length);
  for (const { kind, region } of functions) if (kind === 'controlPoint') isInside[region] = 1;
  // A region is made after the one around it.
  for (let region = 0; region < owner.length; region++) {
    const construct = owner[region]!;
    const around = construct === NO_OP ? NO_OP : ops.region[construct]!;
    if (around !== NO_OP && isInside[around] === 1) isInside[region] = 1;
  }
  return isInside;
}

function rowsOf(declaration: BufferDeclaration, version: readonly [number, number]): Rows {
  const located = bufferLayout(declaration, version).variables.toSorted((a, b) => a.offset - b.offset);
  return { located, indexable: located.filter(isIndexable) };
}

/** The index of the last variable that starts at or before an offset; -1 without. */
function lastBefore(located: readonly VariableLayout[], offset: number): number {
  return firstWhere(located.length, (i) => located[i]!.offset > offset) - 1;
}

function variableAt({ located }: Rows, offset: number): VariableLayout | undefined {
  const found = located[lastBefore(located, offset)];
  return found !== undefined && offset < found.offset + found.size ? found : undefined;
}

/**
 * The variable that a computed row is in, by its constant part. `values[i - 1]` has a constant part before the
 * variable.
 */
function indexedVariable({ indexable }: Rows, offset: number): VariableLayout | undefined {
  const at = lastBefore(indexable, offset);
  const found = indexable[at];
  const isInside = found !== undefined && offset < found.offset + found.size;
  return isInside ? found : (indexable[at + 1] ?? found);
}

function isIndexable({ variable: { type } }: VariableLayout): boolean {
  return type.kind === 'array' || type.kind === 'struct' || (type.kind === 'numeric' && type.shape === 'matrix');
}
