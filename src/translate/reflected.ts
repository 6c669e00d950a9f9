/**
 * Data that reflection adds to a module: semantics, types of inputs and outputs, names of resources, formats and names
 * of constants; and the rows of 16 bytes that a type of HLSL has in memory or in registers.
 */

import type { Writable } from '../base/writable.ts';
import { identifierFrom, NameScope } from '../emit/common/names.ts';
import type { ConstantLayout, ConstantMember } from '../emit/common/plan.ts';
import type { ShaderFile, ShaderProgram } from '../file/shader-file.ts';
import type { IrBinding, IrElement, IrModule } from '../ir/index.ts';
import type { BindingDesc } from '../reflect/bindings.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import { readShaderInterface, type ShaderInterface } from '../reflect/shader-interface.ts';
import { constantsOf, type Sm1ConstantDesc, samplerNamesOf, tableOf } from '../reflect/sm1-constants.ts';
import type { TypeDesc, VariableDesc } from '../reflect/types.ts';

/** The fields of a type that {@link rowsOfType} reads. */
interface ShapedType {
  readonly class: string | number | undefined;
  readonly rows: number;
  readonly columns: number;
}

/**
 * The rows of one element of a type, and the components of each: a matrix has its columns or its rows, any other type
 * one row.
 */
export function rowsOfType({
  class: kind,
  rows,
  columns,
}: ShapedType): Pick<ConstantMember, 'rows' | 'width' | 'matrix'> {
  if (kind === 'matrixColumns') return { rows: columns, width: rows, matrix: 'columns' };
  return kind === 'matrixRows' ? { rows, width: columns, matrix: 'rows' } : { rows: 1, width: columns };
}

/** The constant table of a program of models 1 to 3. */
export interface Sm1Names {
  readonly constants: readonly Sm1ConstantDesc[];
  /** By the number of the sampler. */
  readonly samplers: ReadonlyMap<number, string>;
}

/** The reflection of a program from its file: of either instruction set, or none if it cannot be read. */
export interface Reflections {
  readonly sm1?: Sm1Names;
  readonly sm4?: ShaderInterface;
}

/** The names of a program, read when they are asked for: most vertex shaders need none. */
class LazySm1Names implements Sm1Names {
  #constants: readonly Sm1ConstantDesc[] | undefined;
  #samplers: ReadonlyMap<number, string> | undefined;

  constructor(private readonly words: Uint32Array) {}

  get constants(): readonly Sm1ConstantDesc[] {
    this.#constants ??= constantsOf(tableOf(this.words, 0, this.words.length, undefined));
    return this.#constants;
  }

  get samplers(): ReadonlyMap<number, string> {
    this.#samplers ??= samplerNamesOf(this.constants);
    return this.#samplers;
  }
}

/** Reflects a program of models 1 to 3. Faults of its file are reported where it is opened. */
export function reflectSm1({ words }: ShaderProgram): Reflections {
  return { sm1: new LazySm1Names(words) };
}

/** Reflects the program of models 4 to 5.1 of a file. Faults of the file are reported where it is opened. */
export function reflectSm4({ container, profile }: ShaderFile): Reflections {
  return container === undefined ? {} : { sm4: readShaderInterface(container, profile?.slice(0, 2)) };
}

// --- inputs and outputs ---------------------------------------------------------------------------------------------

const TYPES: Readonly<Record<string, 'f32' | 'i32' | 'u32'>> = { float32: 'f32', sint32: 'i32', uint32: 'u32' };

/** Gives inputs and outputs of a module their semantics and types. */
export function nameElements(module: IrModule, reflection: ShaderInterface | undefined): void {
  if (reflection === undefined) return;
  const { inputParameters, outputParameters, patchConstantParameters } = reflection;
  const name = (list: IrElement[], described: readonly ParameterDesc[]): void => {
    for (const element of list) {
      if (element.special !== undefined) continue;
      // A hull shader reads control points that it wrote.
      const isWritten = element.kind === 'outputPoint';
      const parameters = element.kind === 'patch' ? patchConstantParameters : isWritten ? outputParameters : described;
      const parameter = parameters.find(
        (one) =>
          one.register === element.register && (one.mask & element.mask) !== 0 && one.stream === (element.stream ?? 0),
      );
      if (parameter === undefined) continue;
      const type = TYPES[String(parameter.componentType)];
      const { semanticName: semantic, semanticIndex } = parameter;
      // Changed, because copies of objects that have different properties take long (measured): nothing else has the
      // element.
      const named = element as Writable<IrElement>;
      named.semantic = semantic;
      named.semanticIndex = semanticIndex;
      if (type !== undefined) named.type = type;
    }
  };
  name(module.inputs, inputParameters);
  name(module.outputs, outputParameters);
}

// --- resources ------------------------------------------------------------------------------------------------------

const TYPES_OF_KIND: Readonly<Record<IrBinding['kind'], readonly string[]>> = {
  constants: ['cbuffer'],
  view: ['tbuffer', 'texture', 'structured', 'byteAddress'],
  uav: [
    'uavRwTyped',
    'uavRwStructured',
    'uavRwByteAddress',
    'uavAppendStructured',
    'uavConsumeStructured',
    'uavRwStructuredWithCounter',
  ],
  sampler: ['sampler'],
  stage: [],
  group: [],
};

/** The row of reflection for a register of a binding. */
export function boundAs(
  { kind, dimension, register, space }: IrBinding,
  reflection: ShaderInterface | undefined,
  element = 0,
): BindingDesc | undefined {
  const types = kind === 'constants' && dimension !== undefined ? ['tbuffer'] : TYPES_OF_KIND[kind];
  const number = register + element;
  return reflection?.boundResources.find(
    (one) =>
      number >= one.bindPoint &&
      (one.bindCount === 0 || number < one.bindPoint + one.bindCount) &&
      one.space === space &&
      types.includes(String(one.type)),
  );
}

const LETTERS: Readonly<Record<IrBinding['kind'], string>> = {
  constants: 'cb',
  view: 't',
  uav: 'u',
  sampler: 's',
  stage: 's',
  group: 'g',
};

/** The name that a variable for a register should have. */
export function resourceName(binding: IrBinding, element: number, reflection: ShaderInterface | undefined): string {
  const { kind, register, space } = binding;
  const row = boundAs(binding, reflection, element);
  if (row === undefined || row.name === '') {
    const name = binding.name ?? `${LETTERS[kind]}${register + element}`;
    return space === 0 || binding.name !== undefined ? name : `${name}_space${space}`;
  }
  const stem = row.name.startsWith('$') ? row.name.slice(1) : row.name;
  const name = identifierFrom(stem.includes('[') ? stem.replace(/\[(\d+)\]/g, '_$1') : stem);
  return row.bindCount === 1 ? name : `${name}_${register + element - row.bindPoint}`;
}

/** Two bits of the flags of a bound resource (`D3D_SIF_TEXTURE_COMPONENTS`): its components minus one. */
const COMPONENT_SHIFT = 2;

/** The format that the declaration of a typed view in HLSL suggests; undefined without reflection. */
export function suggestedFormat(binding: IrBinding, reflection: ShaderInterface | undefined): string | undefined {
  const row = boundAs(binding, reflection);
  const first = binding.returnTypes?.[0];
  if (row === undefined || first === undefined) return undefined;
  const components = ((row.uFlags >> COMPONENT_SHIFT) & 3) + 1;
  if (first === 'unorm') return 'rgba8unorm';
  if (first === 'snorm') return 'rgba8snorm';
  const suffix = first === 'sint' ? 'sint' : first === 'uint' ? 'uint' : 'float';
  const isBuffer = binding.dimension === 'buffer';
  return `${['r', 'rg', isBuffer ? 'rgb' : 'rgba', 'rgba'][components - 1]}32${suffix}`;
}

// --- constants ------------------------------------------------------------------------------------------------------

const CONSTANT_TYPES: Readonly<Record<string, 'f32' | 'i32' | 'u32'>> = {
  float: 'f32',
  int: 'i32',
  uint: 'u32',
  bool: 'u32',
  min16float: 'f32',
  min10float: 'f32',
  min16int: 'i32',
  min12int: 'i32',
  min16uint: 'u32',
};

/** The members of a buffer of constants by name; undefined where reflection has none that can be named. */
export function constantLayout(
  binding: IrBinding,
  reflection: ShaderInterface | undefined,
  reserved: ReadonlySet<string>,
): ConstantLayout | undefined {
  const row = boundAs(binding, reflection);
  const buffer = reflection?.constantBuffers.find(({ name, type }) => name === row?.name && type === 'cbuffer');
  if (buffer === undefined) return undefined;
  const members: ConstantMember[] = [];
  for (const variable of buffer.variables) if (!addVariable(variable, members)) return undefined;
  members.sort((a, b) => a.offset - b.offset);
  const names = new NameScope(reserved);
  return {
    typeName: identifierFrom(buffer.name.replace(/^\$/, '')),
    members: members.map((member) => ({ ...member, name: names.unique(member.name) })),
  };
}

function addVariable({ name, startOffset, type }: VariableDesc, members: ConstantMember[]): boolean {
  return type !== null && addType(name, startOffset, type, members);
}

/** Adds a variable or a member of a structure; members of structures are flat, with the names of all levels. */
function addType(name: string, offset: number, type: TypeDesc, members: ConstantMember[]): boolean {
  if (type.members.length > 0) {
    // An array of structures has members at distances that no array of WGSL has.
    if (type.elements > 0) return false;
    return type.members.every(
      (member) =>
        member.type !== null && addType(`${name}_${member.name}`, offset + member.type.offset, member.type, members),
    );
  }
  const scalar = CONSTANT_TYPES[String(type.type)];
  if (scalar === undefined) return false;
  const shape = rowsOfType(type);
  if (shape.width < 1 || shape.width > 4) return false;
  members.push({ name: identifierFrom(name), type: scalar, offset, ...shape, elements: type.elements });
  return true;
}
