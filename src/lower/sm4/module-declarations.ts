/**
 * Makes the declarations of a module from those of a program, and finds them by the registers that instructions name:
 * bindings, elements of inputs and outputs by component, ranges and arrays.
 *
 * Not for: operands (sources.ts, destinations.ts).
 */

import {
  InterpolationMode,
  MinPrecision,
  namesByNumber,
  ResourceDimension,
  ReturnType,
} from '../../base/d3d/enumerations.ts';
import { MAX_IR_RANGE, MAX_IR_ROWS } from '../../base/limits.ts';
import { newBinding, newElement } from '../../ir/declarations.ts';
import type { IrBinding, IrElementKind, IrModule, IrSpecial } from '../../ir/index.ts';
import type { Sm4Cursor } from '../../isa/sm4/cursor.ts';
import {
  type Sm4Declarations,
  type Sm4DeclaredRegister,
  type Sm4DeclaredResource,
  sm4RegisterCount,
} from '../../isa/sm4/declarations.ts';
import { SM4_SYSTEM_NAMES } from '../../isa/sm4/names.ts';
import { SM4_OPERAND_TYPES, SM4_SPECIAL_INPUTS, SM4_SPECIAL_OUTPUTS } from '../../isa/sm4/operands.ts';
import { Sm4DeclarationControls, Sm4ReturnTypeToken } from '../../isa/sm4/tokens.ts';
import { Refusal } from '../lowering.ts';
import { DX5115 } from '../messages.ts';

// Registers without a number, as modules name them.

const TYPES = SM4_OPERAND_TYPES;

/** Registers without a number, by operand type. */
const SPECIALS: ReadonlyMap<number, IrSpecial> = /* @__PURE__ */ new Map(
  [...Object.entries(SM4_SPECIAL_INPUTS), ...Object.entries(SM4_SPECIAL_OUTPUTS)].map(([special, name]) => [
    TYPES[name].code,
    special as keyof typeof SM4_SPECIAL_INPUTS | keyof typeof SM4_SPECIAL_OUTPUTS,
  ]),
);

// Bindings as declarations of views, samplers and constant buffers make them.

const DIMENSIONS = /* @__PURE__ */ namesByNumber(ResourceDimension);
const RETURN_TYPES = /* @__PURE__ */ namesByNumber(ReturnType);

const BINDING_KINDS = { cbv: 'constants', sampler: 'sampler', srv: 'view', uav: 'uav' } as const;
const RESOURCE_TYPE_OF: ReadonlyMap<number, keyof typeof BINDING_KINDS> = /* @__PURE__ */ new Map([
  [TYPES.constantBuffer.code, 'cbv'],
  [TYPES.sampler.code, 'sampler'],
  [TYPES.resource.code, 'srv'],
  [TYPES.unorderedAccessView.code, 'uav'],
]);

/** Registers of a binding with all of its type, which class instances index. */
const REGISTERS_OF_TYPE = { cbv: 16, sampler: 16, srv: 128, uav: 64 } as const;

/** The type of the operands that name a resource. */
function operandTypeOf(type: Sm4DeclaredResource['type']): number {
  for (const [operand, resource] of RESOURCE_TYPE_OF) if (resource === type) return operand;
  return -1;
}

/** The return types of a word, as declarations name them. */
function returnTypesOf(word: number): NonNullable<IrBinding['returnTypes']> {
  const { x, y, z, w } = Sm4ReturnTypeToken;
  return [returnType(x.get(word)), returnType(y.get(word)), returnType(z.get(word)), returnType(w.get(word))];
}

function returnType(number: number): keyof typeof ReturnType {
  return RETURN_TYPES[number] ?? 'none';
}

/** The binding that a declaration makes. The cursor goes to it. */
function bindingOf(resource: Sm4DeclaredResource, cursor: Sm4Cursor): IrBinding {
  cursor.goto(resource.position);
  const { type, layout } = resource;
  const { firstRegister, space } = resource;
  const binding = newBinding(BINDING_KINDS[type], firstRegister, space, sm4RegisterCount(resource));
  if (layout === 'typed') {
    binding.dimension = DIMENSIONS[resource.dimension] ?? 'unknown';
    binding.returnTypes = returnTypesOf(cursor.word(cursor.payload));
  } else if (layout === 'raw') binding.dimension = 'rawBuffer';
  else if (layout === 'structured') {
    binding.dimension = 'structuredBuffer';
    binding.stride = resource.size;
  }
  if (resource.sampleCount > 0) binding.samples = resource.sampleCount;
  if (type === 'cbv') binding.size = resource.size;
  if (resource.dynamicallyIndexed) binding.isIndexed = true;
  if (resource.comparison) binding.isComparison = true;
  if (type === 'uav') {
    const controls = Sm4DeclarationControls;
    if (controls.globallyCoherent.test(cursor.token)) binding.isCoherent = true;
    if (controls.rasterizerOrdered.test(cursor.token)) binding.isRasterizerOrdered = true;
  }
  if (resource.usesCounter) binding.hasCounter = true;
  if (resource.orderPreservingCounter) binding.isOrdered = true;
  return binding;
}

/**
 * The binding of all registers of a type, for an instruction that says itself what it reads; undefined for an operand
 * of another type.
 */
function bindingOfAll(type: number, dimension: number, returnTypes: number): IrBinding | undefined {
  const kind = RESOURCE_TYPE_OF.get(type);
  if (kind === undefined) return undefined;
  const binding = newBinding(BINDING_KINDS[kind], 0, 0, REGISTERS_OF_TYPE[kind]);
  if (kind === 'srv' || kind === 'uav') {
    binding.dimension = DIMENSIONS[dimension] ?? 'unknown';
    binding.returnTypes = returnTypesOf(returnTypes);
  }
  return binding;
}

const INTERPOLATIONS = /* @__PURE__ */ namesByNumber(InterpolationMode);

/** A phase of a hull shader decides what `o#` are. */
export type PatchPhase = 'controlPoint' | 'fork' | 'join' | undefined;

/**
 * Types that a token can have. Keys above 31 bits are slow to look up (measured), so numbers of bindings are the upper
 * part.
 */
const OPERAND_TYPES = 2 ** 8;

const KINDS: readonly IrElementKind[] = ['vertex', 'inputPoint', 'outputPoint', 'patch', 'special'];
const REGISTER_BITS = 12;
const MAX_REGISTER = 2 ** REGISTER_BITS - 1;

function componentKey(kind: IrElementKind, register: number, component: number): number {
  return (((KINDS.indexOf(kind) << REGISTER_BITS) | Math.min(register, MAX_REGISTER)) << 2) | component;
}

const NO_ARRAYS: ReadonlyMap<number, number> = /* @__PURE__ */ new Map();

export class ModuleDeclarations {
  readonly #module: IrModule;
  readonly #cursor: Sm4Cursor;
  readonly #declarations: Sm4Declarations;
  readonly #bindings = new Map<number, number>();
  #lastType = -1;
  #lastId = -1;
  #lastBinding = -1;
  /** The element of each component of inputs; of outputs there is one for each stream. */
  readonly #inputs = new Map<number, number>();
  readonly #outputs = new Map<number, number[]>();
  /** The arrays of the current function, by register. */
  arrays: ReadonlyMap<number, number> = NO_ARRAYS;
  readonly #starts: number[] = [];
  readonly #inputRangePositions: number[] = [];
  readonly #outputRangePositions: number[] = [];

  constructor(module: IrModule, cursor: Sm4Cursor, declarations: Sm4Declarations) {
    this.#module = module;
    this.#cursor = cursor;
    this.#declarations = declarations;
    for (const resource of declarations.resources)
      this.#bind(operandTypeOf(resource.type), resource.id, bindingOf(resource, cursor));
    for (const { register, stride, elements } of declarations.sharedMemory)
      this.#bind(TYPES.groupSharedMemory.code, register, {
        kind: 'group',
        register,
        space: 0,
        count: 1,
        dimension: stride === 0 ? 'rawBuffer' : 'structuredBuffer',
        stride,
        size: elements,
      });
    for (const input of declarations.inputs) this.#element(input, true);
    for (const output of declarations.outputs) this.#element(output, false);
    for (const { type, firstRegister, count, position } of declarations.indexRanges) {
      const phase = this.#phaseAt(position);
      const isOutput = type === TYPES.output.code;
      (isOutput ? this.#outputRangePositions : this.#inputRangePositions).push(position);
      (isOutput ? module.outputRanges : module.inputRanges).push({
        kind: this.kindOf(type, phase, !isOutput),
        register: firstRegister,
        count: Math.min(count, MAX_IR_RANGE),
      });
    }
  }

  /** The phase of a hull shader that has the instruction at `position`. */
  #phaseAt(position: number): PatchPhase {
    let phase: PatchPhase;
    for (const { position: at, phase: declaredIn } of [...this.#declarations.inputs, ...this.#declarations.outputs])
      if (at <= position) phase = declaredIn ?? phase;
    return phase;
  }

  /** The element kind of a register type. */
  kindOf(type: number, phase: PatchPhase, isInput: boolean): IrElementKind {
    if (SPECIALS.has(type)) return 'special';
    const { stage } = this.#module;
    if (type === TYPES.inputControlPoint.code) return 'inputPoint';
    if (type === TYPES.outputControlPoint.code) return 'outputPoint';
    if (type === TYPES.inputPatchConstant.code) return 'patch';
    if (stage !== 'hs') return 'vertex';
    return isInput ? 'inputPoint' : phase === 'controlPoint' ? 'outputPoint' : 'patch';
  }

  #bind(type: number, id: number, binding: IrBinding): number {
    const key = OPERAND_TYPES * id + type;
    const known = this.#bindings.get(key);
    if (known !== undefined) return known;
    const number = this.#module.bindings.push(binding) - 1;
    this.#bindings.set(key, number);
    return number;
  }

  /** The binding that an operand of `type` names with `id`; -1 for one that is not declared. */
  binding(type: number, id: number): number {
    // Most operands name what the last one named.
    if (type === this.#lastType && id === this.#lastId) return this.#lastBinding;
    const number = this.#bindings.get(OPERAND_TYPES * (id >>> 0) + type) ?? -1;
    this.#lastType = type;
    this.#lastId = id;
    this.#lastBinding = number;
    return number;
  }

  /** The binding of all registers of a type, for an instruction that says itself what it reads. */
  bindingOfType(type: number, dimension: number, returnTypes: number): number {
    const binding = bindingOfAll(type, dimension, returnTypes);
    if (binding === undefined) return -1;
    const types = binding.returnTypes === undefined ? 0 : returnTypes & 0xffff;
    return this.#bind(type, 2 ** 40 + dimension * 2 ** 16 + types, binding);
  }

  /** The number of an access; texel offsets are those of the extended opcode token, twelve bits. */
  access(
    binding: number,
    { sampler = -1, offsets = 0, channel = 0, hasClamp = false, isIndexed = false, isSamplerIndexed = false },
  ): number {
    const offset = (i: number) => ((offsets >> (4 * i)) << 28) >> 28;
    return this.#module.accessNumber({
      binding,
      sampler,
      offsets: [offset(0), offset(1), offset(2)],
      channel,
      hasClamp,
      isIndexed,
      isSamplerIndexed,
    });
  }

  // --- inputs and outputs -------------------------------------------------------------------------------------------

  #element(row: Sm4DeclaredRegister, isInput: boolean): void {
    const { type, register, stream, systemValue, interpolation } = row;
    const kind = this.kindOf(type, row.phase, isInput);
    const special = SPECIALS.get(type);
    const number = special === undefined ? register : type;
    const mask = this.#newComponents(row, kind, number, isInput);
    if (mask === 0) return;
    const list = isInput ? this.#module.inputs : this.#module.outputs;
    const name = SM4_SYSTEM_NAMES[systemValue];
    const bits = row.minPrecision === MinPrecision.default ? 32 : row.minPrecision === MinPrecision.float2_8 ? 10 : 16;
    const element = newElement(kind, special === undefined ? register : 0, mask);
    if (special !== undefined) element.special = special;
    if (systemValue !== 0 && name !== undefined) element.systemValue = name;
    if (interpolation !== 0) element.interpolation = INTERPOLATIONS[interpolation] ?? 'undefined';
    if (bits !== 32) element.precision = bits;
    if (stream > 0 && !isInput) element.stream = stream;
    const index = list.push(element) - 1;
    if (isInput) this.#starts[index] = this.#cursor.program.starts[row.position]!;
    const first = componentKey(kind, number, 0);
    for (let i = 0; i < 4; i++) {
      if ((mask & (1 << i)) === 0) continue;
      if (isInput) this.#inputs.set(first | i, index);
      else if (!this.#outputs.has(first | i)) this.#outputs.set(first | i, [index]);
      else this.#outputs.get(first | i)!.push(index);
    }
  }

  /** The declared components that no other declaration has. */
  #newComponents(row: Sm4DeclaredRegister, kind: IrElementKind, number: number, isInput: boolean): number {
    // A register with one component or none has no mask.
    const declared = row.mask === 0 ? 1 : row.mask;
    const first = componentKey(kind, number, 0);
    let mask = 0;
    for (let i = 0; i < 4; i++) {
      if ((declared & (1 << i)) === 0) continue;
      if (!(isInput ? this.#inputs.has(first | i) : this.#hasOutput(first | i, row.stream))) mask |= 1 << i;
    }
    return mask;
  }

  #hasOutput(key: number, stream: number): boolean {
    return this.#outputs.get(key)?.some((one) => (this.#module.outputs[one]!.stream ?? 0) === stream) ?? false;
  }

  /** The input that has a component of a register; -1 for one that is not declared. */
  inputOf(type: number, kind: IrElementKind, register: number, component: number): number {
    return this.#inputs.get(componentKey(kind, kind === 'special' ? type : register, component)) ?? -1;
  }

  /** Index of the token that declares an input. */
  inputStart(element: number): number {
    return this.#starts[element] ?? 0;
  }

  /** The outputs that have a component of a register, one for each stream. */
  outputsOf(type: number, kind: IrElementKind, register: number, component: number): readonly number[] {
    return this.#outputs.get(componentKey(kind, kind === 'special' ? type : register, component)) ?? [];
  }

  /**
   * The range of registers of a kind that has `register`; -1 without. Each phase of a hull shader has separate ranges:
   * the result is the last one before `position`.
   */
  rangeOf(kind: IrElementKind, register: number, isInput: boolean, position: number): number {
    const ranges = isInput ? this.#module.inputRanges : this.#module.outputRanges;
    const positions = isInput ? this.#inputRangePositions : this.#outputRangePositions;
    return ranges.findLastIndex(
      (range, i) =>
        range.kind === kind &&
        register >= range.register &&
        register < range.register + range.count &&
        positions[i]! < position,
    );
  }

  // --- arrays -------------------------------------------------------------------------------------------------------

  /** Rows of all arrays so far. */
  #rows = 0;
  /** Declarations of arrays before it belong to earlier functions. */
  #nextArray = 0;

  /**
   * Declares the arrays between two positions, which come after those of the last call: each phase of a hull shader has
   * separate arrays.
   */
  declareArrays(start: number, end = Number.POSITIVE_INFINITY): void {
    this.arrays = NO_ARRAYS;
    const { tempArrays } = this.#declarations;
    if (this.#nextArray === tempArrays.length) return;
    const arrays = new Map<number, number>();
    this.arrays = arrays;
    for (; this.#nextArray < tempArrays.length; this.#nextArray++) {
      const { position, register, elements, components } = tempArrays[this.#nextArray]!;
      if (position < start) continue;
      if (position >= end) return;
      const variable = { rows: Math.min(elements, MAX_ROWS), components: Math.min(Math.max(components, 1), 4) };
      this.#rows += variable.rows;
      if (this.#rows > MAX_IR_ROWS)
        throw new Refusal(DX5115, this.#cursor.program.starts[position]!, { limit: MAX_IR_ROWS });
      arrays.set(register, this.#module.variables.push({ ...variable, name: `x${register}` }) - 1);
    }
  }

  arrayOf(register: number): number {
    return this.arrays.get(register) ?? -1;
  }
}

/** Rows of an array; Direct3D has 4096 registers in all. */
const MAX_ROWS = 4096;
