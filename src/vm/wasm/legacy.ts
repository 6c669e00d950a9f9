/**
 * Programs of shader models 1 to 3 as WebAssembly: where their registers, constants and textures are. What a program
 * does depends on the state of its texture stages, so there is a module for each state that changes the program.
 */
import { getOrInsert } from '../../base/collections.ts';
import { REGISTER_BYTES, type WasmFile } from '../../emit/wasm/plan.ts';
import { formatAllows } from '../../formats/formats.ts';
import type { IrBinding, IrElement, IrModule } from '../../ir/index.ts';
import { SM1_REGISTER_COUNTS, SM1_REGISTERS } from '../../isa/sm1/registers.ts';
import { lowerSm1 } from '../../lower/sm1/lower-sm1.ts';
import type { LowerSm1Options, LowerSm1Sampler, Sm1Dimension } from '../../lower/sm1/module-declarations.ts';
import { Bindings } from '../bindings.ts';
import type { BoundLegacyExecutable } from '../engine.ts';
import type { Sm1Executable } from '../sm1/executable.ts';
import type { Sm1Constants } from '../sm1/quad.ts';
import { StageTextures, type TextureStage } from '../sm1/stage-textures.ts';
import type { FileSize } from '../sm4/quad.ts';
import type { TextureView } from '../texture/texture-view.ts';
import {
  type CompiledShader,
  type CompileResult,
  compileOnce,
  compileWith,
  createInstance,
  layOutFiles,
  layoutOf,
  type WasmInstance,
} from './compile.ts';

const R = SM1_REGISTERS;
/** Registers before those of texture coordinates, in versions before 3_0. */
const FIRST_COORDINATE = 2;
const FILES = [
  'temp',
  'input',
  'addressOrTexture',
  'rasterizerOut',
  'attributeOut',
  'outputOrTexCoordOut',
  'colorOut',
  'depthOut',
  'misc',
] as const;

const SIZES: ReadonlyMap<number, FileSize> = /* @__PURE__ */ new Map(
  FILES.map((name) => [R[name].code, { registers: SM1_REGISTER_COUNTS[name], vertices: 1 }]),
);

/** Registers without a number that inputs and outputs may be, by their number in the file. */
const MISC = ['position', 'face'] as const;
const RASTERIZER = ['position', 'fog', 'pointSize'] as const;

/** The state of the stages that a program depends on. */
function stageOptions(stages: readonly TextureStage[]): LowerSm1Options {
  const samplers = stages.map(
    ({ view, isProjected = false }): LowerSm1Sampler => ({
      ...(view && { dimension: dimensionOf(view), isComparison: isCompared(view) }),
      isProjected,
    }),
  );
  return { samplers };
}

function dimensionOf(view: TextureView): Sm1Dimension {
  return view.isCube ? 'textureCube' : view.axes === 3 ? 'texture3D' : 'texture2D';
}

function isCompared({ format }: TextureView): boolean {
  return format.api === 'd3d9' && formatAllows(format, 'compare') !== false;
}

/** Compiled programs by the state of their stages. */
const compiled = new WeakMap<Sm1Executable, Map<string, CompileResult>>();

/** Whether a program was compiled with the state of its stages, or was found not to be possible to compile. */
export function isLegacyKnown({ executable, textures }: BoundLegacyExecutable): boolean {
  return compiled.get(executable)?.has(JSON.stringify(stageOptions(textures))) ?? false;
}

/** Compiles a program with the state of its stages, once. */
export function legacyShader(executable: Sm1Executable, stages: readonly TextureStage[]): CompileResult {
  const options = stageOptions(stages);
  const key = JSON.stringify(options);
  const all = getOrInsert(compiled, executable, () => new Map<string, CompileResult>());
  return getOrInsert(all, key, () =>
    compileOnce(executable.program.words, key, () => {
      const { module, diagnostics } = lowerSm1(executable.program, options);
      if (module === undefined) return { obstacle: diagnostics[0]?.message ?? 'it has no meaning' };
      return compileLegacyModule(module, executable);
    }),
  );
}

/** Compiles the module of a program, which is changed. */
export function compileLegacyModule(module: IrModule, executable: Sm1Executable): CompileResult {
  const { isPixel, program } = executable;
  const isOld = program.major < 3;
  return compileWith(module, (ir) => {
    const { files, end } = layOutFiles(SIZES);
    const file = (type: number) => files.get(type)!;
    const inputs = ir.inputs.map((element) => inputOf(element, isPixel && isOld));
    const outputs = ir.outputs.map((element) => outputOf(element, isPixel, program.major));
    return {
      files,
      inputs: inputs.map(([type]) => type),
      plan: {
        inputs: inputs.map(([type, first]) => from(file(type), first)),
        outputs: outputs.map(([type, first]) => from(file(type), first)),
        inputRanges: ir.inputRanges.map(() => file(R.input.code)),
        outputRanges: ir.outputRanges.map(() => file(R.outputOrTexCoordOut.code)),
        end,
        hasBuffers: false,
      },
    };
  });
}

/** The file whose register 0 is register `first` of another one; it may be before that file. */
function from({ address, registers, vertices }: WasmFile, first: number): WasmFile {
  return { address: address + first * REGISTER_BYTES, registers: registers - first, vertices };
}

function inputOf({ special, register }: IrElement, hasCoordinates: boolean): readonly [type: number, first: number] {
  if (special !== undefined) return [R.misc.code, Math.max(MISC.indexOf(special as (typeof MISC)[number]), 0)];
  return hasCoordinates && register >= FIRST_COORDINATE
    ? [R.addressOrTexture.code, -FIRST_COORDINATE]
    : [R.input.code, 0];
}

function outputOf(
  { special, register }: IrElement,
  isPixel: boolean,
  major: number,
): readonly [type: number, first: number] {
  if (special === 'depth') return [R.depthOut.code, 0];
  if (special !== undefined)
    return [R.rasterizerOut.code, Math.max(RASTERIZER.indexOf(special as (typeof RASTERIZER)[number]), 0)];
  if (isPixel) return [major < 2 ? R.temp.code : R.colorOut.code, 0];
  if (major >= 3) return [R.outputOrTexCoordOut.code, 0];
  return register < FIRST_COORDINATE ? [R.attributeOut.code, 0] : [R.outputOrTexCoordOut.code, -FIRST_COORDINATE];
}

/** Rows of the state of a stage, in the constants of the file `state`. */
const STATE_ROWS = 2;

/** The words of the constants of a binding. */
function constantsOf({ file }: IrBinding, constants: Sm1Constants, stages: readonly TextureStage[]): Uint32Array {
  if (file === 'float') return constants.floats;
  if (file === 'int') return Uint32Array.from(constants.integers);
  if (file === 'bool') return Uint32Array.from(constants.booleans.flatMap((one) => [one ? 1 : 0, 0, 0, 0]));
  const rows = new Float32Array(4 * STATE_ROWS * stages.length);
  for (const [i, { bump = [0, 0, 0, 0, 0, 0], isProjected = false }] of stages.entries())
    rows.set([...bump, isProjected ? 1 : 0, 0], 4 * STATE_ROWS * i);
  return new Uint32Array(rows.buffer);
}

/** A compiled program with its constants and textures; undefined where a texture is not what the program declares. */
export function legacyInstance(
  shader: CompiledShader,
  constants: Sm1Constants,
  stages: readonly TextureStage[],
): WasmInstance | undefined {
  const isDeclared = shader.ir.bindings.every(({ kind, register, dimension }) => {
    const view = kind === 'stage' ? stages[register]?.view : undefined;
    return view === undefined || dimensionOf(view) === dimension;
  });
  const bindings = new Bindings();
  const layout = layoutOf(shader, bindings, (binding) => constantsOf(binding, constants, stages));
  if (!isDeclared || layout === undefined) return undefined;
  return createInstance(shader, bindings, layout, { stages: new StageTextures(stages) });
}
