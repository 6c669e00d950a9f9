/** Preshaders against what Microsoft's compiler folds: fixtures/preshader, recorded by live/preshader.ts. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { preshaderOperand } from '../../../src/isa/preshader/code.ts';
import { PRESHADER_OPCODES, PRESHADER_REGISTERS, type PreshaderOpcode } from '../../../src/isa/preshader/opcodes.ts';
import { floatOfBits } from '../../../src/numerics/conversion.ts';
import {
  decodePreshader,
  encodePreshader,
  evaluatePreshader,
  type Preshader,
  perlinNoise,
} from '../../../src/vm/internals.ts';
import { wordOfFloat } from '../../../src/vm/preshader/constants.ts';

interface Recorded {
  readonly target: 'shader' | 'pixel' | 'texture' | 'effect4';
  readonly source: string;
  readonly code: string;
  readonly type: 'float' | 'int';
  readonly sets: readonly { readonly values: Record<string, number[]>; readonly words: readonly number[] }[];
}

const RECORDED = gunzipSync(readFileSync('fixtures/preshader/evaluations.jsonl.gz'))
  .toString()
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line));

const { temp, constant, floatOutput, literal } = PRESHADER_REGISTERS;

/** A preshader with one instruction over literals. */
function one(
  generation: 1 | 2,
  name: PreshaderOpcode,
  words: readonly number[],
  components = 1,
  scalar = false,
): Preshader {
  const { inputs } = PRESHADER_OPCODES[name];
  const size = words.length / (generation === 1 ? 2 : 1) / inputs.length;
  return {
    generation,
    literals: Uint32Array.from(words),
    literalCount: words.length / (generation === 1 ? 2 : 1),
    instructions: [
      {
        opcode: PRESHADER_OPCODES[name].code,
        mnemonic: name,
        components,
        scalar,
        inputs: inputs.map((_, i) => preshaderOperand(literal.code, i * size)),
        output: preshaderOperand(floatOutput.code, 0),
      },
    ],
    declaredCount: 1,
    trailing: [],
  };
}

const wordOf = (name: PreshaderOpcode, ...inputs: number[]) =>
  evaluatePreshader(one(2, name, inputs)).outputs[0]!.words[0];
const floatOf = (name: PreshaderOpcode, ...inputs: number[]) => floatOfBits(wordOf(name, ...inputs.map(wordOfFloat))!);

describe('evaluatePreshader', () => {
  it.each(['texture', 'effect4'] as const)('gives what the compiler folds: %s', (target) => {
    let cases = 0;
    for (const { source, code, type, sets } of RECORDED.filter((one) => one.target === target)) {
      const preshader = decodePreshader(Buffer.from(code, 'base64')).value!;
      for (const { values, words } of sets) {
        const { outputs } = evaluatePreshader(preshader, { constants: values, position: values.v!, size: values.w! });
        const found = outputs[0]!.words.slice(0, type === 'int' ? 1 : 4);
        expect(found, source).toEqual(words);
        cases++;
      }
    }
    expect(cases).toBeGreaterThan(30);
  });

  it('gives the constants of shaders that the compiler folds', () => {
    for (const { source, code, sets } of RECORDED.filter(({ target }) => target === 'shader' || target === 'pixel')) {
      const preshader = decodePreshader(Buffer.from(code, 'base64')).value!;
      for (const { values, words } of sets) {
        const outputs = evaluatePreshader(preshader, { constants: values }).outputs.flatMap((output) => output.words);
        // The shader may swizzle them and add constants of its own.
        for (const word of outputs) expect([...words, undefined], source).toContain(word);
      }
    }
  });

  it('wraps and saturates integers as Direct3D 10 does', () => {
    expect(wordOf('iadd', 0x7fff_ffff, 1)).toBe(0x8000_0000);
    expect(wordOf('imul', 0x1_0001, 0x1_0001)).toBe(0x2_0001);
    expect(wordOf('idiv', 0xffff_fff9, 2)).toBe(0xffff_fffd);
    expect(wordOf('udiv', 7, 0)).toBe(0xffff_ffff);
    expect(wordOf('umod', 7, 0)).toBe(0xffff_ffff);
    expect(wordOf('ishl', 3, 33)).toBe(6);
    expect(wordOf('ishr', 0x8000_0000, 4)).toBe(0xf800_0000);
    expect(wordOf('ushr', 0x8000_0000, 4)).toBe(0x0800_0000);
    expect(wordOf('ftoi', wordOfFloat(1e20))).toBe(0x7fff_ffff);
    expect(wordOf('ftou', wordOfFloat(-1))).toBe(0);
    expect(wordOf('ftoi', wordOfFloat(Number.NaN))).toBe(0);
    expect(wordOf('bilt', 0xffff_ffff, 0)).toBe(0xffff_ffff);
    expect(wordOf('bult', 0xffff_ffff, 0)).toBe(0);
    expect(wordOf('mov', 0x7f80_0001)).toBe(0x7f80_0001);
  });

  it('treats signs and zeros as the operations say', () => {
    expect(floatOf('log', 0)).toBe(0);
    expect(floatOf('log', -8)).toBe(3);
    expect(floatOf('rsq', -4)).toBeNaN();
    expect(floatOf('round', 2.5)).toBe(2);
    expect(floatOf('round', -3.5)).toBe(-4);
    expect(floatOf('cmp', -0, 1, 2)).toBe(1);
    expect(floatOf('min', Number.NaN, 2)).toBe(2);
  });

  it('computes with doubles in the first generation', () => {
    const words = new Uint32Array(new Float64Array([1 / 3, -3]).buffer);
    const { outputs } = evaluatePreshader(one(1, 'mul', [...words]));
    expect(outputs).toEqual([
      {
        register: 'float',
        index: 0,
        values: [-1, undefined, undefined, undefined],
        words: [0xbf80_0000, undefined, undefined, undefined],
      },
    ]);
    expect(
      evaluatePreshader(one(1, 'rsq', [...new Uint32Array(new Float64Array([-4]).buffer)])).outputs[0]!.values[0],
    ).toBe(0.5);
  });

  it('uses the first component of a scalar input for all', () => {
    const words = [2, 9, 9, 10, 20, 30].map(wordOfFloat);
    expect(evaluatePreshader(one(2, 'mul', words, 3, true)).outputs[0]!.values).toEqual([20, 40, 60, undefined]);
  });

  it('takes noise from the caller, and is smooth noise from -1 to 1 without', () => {
    const preshader = one(2, 'noise', [0.25, 0.5, 0.75].map(wordOfFloat), 3);
    expect(evaluatePreshader(preshader, { noise: (point) => point.length }).outputs[0]!.values[0]).toBe(3);
    for (let i = 0; i < 500; i++) {
      const point = [i * 0.37, i * -1.13, i * 0.071];
      expect(Math.abs(perlinNoise(point))).toBeLessThanOrEqual(1);
      expect(Math.abs(perlinNoise(point) - perlinNoise(point.map((x) => x + 1e-6)))).toBeLessThan(1e-4);
    }
    expect(perlinNoise([3, -2, 5, 8])).toBe(0);
    expect(perlinNoise([0.5, 0.25])).not.toBe(0);
  });

  it('reads registers that nothing sets as 0, wherever they are', () => {
    const preshader = one(2, 'mov', [0]);
    const far = [constant.code, temp.code, 8].map((type) => ({
      ...preshader.instructions[0]!,
      inputs: [preshaderOperand(type, 0xffff_ffff)],
      output: preshaderOperand(floatOutput.code, type === 8 ? 0xffff_fff0 : 0),
    }));
    const { outputs } = evaluatePreshader({ ...preshader, instructions: far });
    expect(outputs.map(({ index, values }) => [index, values[0]])).toEqual([[0, 0]]);
  });
});

describe('encodePreshader', () => {
  it('gives the same bytes for what is not changed', () => {
    for (const { code } of RECORDED) {
      const bytes = new Uint8Array(Buffer.from(code, 'base64'));
      const { value, diagnostics } = decodePreshader(bytes);
      expect(diagnostics).toEqual([]);
      expect(Buffer.compare(encodePreshader(value!), bytes)).toBe(0);
    }
  });

  it('puts another literal and another instruction into what held the preshader', () => {
    for (const target of ['shader', 'texture', 'effect4'] as const) {
      const recorded = RECORDED.find(
        (one) => one.target === target && decodePreshader(Buffer.from(one.code, 'base64')).value!.literalCount > 0,
      )!;
      const value = decodePreshader(Buffer.from(recorded.code, 'base64')).value!;
      const instructions = [...value.instructions, value.instructions[0]!];
      const literals = Uint32Array.from([...value.literals!, 1, 2]);
      const changed = { ...value, instructions, literals, declaredCount: instructions.length };
      const again = decodePreshader(encodePreshader(changed)).value!;
      expect(again.instructions).toEqual(instructions);
      expect([...again.literals!]).toEqual([...literals]);
      expect(again.constantTable!.constants.map(({ name }) => name)).toEqual(
        value.constantTable!.constants.map(({ name }) => name),
      );
    }
  });

  it('makes a stream or a container of a new preshader', () => {
    for (const generation of [1, 2] as const) {
      const made = one(generation, 'neg', [0, 0x3ff0_0000].slice(0, generation === 1 ? 2 : 1));
      const { value, diagnostics } = decodePreshader(encodePreshader(made));
      expect(diagnostics).toEqual([]);
      expect(value).toMatchObject({ generation, instructions: made.instructions, literalCount: 1 });
    }
  });
});

describe('decodePreshader', () => {
  it('reports what is no preshader, and what is not evaluated, at its offset', () => {
    expect(decodePreshader(new Uint8Array(8)).diagnostics[0]).toMatchObject({
      code: 'DX0160',
      span: { start: 0, end: 8 },
    });
    const preshader = one(1, 'add', [0, 0, 0, 0]);
    const [instruction] = preshader.instructions;
    const bytes = encodePreshader({
      ...preshader,
      declaredCount: 5,
      instructions: [
        { ...instruction!, opcode: 0x7ff, mnemonic: undefined },
        { ...instruction!, inputs: [] },
        { ...instruction!, components: 9, output: preshaderOperand(8, 0) },
      ],
    });
    const { diagnostics } = decodePreshader(bytes);
    expect(diagnostics.map(({ code, span }) => [code, span.start])).toEqual([
      ['DX0163', 44],
      ['DX0164', 92],
      ['DX0165', 108],
      ['DX0166', 144],
      ['DX0162', 152],
    ]);
  });

  it('throws for what holds no bytes', () => {
    expect(() => decodePreshader('text' as never)).toThrow(TypeError);
    expect(() => evaluatePreshader({} as never)).toThrow(TypeError);
  });
});
