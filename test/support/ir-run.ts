/** Runs modules of the IR on inputs that depend on a seed, with words of memory. */
import { expect } from 'vitest';
import { randomWord } from '../../smith/ir-module.ts';
import { Random } from '../../smith/random.ts';
import { evaluateQuad, type IrEnvironment, type IrModule, parseIr } from '../../src/ir/index.ts';

/** The module of a text, which has to be right. */
export function moduleOfText(text: string): IrModule {
  const { module, diagnostics } = parseIr(text);
  expect(diagnostics).toEqual([]);
  return module;
}

/** Expects the same of a module after passes as before, for each seed below `seeds`. */
export function expectSameRuns(after: IrModule, before: IrModule, seeds: number): void {
  for (let seed = 1; seed < seeds; seed++) expect(runModule(after, seed)).toEqual(runModule(before, seed));
}

/** Everything that a run leaves: outputs, memory and helper lanes; undefined if it was too long. */
export function runModule(module: IrModule, seed: number, lanes = 15): readonly number[] | undefined {
  const random = new Random(seed);
  const inputs = Array.from({ length: 16 }, () => randomWord(random));
  const constants = Array.from({ length: 16 }, () => randomWord(random));
  const memory = new Uint32Array(16);
  const environment: IrEnvironment = {
    input: (_kind, _special, _register, component, _vertex, lane) => inputs[4 * component + lane]!,
    constant: (_binding, _index, row, component) => constants[4 * row + component] ?? 0,
    resource: ({ name, operands, widths, lanes: running, writers, result, width }) => {
      for (let lane = 0; lane < 4; lane++) {
        const at = operands[0]![lane]! >>> 2;
        if (name === 'buf.load.raw' && running & (1 << lane))
          for (let i = 0; i < width; i++) result[4 * i + lane] = memory[at + i] ?? 0;
        if (name === 'buf.store.raw' && writers & (1 << lane))
          for (let i = 0; i < widths[1]!; i++) if (at + i < 16) memory[at + i] = operands[1]![4 * i + lane]!;
      }
    },
  };
  const result = evaluateQuad(module, environment, { lanes, maxOps: 20000 });
  if (result.isLimited) return undefined;
  return [...result.outputs.words, ...memory, result.helpers];
}
