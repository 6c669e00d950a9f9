/** The options of `translate`, and the versions of what it writes. */
import type { OptionTypes } from '../base/check-options.ts';
import type { EmitProfile, EmitRobustness } from '../emit/common/plan.ts';
import type { IrInstances, IrStage } from '../ir/index.ts';
import type { State9 } from './direct3d9/options.ts';

/** The version of maps that this release writes. */
export const MAP_VERSION = 1;

/** Languages that programs are translated to. */
export const TARGET_LANGUAGES = ['wgsl', 'essl', 'glsl', 'spirv', 'dxbc', 'wasm'] as const;

export type TargetLanguage = (typeof TARGET_LANGUAGES)[number];

/** The versions of a language that are written, the default first; WGSL and WebAssembly have none. */
export const TARGET_VERSIONS: Readonly<Record<TargetLanguage, readonly string[]>> = {
  wgsl: [],
  essl: ['310', '300', '320'],
  glsl: ['450', '330'],
  spirv: ['1.3', '1.6'],
  dxbc: ['5.0', '4.0', '4.1', '5.1'],
  wasm: [],
};

/** The version that options name, or the default of their language; empty for a language without versions. */
export function versionOf({ to = 'wgsl', version }: Pick<CoreOptions, 'to' | 'version'>): string {
  return version ?? TARGET_VERSIONS[to][0] ?? '';
}

/** The type of code in a language: SPIR-V is words, Direct3D and WebAssembly are bytes, the others are strings. */
export type CodeOf<Language extends TargetLanguage> = Language extends 'spirv'
  ? Uint32Array
  : Language extends 'dxbc' | 'wasm'
    ? Uint8Array
    : string;

/**
 * Where a register is bound, and what its texels are: a row of a map's `bindings`. Only the first two fields are
 * needed.
 */
export interface BindingChoice {
  readonly type: 'cbv' | 'srv' | 'uav' | 'sampler' | 'runtime';
  readonly register: number;
  /** The stage that the row is for, of several inputs. Default: all. */
  readonly stage?: IrStage | undefined;
  /** Default: 0. */
  readonly space?: number | undefined;
  /** Default: `main`. */
  readonly role?: 'main' | 'color' | 'comparison' | 'unfiltered' | 'counter' | 'runtime' | undefined;
  readonly group?: number | undefined;
  readonly binding?: number | undefined;
  /** The sampler of a texture that is one variable with it (`essl`, `glsl`). */
  readonly sampler?: { readonly register: number; readonly space?: number | undefined } | undefined;
  /** The variable in the code. */
  readonly name?: string | undefined;
  /** The format of a storage texture or of the elements of a typed buffer, as WebGPU names it. */
  readonly format?: string | undefined;
}

/** All values of `type` in a {@link BindingChoice}. */
export const BINDING_TYPES = ['cbv', 'srv', 'uav', 'sampler', 'runtime'] as const satisfies BindingChoice['type'][];

/** All values of `role` in a {@link BindingChoice}. */
export const BINDING_ROLES = [
  'main',
  'color',
  'comparison',
  'unfiltered',
  'counter',
  'runtime',
] as const satisfies BindingChoice['role'][];

/** Options that need neither the validator nor the printer of listings. */
export interface CoreOptions {
  /**
   * The language: `wgsl` (default), `essl` (GLSL ES, for OpenGL ES and WebGL), `glsl` (for desktop OpenGL), `spirv`
   * (for Vulkan), `dxbc`: shaders of models 1 to 3 as shaders of Direct3D 10 to 12, or `wasm` (WebAssembly, which runs
   * four lanes at a time).
   */
  readonly to?: TargetLanguage;
  /**
   * The version of the language. SPIR-V: `1.3` (default, Vulkan 1.1) or `1.6` (Vulkan 1.3). GLSL ES: `310` (default),
   * `300` (WebGL 2) or `320`. GLSL: `450` (default) or `330`. Direct3D: `5.0` (default), `4.0`, `4.1` or `5.1`.
   */
  readonly version?: string;
  /**
   * How exactly arithmetic is preserved. `guarded` (default): integers, conversions, comparisons and results for NaN
   * are exact, functions such as sine are those of the device. `exact`: in addition, subnormal numbers are flushed as
   * in Direct3D. `fast`: the operations of the language.
   */
  readonly profile?: EmitProfile;
  /**
   * The result of reads out of range: `d3d` (default): 0, by tests in the code; `target`: as the language defines;
   * `off`: not tested.
   */
  readonly robustness?: EmitRobustness;
  /** How constants are declared: `array` (default) of rows, or `named` structures where reflection has the names. */
  readonly constants?: 'array' | 'named';
  /** Where registers are bound; what is not in the list is bound by rule. */
  readonly bindings?: readonly BindingChoice[];
  /**
   * The name of the entry point; one that the language or a variable has gets a number. Default: `main`, which it
   * always is in `essl` and `glsl`.
   */
  readonly entryPoint?: string;
  /**
   * The class instances of interface pointers, by the number of the pointer; `classInstances` finds them by their
   * names. For several inputs a list has those of each.
   */
  readonly instances?: IrInstances | readonly (IrInstances | undefined)[];
  /**
   * Whether the inputs are the stages of one pipeline: each stage then gives exactly what the next one reads, at
   * locations that both have. Default: false, where locations follow from registers or usages alone.
   */
  readonly link?: boolean;
  /**
   * Whether positions are invariant: shaders with the same instructions for a position give the same one, as drivers of
   * Direct3D do, so that passes that draw the same geometry have equal depths. Default: true.
   */
  readonly invariantPosition?: boolean;
  /** The known state of Direct3D 9 that shaders of models 1 to 3 run with. */
  readonly state9?: State9;
}

/** The options of one input. */
export interface StageOptions extends Omit<CoreOptions, 'instances'> {
  readonly instances?: IrInstances;
}

/** The options of functions that translate to one language. */
export type LanguageOptions = Omit<CoreOptions, 'to'>;

export interface TranslateOptions extends CoreOptions {
  /** Whether each group of lines begins with a comment that has the instruction of Direct3D. Default: false. */
  readonly comments?: boolean;
  /** Whether the shader is validated first, and refused with what is wrong. Default: true. */
  readonly validate?: boolean;
}

export const LANGUAGE_OPTIONS: OptionTypes<LanguageOptions> = {
  version: 'string',
  profile: ['exact', 'guarded', 'fast'],
  robustness: ['d3d', 'target', 'off'],
  constants: ['array', 'named'],
  bindings: 'object',
  entryPoint: 'string',
  instances: 'any',
  link: 'boolean',
  invariantPosition: 'boolean',
  state9: 'object',
};

export const CORE_OPTIONS: OptionTypes<CoreOptions> = { to: TARGET_LANGUAGES, ...LANGUAGE_OPTIONS };

export const TRANSLATE_OPTIONS: OptionTypes<TranslateOptions> = {
  ...CORE_OPTIONS,
  comments: 'boolean',
  validate: 'boolean',
};
