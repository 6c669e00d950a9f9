/**
 * WebAssembly of `translate` as the engine of src/vm runs it, made of nothing but the code and its map: comparisons
 * with the interpreter then prove both.
 */

import type { WasmCall, WasmFile } from '../../src/emit/wasm/plan.ts';
import { newElement, PRIMITIVE_VERTICES } from '../../src/ir/declarations.ts';
import { type IrAccess, type IrBinding, IrModule, type IrOpName, NO_OP } from '../../src/ir/index.ts';
import { SM4_OPERAND_TYPES, SM4_SPECIAL_INPUTS, type Sm4OperandTypeName } from '../../src/isa/sm4/operands.ts';
import { type TranslationMap, translate } from '../../src/translate/index.ts';
import { COMPONENTS, LANES, REGISTER_WORDS, type RegisterFile } from '../../src/vm/lanes.ts';
import type { CompiledShader, WasmInstance } from '../../src/vm/wasm/compile.ts';

const REGISTER_BYTES = 64;
const KINDS = { cbv: 'constants', srv: 'view', uav: 'uav', sampler: 'sampler', runtime: 'constants' } as const;
const SPECIAL: Readonly<Record<string, Sm4OperandTypeName>> = SM4_SPECIAL_INPUTS;

export interface TranslatedWasm {
  readonly shader: CompiledShader;
  readonly map: TranslationMap;
}

/** Translates a shader, or returns the reason why it cannot be. */
export function translatedWasm(bytes: Uint8Array): TranslatedWasm | string {
  const { stages, diagnostics } = translate(bytes, { to: 'wasm', validate: false });
  const [stage] = stages;
  if (stage === undefined) return diagnostics.find(({ severity }) => severity === 'error')!.message;
  const { code } = stage;
  // Maps are JSON.
  const map = JSON.parse(JSON.stringify(stage.map)) as TranslationMap;
  return { map, shader: shaderOf(map, new WebAssembly.Module(code as Uint8Array<ArrayBuffer>)) };
}

function shaderOf(map: TranslationMap, compiled: WebAssembly.Module): CompiledShader {
  const wasm = map.wasm!;
  const ir = new IrModule(map.stage, { version: [5, 1], profile: map.profile });
  for (const { type, register, space, count = 1 } of map.bindings)
    ir.bindings.push({ kind: KINDS[type], register, space, count } as IrBinding);
  for (const { register, mask } of map.inputs) ir.inputs.push(newElement('vertex', register, mask));
  const numberOf = (variable: string | undefined) => map.bindings.findIndex(({ name }) => name === variable);
  const group = wasm.shared.map(({ address, bytes }, register) => {
    const binding = ir.bindings.push({ kind: 'group', register, space: 0, count: 1 } as IrBinding) - 1;
    return { binding, address, words: bytes / 4 };
  });
  const named = (prefix: string) =>
    wasm.numbers.filter(({ name }) => /^\D+/.exec(name)![0] === prefix).map(({ variable }) => numberOf(variable));
  const minRows = (binding: number) => (map.bindings[binding]!.minSize ?? 0) / 16;
  const calls = wasm.calls.map((call): WasmCall => {
    const { operation, operands, components, variable, sampler, last = [], offsets = [0, 0, 0], channel = 0 } = call;
    const { input = NO_OP, stream = input, component = 0 } = call;
    const access: IrAccess = {
      binding: numberOf(variable),
      sampler: numberOf(sampler),
      offsets: offsets as [number, number, number],
      channel,
      hasClamp: last.includes('clamp'),
      isIndexed: last.includes('index'),
      isSamplerIndexed: last.includes('samplerIndex'),
    };
    const element = operation === 'cb.load' ? access.binding : stream;
    return { name: operation as IrOpName, access, widths: operands, width: components, element, component };
  });
  const { files, inputs } = filesOf(map);
  const constants = named('base').map((binding) => ({ binding, rows: minRows(binding) }));
  const { segments, frameBytes, pages, end } = wasm;
  const barriers = new Map(wasm.barriers.map(({ segment, at }) => [segment, at]));
  const emitted = { bytes: new Uint8Array(), pages, segments, frameBytes, barriers, group, end, calls, constants };
  return { ir, compiled, files, inputs, emitted: { ...emitted, buffers: named('buffer') } };
}

type Element = TranslationMap['inputs'][number];

/** The operand type of the registers that an input is in. */
function typeOf({ builtin = '', isPatch, stride }: Element, stage: TranslationMap['stage']): number {
  const name =
    SPECIAL[builtin] ??
    (isPatch ? 'inputPatchConstant' : stride === undefined || stage === 'gs' ? 'input' : 'inputControlPoint');
  return SM4_OPERAND_TYPES[name].code;
}

/** Registers by operand type, as the engine has them. */
function filesOf({
  inputs,
  outputs,
  tessellation,
  geometry,
  stage,
}: TranslationMap): Pick<CompiledShader, 'files' | 'inputs'> {
  const files = new Map<number, WasmFile>();
  for (const row of inputs) {
    const { register, address, stride } = row;
    const type = typeOf(row, stage);
    const registers =
      stride === undefined ? Math.max(files.get(type)?.registers ?? 0, register + 1) : stride / REGISTER_BYTES;
    const count = geometry === undefined ? tessellation?.inputPoints : PRIMITIVE_VERTICES[geometry.inputPrimitive];
    const vertices = stride === undefined ? 1 : count!;
    files.set(type, { address: address! - REGISTER_BYTES * register, registers, vertices });
  }
  // Geometry shaders give vertices with these registers.
  for (const { register, address } of stage === 'gs' ? outputs : []) {
    const type = SM4_OPERAND_TYPES.output.code;
    const registers = Math.max(files.get(type)?.registers ?? 0, register + 1);
    files.set(type, { address: address! - REGISTER_BYTES * register, registers, vertices: 1 });
  }
  return { files, inputs: inputs.map((row) => typeOf(row, stage)) };
}

/** Copies the inputs from the registers of the interpreter. */
export function fillTranslated(
  { files }: WasmInstance,
  { inputs, stage }: TranslationMap,
  from: readonly (RegisterFile | undefined)[],
): void {
  for (const row of inputs) {
    const type = typeOf(row, stage);
    const to = files[type]!;
    const source = from[type] ?? (row.stride === undefined ? undefined : from[SM4_OPERAND_TYPES.input.code]);
    for (let vertex = 0; vertex < to.vertices; vertex++) {
      const [a, b] = [source?.baseOf(row.register, vertex) ?? -1, to.baseOf(row.register, vertex)];
      if (a < 0) continue;
      for (let i = 0; i < COMPONENTS * LANES; i++)
        if (row.mask & (1 << Math.floor(i / LANES))) to.words[b + i] = source!.words[a + i]!;
    }
  }
}

/** The words of all outputs, one register after the other. */
export function translatedOutputs({ memory }: WasmInstance, { outputs }: TranslationMap): Uint32Array {
  const words = new Uint32Array(REGISTER_WORDS * outputs.length);
  for (const [i, { address }] of outputs.entries())
    words.set(memory.subarray(address! / 4, address! / 4 + REGISTER_WORDS), i * REGISTER_WORDS);
  return words;
}
