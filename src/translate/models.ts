/**
 * Where the translation of the two instruction sets differs: lowering, reflection, and what Direct3D 9 does besides its shaders. A function of the
 * library names the sets that it translates, and its bundle has nothing of the others.
 */
import type { ShaderFile, ShaderProgram } from '../file/shader-file.ts';
import type { IrModule } from '../ir/index.ts';
import { lowerSm1Program, lowerSm4Program } from '../lower/lower.ts';
import type { LoweredProgram } from '../lower/lowering.ts';
import { preshaderRow } from './direct3d9/preshader.ts';
import { type Raised9, raise9 } from './direct3d9/raise.ts';
import { stateUniforms } from './direct3d9/state-rows.ts';
import type { StageOptions } from './options.ts';
import { type Reflections, reflectSm1, reflectSm4 } from './reflected.ts';

/** The steps of one instruction set. */
export interface ModelSteps {
  readonly lower: (program: ShaderProgram, options: StageOptions) => LoweredProgram;
  readonly reflect: (file: ShaderFile, program: ShaderProgram) => Reflections;
  /** What Direct3D 9 does besides its shaders. */
  readonly direct3d9?: {
    readonly raise: (module: IrModule, options: StageOptions, reflections: Reflections) => Raised9;
    readonly uniforms: typeof stateUniforms;
    readonly preshader: typeof preshaderRow;
  };
}

export type Models = Readonly<Partial<Record<ShaderProgram['isa'], ModelSteps>>>;

const sm1: ModelSteps = {
  lower: (program, { state9 }) => {
    const samplers = state9?.samplers?.map((one) => one ?? undefined);
    return lowerSm1Program(program, samplers === undefined ? {} : { samplers });
  },
  reflect: (_, program) => reflectSm1(program),
  direct3d9: {
    raise: (module, { state9 = {} }, { sm1 }) => raise9(module, state9, sm1),
    uniforms: stateUniforms,
    preshader: preshaderRow,
  },
};

const sm4: ModelSteps = { lower: lowerSm4Program, reflect: reflectSm4 };

/** Models 1 to 3. */
export const SM1_MODELS: Models = { sm1 };

/** Models 4 to 5.1. */
export const SM4_MODELS: Models = { sm4 };

/** Models 1 to 5.1. */
export const ALL_MODELS: Models = { sm1, sm4 };
