/**
 * The speed of the interpreters: instructions that four lanes execute, times four, a second. Pixel shaders run on
 * zeros, with nothing bound, so all lanes go the same way; making a quad does not count.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build } from './builds.ts';
import { alternate, median, secondsPerCall } from './measure.ts';
import type { Timing } from './rows.ts';
import type { ShaderSet } from './shaders.ts';

export interface InterpreterSpeed {
  readonly shaders: string;
  readonly programs: number;
  /** Executed in one pass. */
  readonly instructions: number;
  /** Millions of instruction-lanes a second. */
  readonly best: number;
  readonly median: number;
}

const LANES = 4;
/** All lanes run, and all are pixels of the primitive. */
const ALL = 15;
/** Far more than any shader of the sets executes. */
const LIMIT = 100_000;

/** A quad and its program: both interpreters have these. */
interface Quad {
  executed: number;
  start(live: number, step: number, end: number): void;
  run(limit: number): void;
}

interface RunnableQuad {
  readonly quad: Quad;
  readonly end: number;
}

/** @param sets those of both instruction sets */
export async function interpreterSpeeds(
  sets: readonly ShaderSet[],
  build: Build,
  { rounds, seconds }: Timing,
): Promise<InterpreterSpeed[]> {
  const speeds: InterpreterSpeed[] = [];
  for (const set of sets) {
    const quads = await quadsOf(set, build);
    const pass = () => {
      for (const { quad, end } of quads) {
        quad.start(ALL, 0, end);
        quad.run(LIMIT);
      }
    };
    const before = executedBy(quads);
    pass();
    const instructions = executedBy(quads) - before;
    if (instructions === 0) continue;
    const rate = () => (LANES * instructions) / secondsPerCall(pass, seconds) / 1e6;
    rate();
    const { rates } = await alternate({ rates: rate }, rounds);
    speeds.push({
      shaders: set.name,
      programs: quads.length,
      instructions,
      best: Math.max(...rates),
      median: median(rates),
    });
  }
  return speeds;
}

function executedBy(quads: readonly RunnableQuad[]): number {
  return quads.reduce((sum, { quad }) => sum + quad.executed, 0);
}

/** A quad for each pixel shader of a set. */
async function quadsOf(
  { files }: ShaderSet,
  { directory, main: { openShaderFile }, sm1: { readSm1 }, sm4: { readSm4 } }: Build,
): Promise<RunnableQuad[]> {
  const load = async <Module>(path: string) =>
    (await import(pathToFileURL(join(directory, 'dist/vm', path)).href)) as Module;
  const { sm1Executable } = await load<typeof import('../src/vm/sm1/executable.ts')>('sm1/executable.js');
  const { Sm1Interpreter } = await load<typeof import('../src/vm/sm1/interpreter.ts')>('sm1/interpreter.js');
  const { sm4Executable } = await load<typeof import('../src/vm/sm4/executable.ts')>('sm4/executable.js');
  const { Sm4Interpreter } = await load<typeof import('../src/vm/sm4/interpreter.ts')>('sm4/interpreter.js');
  const { Bindings } = await load<typeof import('../src/vm/bindings.ts')>('bindings.js');
  const constants = { floats: new Uint32Array(0), integers: new Int32Array(0), booleans: [] };
  const programs = files.flatMap((file) => openShaderFile(file).programs);
  return programs.flatMap(({ isa, words }): RunnableQuad[] => {
    if (isa === 'sm1') {
      const program = readSm1(words);
      const executable = sm1Executable(program);
      return program.stage === 'ps'
        ? [{ quad: new Sm1Interpreter(executable, constants), end: executable.mainEnd }]
        : [];
    }
    const program = readSm4(words);
    const executable = sm4Executable(program);
    return program.stage === 'ps'
      ? [{ quad: new Sm4Interpreter(executable, new Bindings()), end: executable.parts[0]!.end }]
      : [];
  });
}
