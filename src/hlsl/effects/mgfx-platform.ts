/**
 * The part of an effect of MonoGame that depends on the platform: what a compiled shader is in the file, and which
 * buffers, samplers and attributes it has.
 */
import { VariableClass } from '../../base/d3d/enumerations.ts';
import { VARIABLE_TYPE_NAMES } from '../../base/d3d/variable-types.ts';
import { MGFX_VALUES, type MgfxParameter, type MgfxSampler, type MgfxShader } from '../../effects/mgfx/model.ts';
import type { Reporter } from '../check/scope.ts';
import type { EffectProfile, EffectShader } from './checked-effect.ts';
import type { mgfxSamplerStates } from './mgfx-states.ts';

/** The states and the texture of a sampler in a source. */
export type SamplerFacts = ReturnType<typeof mgfxSamplerStates>;

/** A shader as a program of Direct3D. */
export interface CompiledShader {
  readonly shader: EffectShader;
  readonly bytes: Uint8Array;
}

/** A buffer of constants. */
export interface PlatformBuffer {
  /** Empty for DirectX. */
  readonly name: string;
  /** The name for messages. */
  readonly label: string;
  /** In bytes. */
  readonly size: number;
  /** In the order of their offsets. */
  readonly variables: readonly { readonly offset: number; readonly parameter: MgfxParameter }[];
}

/** A shader as the file has it, before parameters have numbers. */
export interface PlatformShader extends Pick<MgfxShader, 'code' | 'attributes'> {
  readonly buffers: readonly PlatformBuffer[];
  readonly samplers: readonly (Omit<MgfxSampler, 'parameter'> & { readonly parameterName: string })[];
}

export interface PlatformInput {
  /** Samplers of the source by name, in its order. */
  readonly samplers: ReadonlyMap<string, SamplerFacts>;
  /** Reports a variable whose type MonoGame does not have. */
  refuse(name: string): void;
  readonly reporter: Reporter;
}

export interface MgfxPlatform {
  /** The number of `MgfxProfile`. */
  readonly number: number;
  /** The profile of effects, which has the models of their shaders. */
  readonly profile: EffectProfile;
  /** One of these models, for messages. */
  readonly model: string;
  /** The macros of MonoGame's compiler besides `MGFX`. */
  readonly macros: Readonly<Record<string, string>>;
  /** Whether what only older models have may be used. */
  readonly compatibility: boolean;
  /** The shaders of an effect in its file. */
  read(shaders: readonly CompiledShader[], input: PlatformInput): PlatformShader[];
}

/** Whether two buffers are one in the file. */
export function isSameBuffer(a: PlatformBuffer, b: PlatformBuffer): boolean {
  if (a.name !== b.name || a.size !== b.size || a.variables.length !== b.variables.length) return false;
  return a.variables.every(({ offset, parameter }, i) => {
    const other = b.variables[i]!;
    const keys = ['name', 'rows', 'columns', 'class', 'type'] as const;
    return offset === other.offset && keys.every((key) => parameter[key] === other.parameter[key]);
  });
}

const numberOf = (names: readonly string[], name: string) => names.indexOf(name);

const CLASSES: ReadonlyMap<number, number> = new Map([
  [VariableClass.scalar, numberOf(MGFX_VALUES.parameterClass, 'Scalar')],
  [VariableClass.vector, numberOf(MGFX_VALUES.parameterClass, 'Vector')],
  [VariableClass.matrixColumns, numberOf(MGFX_VALUES.parameterClass, 'Matrix')],
]);

const TYPES: ReadonlyMap<string, number> = new Map([
  ['bool', numberOf(MGFX_VALUES.parameterType, 'Bool')],
  ['int', numberOf(MGFX_VALUES.parameterType, 'Int32')],
  ['float', numberOf(MGFX_VALUES.parameterType, 'Single')],
]);

/** The type of a variable, as reflection has it. */
export interface ReflectedType {
  /** A number of {@link VariableClass}. */
  readonly class: number;
  /** An index of {@link VARIABLE_TYPE_NAMES}. */
  readonly type: number;
  readonly rows: number;
  readonly columns: number;
}

/**
 * The parameter of a variable; one without a name, and a message, for a type that MonoGame does not have.
 *
 * @param elements of an array; 0 for none
 * @param value of a variable that is no array, as many words as it has components or fewer
 */
export function numericParameter(
  name: string,
  type: ReflectedType | undefined,
  elements: number,
  value: Uint8Array | undefined,
  input: PlatformInput,
): MgfxParameter {
  const parameterClass = type && CLASSES.get(type.class);
  const parameterType = type && TYPES.get(VARIABLE_TYPE_NAMES[type.type] ?? '');
  if (type === undefined || parameterClass === undefined || parameterType === undefined) {
    input.refuse(name);
    return parameterOf('', 0, 0, 0, 0);
  }
  const element = parameterOf('', parameterClass, parameterType, type.rows, type.columns);
  if (elements > 0)
    return { ...element, name, elements: Array.from({ length: elements }, () => element), value: new Uint8Array() };
  if (value !== undefined) element.value.set(value.subarray(0, element.value.byteLength));
  return { ...element, name };
}

function parameterOf(name: string, parameterClass: number, type: number, rows: number, columns: number): MgfxParameter {
  const value = new Uint8Array(4 * rows * columns);
  return { class: parameterClass, type, name, semantic: '', rows, columns, elements: [], members: [], value };
}

/** The number of a type of samplers. */
export function samplerType(name: string): number {
  return numberOf(MGFX_VALUES.samplerType, name);
}

/** The types of parameters by that of a sampler. */
const TEXTURE_TYPES: Readonly<Record<string, string>> = {
  '1D': 'Texture1D',
  '2D': 'Texture2D',
  Volume: 'Texture3D',
  Cube: 'TextureCube',
};

/** The parameter of a texture. @param type the number of the type of its sampler */
export function textureParameter(name: string, type: number): MgfxParameter {
  const texture = TEXTURE_TYPES[MGFX_VALUES.samplerType[type]!]!;
  const parameterClass = numberOf(MGFX_VALUES.parameterClass, 'Object');
  return parameterOf(name, parameterClass, numberOf(MGFX_VALUES.parameterType, texture), 0, 0);
}
