/** Each operation of numbers as WebAssembly against the evaluator of the IR: the same bits for special operands. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../../smith/random.ts';
import { emitWasm, wasmObstacle } from '../../../src/emit/wasm/emit-wasm.ts';
import { PLAN_ADDRESS, REGISTER_BYTES } from '../../../src/emit/wasm/plan.ts';
import { newElement } from '../../../src/ir/declarations.ts';
import { COMPUTING } from '../../../src/ir/evaluate/handlers-computing.ts';
import {
  evaluateQuad,
  IR_OPS,
  IrBuilder,
  IrModule,
  type IrOpName,
  Kind,
  OP_NAMES,
  Op,
  refOf,
  typeOf,
  verifyIr,
} from '../../../src/ir/index.ts';
import { SM4_OPERAND_TYPES } from '../../../src/isa/sm4/operands.ts';
import { Bindings } from '../../../src/vm/bindings.ts';
import { layoutOf, WasmInstance } from '../../../src/vm/wasm/compile.ts';

const INPUTS = 4;
const RUNS = 300;

/** Words with everything that arithmetic treats in its own way. */
const SPECIAL = [
  0, 1, 2, 3, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff, 0x7f80_0000, 0xff80_0000, 0x7fc0_0000,
  0x7f80_0001, 0xffc1_2345, 0x0080_0000, 0x007f_ffff, 0x807f_ffff, 0x3f80_0000, 0xbf80_0000, 0x3f00_0000, 0xbf00_0000,
  0x3f7f_ffff, 0x4000_0000, 0x4b00_0000, 0x4f00_0000, 0xcf00_0000, 0x4f80_0000, 0x7f7f_ffff, 0x3c00, 0x7c00, 0x7e01,
  0xfbff, 0x03ff, 0x8001, 0x3880_0000, 0x3300_0000, 0x477f_e000, 0x4780_0000, 0x42fe_0000, 0xc2fc_0000, 0xc2fd_0000,
  0x4900_0000, 0x4d00_0000, 0x7ff8_0000, 0x3ff0_0000, 0x4340_0000, 0x0010_0000, 0x7fe0_0000,
];

function randomWord(random: Random): number {
  if (random.oneIn(3)) return random.pick(SPECIAL);
  if (random.oneIn(2)) return random.word() >>> 0;
  const floats = new Float32Array([(random.below(4001) - 2000) / random.pick([1, 4, 16, 1000])]);
  return new Uint32Array(floats.buffer)[0]!;
}

const KIND_OF: Readonly<Record<string, number>> = {
  f: Kind.f32,
  i: Kind.i32,
  u: Kind.u32,
  n: Kind.i32,
  l: Kind.u32,
  w: Kind.u32,
  a: Kind.f32,
  b: Kind.bool,
  d: Kind.f64,
};

/** A module that gives the result of an operation of inputs as outputs. */
function moduleOf(name: IrOpName): IrModule {
  const { result, operands } = IR_OPS[name];
  const module = new IrModule('vs', { version: [5, 0], profile: 'vs_5_0' });
  for (let i = 0; i < INPUTS; i++) module.inputs.push(newElement('vertex', i, 15));
  module.outputs.push(newElement('vertex', 0, 15));
  const b = new IrBuilder(module);
  b.beginFunction('main', 'main');
  const kind = KIND_OF[result[0]!]!;
  const values = operands.split(' ').map((spec, i) => {
    const operandKind = spec.startsWith('=')
      ? kind
      : spec.startsWith('0')
        ? KIND_OF[operands[0]!]!
        : KIND_OF[spec[0]!]!;
    const width = spec.includes('*') || operands.includes('*') || spec.includes('3') ? 3 : 1;
    const words = b.opWith(i << 2, Op.in, typeOf(Kind.u32, operandKind === Kind.f64 ? 2 : width));
    if (operandKind === Kind.f64)
      return b.op(Op['d.pack'], typeOf(Kind.f64), b.pick([refOf(words, 0)]), b.pick([refOf(words, 1)]));
    if (operandKind === Kind.bool) return b.op(Op['i.ne'], typeOf(Kind.bool), words, b.unsigned(0));
    return b.as(operandKind, words);
  });
  const type = typeOf(kind);
  const value = b.opList(Op[name], type, values);
  for (const [component, word] of wordsOf(b, kind, value).entries()) b.opWith(component, Op.out, 0, word);
  b.return();
  return module;
}

function wordsOf(b: IrBuilder, kind: number, value: number): number[] {
  const u32 = typeOf(Kind.u32);
  if (kind === Kind.f64) return [b.op(Op['d.low'], u32, value), b.op(Op['d.high'], u32, value)];
  if (kind === Kind.bool) return [b.op(Op.mask, u32, value)];
  return [b.as(Kind.u32, value)];
}

const INPUT = SM4_OPERAND_TYPES.input.code;
const OUTPUT = SM4_OPERAND_TYPES.output.code;

const NAMES = OP_NAMES.filter(
  (name, code) => COMPUTING[code] !== undefined && !['const', 'undef', 'pick'].includes(name),
);

describe('operations of numbers', () => {
  test.each(NAMES)('%s', (name) => {
    const module = moduleOf(name);
    expect(verifyIr(module).map(({ message }) => message)).toEqual([]);
    expect(wasmObstacle(module)).toBeUndefined();
    const file = (registers: number, address: number) => ({ address, registers, vertices: 1 });
    const [inputs, outputs] = [file(INPUTS, PLAN_ADDRESS), file(1, PLAN_ADDRESS + INPUTS * REGISTER_BYTES)];
    const emitted = emitWasm(module, {
      inputs: module.inputs.map(() => inputs),
      outputs: [outputs],
      inputRanges: [],
      outputRanges: [],
      end: outputs.address + REGISTER_BYTES,
      hasBuffers: false,
    });
    const files = new Map([
      [INPUT, inputs],
      [OUTPUT, outputs],
    ]);
    const compiled = new WebAssembly.Module(emitted.bytes);
    const shader = { ir: module, emitted, compiled, files, inputs: module.inputs.map(() => INPUT) };
    const bindings = new Bindings();
    const instance = new WasmInstance(shader, bindings, layoutOf(shader, bindings)!);
    const random = new Random(OP_NAMES.indexOf(name) + 1);
    for (let run = 0; run < RUNS; run++) {
      const { words } = instance.files[INPUT]!;
      for (let i = 0; i < words.length; i++) words[i] = randomWord(random);
      const given = words.slice();
      const expected = evaluateQuad(module, {
        input: (_kind, _special, register, component, _vertex, lane) => given[(register * 4 + component) * 4 + lane]!,
      });
      instance.run(15, 0, 1e6);
      const found = instance.files[OUTPUT]!.words;
      for (let i = 0; i < 16; i++)
        if (found[i] !== expected.outputs.words[i]) {
          const operands = [0, 1, 2, 3].map((n) => [0, 1, 2].map((c) => hex(given[(n * 4 + c) * 4 + (i & 3)]!)).join());
          expect(`${hex(found[i]!)} of ${operands.join(' ')}`).toBe(hex(expected.outputs.words[i]!));
        }
    }
  });
});

function hex(word: number): string {
  return `0x${word.toString(16)}`;
}
