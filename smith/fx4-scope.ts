/**
 * The declarations so far in a random effect of fx_4_0, fx_4_1 or fx_5_0: later parts of the source refer to it.
 *
 * Not for: text that refers to nothing declared (the other fx4 files).
 */
import type { Random } from './random.ts';

export type Fx4Profile = 'fx_4_0' | 'fx_4_1' | 'fx_5_0';

export type Fx4Scalar = 'float' | 'int' | 'uint' | 'bool';

/** A numeric value that expressions may read, as text: `a`, `m[2]`, `s.b[i]`. */
export interface Fx4Value {
  readonly text: string;
  readonly scalar: Fx4Scalar;
  /** 0 for scalars and vectors. */
  readonly rows: number;
  readonly columns: number;
  /** The array that it is an element of. */
  readonly array?: { readonly name: string; readonly elements: number };
}

/** A shader function, a shader variable or an object: its name and, for an array, the number of elements. */
export interface Fx4Named {
  readonly name: string;
  readonly elements: number;
}

export type Fx4Stage = 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs';

export interface Fx4Function {
  readonly name: string;
  readonly stage: Fx4Stage;
  /** Literals for its uniform parameters. */
  readonly uniforms: readonly string[];
  /** The types of its interface parameters: shaders of it are used with BindInterfaces. */
  readonly interfaces: readonly Fx4Named[];
  /** Its outputs that stream output can take. */
  readonly outputs: readonly string[];
  /** Needs shader model 5. */
  readonly five: boolean;
}

export type Fx4Object =
  | 'texture'
  | 'sampler'
  | 'blend'
  | 'depth-stencil'
  | 'rasterizer'
  | 'render-target'
  | 'depth-target';

/** A variable that holds shaders of one stage. */
export interface Fx4ShaderVariable extends Fx4Named {
  readonly stage: Fx4Stage;
  /** Elements that a geometry shader with stream output can be made of. */
  readonly compiled: readonly number[];
}

export class Fx4Scope {
  readonly values: Fx4Value[] = [];
  readonly functions: Fx4Function[] = [];
  readonly shaders: Fx4ShaderVariable[] = [];
  readonly objects: Record<Fx4Object, Fx4Named[]> = {
    texture: [],
    sampler: [],
    blend: [],
    'depth-stencil': [],
    rasterizer: [],
    'render-target': [],
    'depth-target': [],
  };
  /** Structs that variables may have as types, with what they contain. */
  readonly structs: { readonly name: string; readonly members: readonly Fx4Member[] }[] = [];
  /** Textures and samplers that shaders sample: name of the texture, its dimension, name of the sampler. */
  readonly sampled: { readonly texture: string; readonly coordinates: number }[] = [];
  /** Concrete instances of classes by interface. */
  readonly instances: { readonly type: string; readonly name: string; readonly elements: number }[] = [];
  /** The stage of the shader that is written; null outside of shaders. */
  stage: Fx4Stage | null = null;
  private count = 0;
  private slots: Record<string, number> = {};

  constructor(
    readonly random: Random,
    readonly profile: Fx4Profile,
    /** Whether state blocks may have values that depend on variables. */
    readonly slow: boolean,
    readonly child: boolean,
    /** Whether it is compiled with the flag of backwards compatibility. */
    readonly compatible: boolean,
  ) {}

  get inShader(): boolean {
    return this.stage !== null;
  }

  get five(): boolean {
    return this.profile === 'fx_5_0';
  }

  /** A new name. */
  name(): string {
    const { random } = this;
    const stem = random.pick([
      'a',
      'b',
      'g_',
      'World',
      'diffuse',
      'Mat',
      'x_',
      'Q',
      'Light_Direction',
      'v',
      'tex_base',
      'A_long_name_of_a_variable_',
    ]);
    return `${stem}${this.count++}`;
  }

  /** The next free register of a class, `b` or `t` or another; gaps at times. */
  slot(register: string): number {
    const at = (this.slots[register] ?? 0) + this.random.below(2);
    this.slots[register] = at + 8;
    return at;
  }
}

export interface Fx4Member {
  readonly name: string;
  readonly type: Fx4Type;
}

/** The type of a numeric variable. */
export interface Fx4Type {
  /** As it is written before the name. */
  readonly text: string;
  /** 0 if it is no array. */
  readonly elements: number;
  /** Scalars in one element, in all its members. */
  readonly scalars: number;
  /** 16-byte registers that it takes at most. */
  readonly registers: number;
  readonly scalar: Fx4Scalar;
  /** 0 for scalars and vectors. */
  readonly rows: number;
  readonly columns: number;
  readonly members?: readonly Fx4Member[];
}
