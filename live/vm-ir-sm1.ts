/**
 * Compares lowered programs of shader models 1 to 3 with the interpreter.
 *
 * Programs run in the interpreter (src/vm) and, lowered, in the evaluator (src/ir), on random inputs and state of
 * Direct3D 9: small exact numbers and special values in turn; with `--passes` after each pass that changes the module,
 * too; with `--engine wasm` as WebAssembly instead (src/vm/wasm). All results must have equal bits, and modules must
 * break no rule. The programs are
 *
 * - `runnable`: random ones that the validator accepts, made to run; `flow`: blocks and subroutines nested deep; many
 *   of them are not valid
 * - `fixtures`: every recorded program
 * - `damaged`: random programs with changes, those that the validator rejects as well: every module gives the same
 * - `hlsl`: what Microsoft's compiler makes of random functions of exact arithmetic for models 2 and 3
 *
 * `--seconds` ends a run early. Exit status 1 if anything differs, or a valid program is refused.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { moduleFingerprint } from '../smith/checks/ir-fingerprint.ts';
import { randomSamplers, Sm1ProgramRuns } from '../smith/checks/vm-ir-sm1.ts';
import { exactFunction } from '../smith/hlsl-exact.ts';
import { Random } from '../smith/random.ts';
import { damageSm1Fields } from '../smith/sm1-damage.ts';
import { flowSm1Words } from '../smith/sm1-flow.ts';
import { runnableSm1Words } from '../smith/sm1-valid.ts';
import { bytesOf } from '../src/base/words.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { type IrModule, runPasses, verifyIr } from '../src/ir/index.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { lowerSm1 } from '../src/lower/index.ts';
import { validate } from '../src/validate/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

const PROFILES = ['vs_2_0', 'vs_2_a', 'vs_3_0', 'ps_2_0', 'ps_2_a', 'ps_2_b', 'ps_3_0'] as const;
/** Optimization levels and flow control: each makes other programs of the same source. */
const FLAGS = [0, 0x1, 0x200, 0x400, 0x4000, 0x8000] as const;
/** Of the runs in turn. */
const MODES = ['dyadic', 'special'] as const;
const MAX_CHANGES = 4;

/** A program of the function of a constant and an input. */
function sourceOf(source: string, profile: string): string {
  const [input, result] = profile.startsWith('ps') ? ['TEXCOORD0', 'COLOR'] : ['POSITION', 'POSITION'];
  return `float4 c : register(c0);\n${source}float4 main(float4 b : ${input}) : ${result} { return f(c + b); }\n`;
}

export async function run(values: Values<'vm-ir-sm1'>): Promise<void> {
  const counts = new Map<string, number>();
  let shown = 0;
  const end = values.seconds > 0 ? Date.now() + 1000 * values.seconds : Number.POSITIVE_INFINITY;
  const first = values.seed;
  const last = first + values.count;
  if (values.kind === 'fixtures') fixtures();
  else if (values.kind === 'hlsl') await functions();
  else
    for (let seed = first; seed < last && Date.now() < end; seed++)
      compare(`seed ${seed}`, randomWords(new Random(seed)), seed);
  console.log(Array.from(counts, ([name, number]) => `${number} ${name}`).join(', '));
  process.exitCode = ['different', 'refused', 'invalid'].some((name) => counts.has(name)) ? 1 : 0;

  function count(what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  function fault(kind: 'different' | 'refused' | 'invalid', name: string, text: string): void {
    count(kind);
    if (shown++ < values.show) console.log(`${name}: ${kind}: ${text}`);
  }

  /** A random program of the kind that is asked for. */
  function randomWords(random: Random): Uint32Array {
    if (values.kind === 'flow') return flowSm1Words(random);
    let words = runnableSm1Words(random);
    if (values.kind === 'damaged')
      for (let change = random.between(1, MAX_CHANGES); change > 0; change--) words = damageSm1Fields(words, random);
    return words;
  }

  /** Compares a program: lowered, and after each pass that changed it. */
  function compare(name: string, words: Uint32Array, seed: number): void {
    count('programs');
    const program = readSm1(words);
    const options = randomSamplers(program, new Random(seed));
    const { module, diagnostics } = lowerSm1(program, options);
    if (module === undefined) {
      // Programs that the validator rejects may have no meaning.
      const isValid = validate(bytesOf(words)).diagnostics.every(({ severity }) => severity !== 'error');
      if (isValid) fault('refused', name, `${diagnostics[0]!.code} ${diagnostics[0]!.message}`);
      else count('rejected');
      return;
    }
    const runs = new Sm1ProgramRuns(program, options);
    let isSame = check(name, runs, module, seed);
    if (!values.passes || values.engine === 'wasm') return;
    let before = moduleFingerprint(module);
    runPasses(module, {
      legacy: seed % 2 === 0,
      scalar: seed % 4 > 1,
      afterEach: (pass) => {
        const now = moduleFingerprint(module);
        if (!isSame || now === before) return;
        before = now;
        isSame = check(`${name} after ${pass}`, runs, module, seed);
      },
    });
  }

  /** Verifies a module and compares its runs; false after a fault. */
  function check(name: string, runs: Sm1ProgramRuns, module: IrModule, seed: number): boolean {
    const [broken] = verifyIr(module);
    if (broken !== undefined) {
      fault('invalid', name, broken.message);
      return false;
    }
    for (let run = 0; run < values.runs; run++) {
      const of = [seed * 16 + run, MODES[(seed + run) % 2]!] as const;
      const result = values.engine === 'wasm' ? runs.compareWasm(module, ...of) : runs.compare(module, ...of);
      if (typeof result !== 'string' && 'obstacle' in result) {
        count(`not compiled (${result.obstacle})`);
        return true;
      }
      if (typeof result !== 'string') {
        fault('different', `${name} (${module.facts.profile}), run ${run}`, result.difference);
        return false;
      }
      count(result);
    }
    return true;
  }

  function fixtures(): void {
    for (const { id } of readProvenance()) {
      const path = join(RECORDED, `${id}.bin`);
      if (!existsSync(path)) continue;
      for (const { isa, words } of openShaderFile(new Uint8Array(readFileSync(path))).programs)
        if (isa === 'sm1') compare(id, words, first);
    }
  }

  async function functions(): Promise<void> {
    const oracle = await Oracle.start();
    for (let seed = first; seed < last && Date.now() < end; seed++) {
      const random = new Random(seed);
      const { source } = exactFunction(random, 'floats');
      const profile = random.pick(PROFILES);
      try {
        const { hr, output } = await oracle.compile(sourceOf(source, profile), 'main', profile, {
          flags: random.pick(FLAGS),
        });
        if (hr === 0) compare(`seed ${seed}`, openShaderFile(output).programs[0]!.words, seed);
        else count('not compiled');
      } catch (error) {
        if (!(error instanceof OracleDied)) throw error;
        count('not compiled');
      }
    }
    oracle.stop();
  }
}
