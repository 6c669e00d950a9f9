/** Programs of shader models 1 to 3 from text, raised and run in the evaluator. */
import { assembleUnvalidated } from '../../../src/assemble/index.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { readShaderFile } from '../../../src/file/shader-file.ts';
import { evaluateQuad, type IrModule, verifyIr } from '../../../src/ir/index.ts';
import { lowerProgram } from '../../../src/lower/lower.ts';
import type { State9 } from '../../../src/translate/direct3d9/options.ts';
import { type Raised9, raise9 } from '../../../src/translate/direct3d9/raise.ts';
import { STATE_MEMBERS } from '../../../src/translate/direct3d9/states.ts';

/** The bytes of a program. */
export function assembled(text: string): Uint8Array {
  const { bytes, diagnostics } = assembleUnvalidated(text);
  if (bytes === undefined) throw new Error(JSON.stringify(diagnostics));
  return bytes;
}

/** A raised module, which breaks no rule of modules. */
export function raised(text: string, state: State9 = {}): { module: IrModule; facts: Raised9 } {
  const { programs } = readShaderFile(assembled(text), new Diagnostics());
  const samplers = state.samplers?.map((one) => one ?? undefined);
  const { module } = lowerProgram(programs[0]!, undefined, samplers === undefined ? {} : { samplers });
  const facts = raise9(module!, state, undefined);
  const faults = verifyIr(module!);
  if (faults.length > 0) throw new Error(faults[0]!.message);
  return { module: module!, facts };
}

export interface Surroundings {
  /** By semantic or system value: components. */
  readonly inputs?: Readonly<Record<string, readonly number[]>>;
  /** Float constants by row of the buffer. */
  readonly constants?: Readonly<Record<number, readonly number[]>>;
  /** Words of constants, by four times the row plus the component. */
  readonly words?: Readonly<Record<number, number>>;
  /** States by name. */
  readonly states?: Readonly<Record<string, readonly number[]>>;
}

const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

function wordOf(value: number): number {
  floats[0] = value;
  return bits[0]!;
}

function floatOf(word: number): number {
  bits[0] = word;
  return floats[0]!;
}

/** Runs one lane; gives its outputs by semantic or system value, or undefined where the pixel is dropped. */
export function run(module: IrModule, around: Surroundings): Record<string, number[]> | undefined {
  const { inputs = {}, constants = {}, words = {}, states = {} } = around;
  const result = evaluateQuad(
    module,
    {
      input: (_kind, special, register, component) => {
        if (special !== undefined) return wordOf(inputs[special]?.[component] ?? 0);
        const element = module.inputs.find((one) => one.register === register && one.mask & (1 << component))!;
        const name = element.systemValue ?? `${element.semantic}${element.semanticIndex}`;
        const value = inputs[name]?.[component] ?? 0;
        return element.type === undefined ? wordOf(value) : value >>> 0;
      },
      constant: (binding, _index, row, component) => {
        if (module.bindings[binding]!.file !== 'state')
          return words[4 * row + component] ?? wordOf(constants[row]?.[component] ?? 0);
        const offset = 16 * row + 4 * component;
        const member = STATE_MEMBERS.find((one) => offset >= one.offset && offset < one.offset + 4 * one.width);
        if (member === undefined) return 0;
        const value = states[member.name]?.[(offset - member.offset) / 4] ?? 0;
        return member.type === 'f32' ? wordOf(value) : value;
      },
    },
    { lanes: 1, maxOps: 10_000 },
  );
  if (result.helpers & 1) return undefined;
  const outputs: Record<string, number[]> = {};
  for (const [i, { semantic, semanticIndex = 0, systemValue, special, mask }] of module.outputs.entries()) {
    const name = special ?? systemValue ?? `${semantic}${semanticIndex}`;
    const list = outputs[name] ?? [];
    outputs[name] = list;
    for (let c = 0; c < 4; c++) if (mask & (1 << c)) list[c] = floatOf(result.outputs.words[(4 * i + c) * 4]!);
  }
  return outputs;
}
