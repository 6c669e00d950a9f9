/**
 * The parts of an effect while it is checked: objects by name, shaders that are compiled when all of the source is
 * known.
 */
import type { Fx4Profile } from '../../effects/fx4/enums.ts';
import type { Fx4Annotation, Fx4Instance } from '../../effects/fx4/model.ts';
import type { CheckedFunction, TypedExpression, Variable } from '../check/typed-tree.ts';
import type { Tokens, VariableNode } from '../syntax/tree.ts';
import type { EffectObjectType } from './object-types.ts';

/** Profiles of effects: of Direct3D 9, of Direct3D 10 and 11, and of MonoGame. */
export type EffectProfile = Fx4Profile | 'fx_2_0' | 'mgfx' | 'mgfx_opengl';

export interface EffectOptions {
  readonly profile: Fx4Profile;
  /** Shared variables are those of a pool. */
  readonly isChild: boolean;
  /** States may have values that the application computes. */
  readonly allowsComputedStates: boolean;
  /** The name of the compiler. */
  readonly creator: string;
}

/** A shader of an effect; undefined without code. */
export interface EffectShader {
  readonly stage: string;
  readonly profile: string;
  readonly entry: CheckedFunction;
  /** Of the uniform parameters. */
  readonly values: ReadonlyMap<Variable, TypedExpression>;
  readonly at: Tokens;
}

/** A shader as a variable or a pass has it. */
export interface ShaderUse {
  /** The stage of the variable or state: a geometry shader may be made of a vertex shader. */
  readonly stage: string;
  /** Undefined for NULL. */
  readonly shader: EffectShader | undefined;
  /** Of a variable, the profile that shaders of the effect cannot have; the shader is NULL then. */
  readonly otherModel?: string;
  /** Declarations of outputs that are streamed: one, or one for each stream of model 5.0. */
  readonly streams: readonly (string | undefined)[];
  /** The stream that is rasterized, where there are several. */
  readonly rasterizedStream: number;
  readonly bindings: readonly Fx4Instance[];
}

/** The parts of a use of no shader; those of a use without streams and objects. */
export const NO_SHADER = { shader: undefined, streams: [], rasterizedStream: 0, bindings: [] } as const;

/** A shader with several streams or with interfaces: a record of model 5.0. */
export function isShader5({ streams, bindings }: ShaderUse): boolean {
  return streams.length > 1 || bindings.length > 0;
}

/** A variable that is an object. */
export interface EffectObject {
  readonly node: VariableNode;
  readonly type: EffectObjectType;
  /** 0 for a variable that is no array. */
  readonly elements: number;
  readonly isShared: boolean;
  readonly annotations: readonly Fx4Annotation[];
  /** One for each element, as the type has them. */
  readonly strings: readonly (string | undefined)[];
  readonly shaders: readonly ShaderUse[];
}
