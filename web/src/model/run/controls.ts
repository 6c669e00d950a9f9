/** The controls of a shader that can run, and its stage. */

export type NumberType = 'float' | 'int' | 'uint' | 'bool';

/** A constant with a name: a scalar, vector or matrix, or an array of them. */
export interface ConstantControl {
  /** The name in jobs: `fogColor`, `lights[1].color`. */
  readonly name: string;
  /** The register of the constant buffer: `b0`; undefined in models 1 to 3. */
  readonly buffer: string | undefined;
  /** The name of the constant buffer. */
  readonly group: string;
  /** As HLSL spells it, without elements. */
  readonly typeName: string;
  readonly type: NumberType;
  readonly rows: number;
  readonly columns: number;
  /** Elements of an array; 1 for none. */
  readonly elements: number;
  /** Values by rows, element after element; undefined where the shader has none. */
  readonly defaults: readonly number[] | undefined;
}

export type TextureDimension = '1d' | '2d' | '3d' | 'cube';

/** A texture that the shader reads, or one that it writes. */
export interface TextureControl {
  /** The name in jobs: `t0`, `s0`, `u1`. */
  readonly register: string;
  readonly name: string;
  readonly dimension: TextureDimension;
  readonly isArray: boolean;
  /** The type of the values that reads return. */
  readonly type: 'float' | 'int' | 'uint';
  readonly isWritable: boolean;
}

/** A sampler of models 4.0 to 5.1. */
export interface SamplerControl {
  readonly register: string;
  readonly name: string;
  readonly isComparison: boolean;
}

/** A buffer that the shader reads or writes. */
export interface BufferControl {
  readonly register: string;
  readonly name: string;
  readonly layout: 'structured' | 'typed' | 'raw';
  /** Formats of DXGI of the numbers of an element. */
  readonly formats: readonly string[];
  /** Names of the numbers of an element. */
  readonly columns: readonly string[];
  /** Bytes of an element. */
  readonly stride: number;
  readonly isWritable: boolean;
  /** Whether the element has a hidden counter. */
  readonly hasCounter: boolean;
}

/** An input of a vertex or pixel shader. */
export interface InputControl {
  /** The name in jobs: `TEXCOORD0`, `SV_Position`, `vPos`. */
  readonly name: string;
  /** In lower case, without its index. */
  readonly semantic: string;
  readonly index: number;
  readonly register: string;
  /** Components, a bit each. */
  readonly mask: number;
  readonly type: 'float' | 'int' | 'uint';
}

export interface RunPlan {
  readonly profile: string;
  readonly stage: 'vs' | 'ps' | 'cs';
  readonly isLegacy: boolean;
  readonly constants: readonly ConstantControl[];
  readonly textures: readonly TextureControl[];
  readonly samplers: readonly SamplerControl[];
  readonly buffers: readonly BufferControl[];
  readonly inputs: readonly InputControl[];
  /** Threads of a group of a compute shader. */
  readonly groupSize: readonly [number, number, number];
  /** Features of the shader that the page does not support, as sentences. */
  readonly missing: readonly string[];
}

/** The stages that run here; why others do not. */
export function stageOf(profile: string | null): RunPlan['stage'] | string {
  const stage = profile?.slice(0, 2);
  if (stage === 'vs' || stage === 'ps' || stage === 'cs') return stage;
  const names: Readonly<Record<string, string>> = { gs: 'Geometry', hs: 'Hull', ds: 'Domain' };
  const name = names[stage ?? ''];
  return name === undefined
    ? 'This program has no stage that runs alone.'
    : `${name} shaders run between other stages, which this page does not have. Write a job that draws with all of them, and run it with "dxlens run" (docs/running.md). The listing, the flow graph and the translation of this shader are here.`;
}
