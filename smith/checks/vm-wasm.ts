/** Runs a lowered program as WebAssembly on the registers and bindings of the interpreter, for comparisons with it. */
import type { EvaluateResult, IrModule } from '../../src/ir/index.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import type { TranslationMap } from '../../src/translate/index.ts';
import type { Bindings } from '../../src/vm/bindings.ts';
import type { ComputeFault } from '../../src/vm/engine.ts';
import { COMPONENTS, LANES, REGISTER_WORDS, RegisterFile } from '../../src/vm/lanes.ts';
import type { Sm4Executable } from '../../src/vm/sm4/executable.ts';
import { sm4FileSizes } from '../../src/vm/sm4/quad.ts';
import {
  type CompiledShader,
  compileModule,
  layoutOf,
  SPECIAL_OUTPUTS,
  WasmInstance,
} from '../../src/vm/wasm/compile.ts';
import { runWasmGroup } from '../../src/vm/wasm/engine.ts';
import { fillTranslated, type TranslatedWasm, translatedOutputs } from './translated-wasm.ts';

/** Compiled modules: a module is compared on several inputs, and compiling it changes it. */
const compiled = new WeakMap<IrModule, CompiledShader | string>();

function compiledOf(
  module: IrModule | TranslatedWasm,
  files: readonly (RegisterFile | undefined)[],
): CompiledShader | string {
  if ('map' in module) return module.shader;
  const known = compiled.get(module);
  if (known !== undefined) return known;
  const sizes = new Map(Array.from(files.entries()).flatMap(([type, file]) => (file ? [[type, file]] : [])));
  const made = compileModule(module, sizes, module.stage === 'cs');
  const result = 'shader' in made ? made.shader : made.obstacle;
  compiled.set(module, result);
  return result;
}

/**
 * Runs the main function with four lanes.
 *
 * @param module a module, which is changed, or a translation of it
 * @param files the registers of the interpreter: inputs are copied
 * @returns the result, or why the module is not run
 */
export function evaluateQuadAsWasm(
  module: IrModule | TranslatedWasm,
  bindings: Bindings,
  files: readonly (RegisterFile | undefined)[],
  { lanes, helpers, maxOps }: { readonly lanes: number; readonly helpers: number; readonly maxOps: number },
): EvaluateResult | string {
  const shader = compiledOf(module, files);
  if (typeof shader === 'string') return shader;
  const layout = layoutOf(shader, bindings);
  if (layout === undefined) return SAME_BYTES;
  const instance = new WasmInstance(shader, bindings, layout);
  if ('map' in module) fillTranslated(instance, module.map, files);
  else
    for (const type of new Set(shader.inputs))
      if (type !== undefined) instance.files[type]!.words.set(files[type]!.words);
  const left = instance.run(lanes, helpers, maxOps);
  instance.copyBack();
  const words = 'map' in module ? translatedOutputs(instance, module.map) : outputWords(instance, module);
  return { outputs: { words, ranges: [] }, helpers: left, isLimited: left < 0, executed: instance.executed };
}

/**
 * Runs a geometry or hull shader on a primitive.
 *
 * @param run runs an instance of the module
 * @returns the result, or why the module is not run
 */
export function evaluatePrimitiveAsWasm<Result>(
  module: IrModule | TranslatedWasm,
  executable: Sm4Executable,
  bindings: Bindings,
  run: (instance: WasmInstance) => Result,
): Result | string {
  const sizes = sm4FileSizes(executable);
  const files: RegisterFile[] = [];
  for (const [type, { registers, vertices }] of sizes) files[type] = new RegisterFile(registers, vertices);
  const shader = compiledOf(module, files);
  const layout = typeof shader === 'string' ? undefined : layoutOf(shader, bindings);
  if (typeof shader === 'string' || layout === undefined) return typeof shader === 'string' ? shader : SAME_BYTES;
  const instance = new WasmInstance(shader, bindings, layout);
  const result = run(instance);
  instance.copyBack();
  return result;
}

const SAME_BYTES = 'views of the same bytes';

/** The words of all outputs, one register after the other. */
function outputWords(instance: WasmInstance, module: IrModule): Uint32Array {
  const words = new Uint32Array(REGISTER_WORDS * module.outputs.length);
  for (const [i, { register, special }] of module.outputs.entries()) {
    const name = special === undefined ? 'output' : SPECIAL_OUTPUTS[special]!;
    const from = instance.files[SM4_OPERAND_TYPES[name].code]!.words;
    const at = (special === undefined ? register : 0) * COMPONENTS * LANES;
    words.set(from.subarray(at, at + REGISTER_WORDS), i * REGISTER_WORDS);
  }
  return words;
}

/**
 * Runs a thread group, whose writable memory is that of the bindings.
 *
 * @returns the fault, or the reason why the module is not run
 */
export function evaluateGroupAsWasm(
  module: IrModule | TranslatedWasm,
  bindings: Bindings,
  group: readonly [number, number, number],
  maxOps: number,
): ComputeFault | undefined | { readonly obstacle: string } {
  const files: RegisterFile[] = [];
  for (const name of GROUP_INPUTS) files[SM4_OPERAND_TYPES[name].code] = new RegisterFile(1);
  const shader = compiledOf(module, files);
  if (typeof shader === 'string') return { obstacle: shader };
  const layout = layoutOf(shader, bindings);
  if (layout === undefined) return { obstacle: SAME_BYTES };
  const size = ('map' in module ? groupSize(module.map) : module.facts.threadGroupSize) ?? [1, 1, 1];
  const threads = size[0] * size[1] * size[2];
  const instance = new WasmInstance(shader, bindings, layout, { quads: Math.ceil(threads / LANES) });
  const fault = runWasmGroup(instance, { size, threads, group }, { maxInstructions: maxOps });
  instance.copyBack();
  return fault?.fault;
}

function groupSize({ workgroupSize }: TranslationMap): readonly [number, number, number] | undefined {
  return workgroupSize as readonly [number, number, number] | undefined;
}

const GROUP_INPUTS: readonly Sm4OperandTypeName[] = [
  'inputThreadId',
  'inputThreadGroupId',
  'inputThreadIdInGroup',
  'inputThreadIdInGroupFlattened',
];
