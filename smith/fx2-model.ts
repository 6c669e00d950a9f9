/** The contents of the source of a random effect of Direct3D 9, for comparing with the compiled effect. */

export interface SourceVariable {
  readonly name: string;
  readonly semantic: string | null;
  /** `D3DXPARAMETER_TYPE` and `D3DXPARAMETER_CLASS`. */
  readonly type: number;
  readonly class: number;
  readonly rows: number;
  readonly columns: number;
  readonly elements: number;
  readonly members: readonly SourceVariable[];
}

/** The initializer of a variable. */
export type SourceValue =
  | { readonly kind: 'numbers'; readonly words: readonly number[] }
  /** Each text, null for none. */
  | { readonly kind: 'strings'; readonly strings: readonly (string | null)[] }
  | { readonly kind: 'textures' }
  | { readonly kind: 'samplers'; readonly samplers: readonly (readonly SourceState[])[] }
  | { readonly kind: 'shaders'; readonly shaders: readonly (SourceShader | null)[] };

/** A shader as the source gives it: a function compiled for a profile, or assembly. */
export interface SourceShader {
  readonly profile: string;
  /** The call, or the assembly text. */
  readonly entry: string;
  readonly asm: boolean;
}

export interface SourceAnnotation {
  readonly variable: SourceVariable;
  readonly value: SourceValue;
}

export interface SourceParameter extends SourceAnnotation {
  readonly shared: boolean;
  readonly annotations: readonly SourceAnnotation[];
}

/** The value that is assigned to a state. */
export type SourceAssignment =
  | { readonly kind: 'numbers'; readonly words: readonly number[]; readonly type: number }
  | { readonly kind: 'null' }
  | { readonly kind: 'shader'; readonly shader: SourceShader }
  /** The name of a parameter or its element. */
  | { readonly kind: 'parameter'; readonly name: string }
  /** An element of an array whose index is computed. */
  | { readonly kind: 'element'; readonly name: string }
  /** An expression with parameters. */
  | { readonly kind: 'expression' };

export interface SourceState {
  readonly name: string;
  readonly index: number;
  readonly value: SourceAssignment;
}

export interface SourcePass {
  readonly name: string;
  readonly annotations: readonly SourceAnnotation[];
  readonly states: readonly SourceState[];
}

export interface SourceTechnique {
  readonly name: string;
  readonly annotations: readonly SourceAnnotation[];
  readonly passes: readonly SourcePass[];
}

/** A random effect: its source and what that says. */
export interface SourceEffect {
  readonly source: string;
  /** D3DCOMPILE flags. */
  readonly flags: number;
  readonly parameters: readonly SourceParameter[];
  readonly techniques: readonly SourceTechnique[];
}
