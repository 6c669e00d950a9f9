/**
 * Compares lowered programs with the interpreter. Usage:
 *
 *     npx tsx tools/compare/vm-ir.ts [--count 500] [--seed 1] [--show 5] [--kind tokens|hlsl|fixtures] [--runs 2] [--passes]
 *
 * Random programs that the validator accepts (`tokens`), random HLSL functions of exact arithmetic that Microsoft's compiler compiles (`hlsl`), or
 * every compiled fixture run in the interpreter (src/vm) and, lowered, in the evaluator (src/ir), on random inputs: small exact numbers and
 * special values; with `--passes` after each pass, too. All results must have equal bits, and modules must break no rule. Exit status 1 if anything
 * differs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openShaderFile } from '../../src/container/shader-file.ts';
import { type IrModule, runPasses, verifyIr } from '../../src/ir/index.ts';
import { readSm4, type Sm4Program } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/index.ts';
import { programsIn } from '../../test/support/sm4-programs.ts';
import { exactFunction } from '../../test/support/smith/hlsl-exact.ts';
import { Random } from '../../test/support/smith/random.ts';
import { validProgram } from '../../test/support/smith/sm4-valid.ts';
import { compareRuns } from '../../test/support/vm-ir.ts';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { Oracle, OracleDied } from '../oracle/client.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '5' },
    kind: { type: 'string', default: 'tokens' },
    runs: { type: 'string', default: '2' },
    passes: { type: 'boolean', default: false },
  },
});

/** Profiles and flags of compilation: each makes other programs of the same source. */
const PROFILES = ['ps_4_0', 'ps_5_0', 'vs_5_0', 'ps_5_1'] as const;
const FLAGS = [0, 0x1, 0x200, 0x400, 0x4000, 0x8000] as const;

const counts = new Map<string, number>();
let shown = 0;
const first = Number(values.seed);
const last = first + Number(values.count);
if (values.kind === 'fixtures') fixtures();
else if (values.kind === 'hlsl') await functions();
else for (let seed = first; seed < last; seed++) compare(`seed ${seed}`, validProgram(new Random(seed)).words, seed);
console.log(Array.from(counts, ([name, count]) => `${count} ${name}`).join(', '));
process.exitCode =
  (counts.get('different') ?? 0) + (counts.get('refused') ?? 0) + (counts.get('invalid') ?? 0) > 0 ? 1 : 0;

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function fault(kind: string, name: string, text: string): void {
  count(kind);
  if (shown++ < Number(values.show)) console.log(`${name}: ${kind}: ${text}`);
}

function compare(name: string, words: Uint32Array, seed: number): void {
  const program = readSm4(words);
  if (program.stage === 'lib') return;
  const { module, diagnostics } = lowerSm4(program);
  if (module === undefined) {
    fault('refused', name, diagnostics[0]!.message);
    return;
  }
  check(name, program, module, seed);
  if (!values.passes) return;
  const scalar = seed % 2 === 0;
  runPasses(module, { scalar, afterEach: (pass) => check(`${name} after ${pass}`, program, module, seed) });
}

/** Verifies a module and compares its runs. */
function check(name: string, program: Sm4Program, module: IrModule, seed: number): void {
  const broken = verifyIr(module);
  if (broken.length > 0) {
    fault('invalid', name, broken[0]!.message);
    return;
  }
  for (let run = 0; run < Number(values.runs); run++) {
    const result = compareRuns(program, module, seed * 16 + run, run % 2 === 0 ? 'dyadic' : 'special');
    if (typeof result === 'string') count(result);
    else fault('different', `${name} ${program.stage} run ${run}`, result.difference);
  }
}

function fixtures(): void {
  for (const { id } of readProvenance().filter(({ how }) => how === 'compiled'))
    for (const words of programsIn(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)))))
      compare(id, words, first);
}

async function functions(): Promise<void> {
  const oracle = await Oracle.start();
  for (let seed = first; seed < last; seed++) {
    const random = new Random(seed);
    const { source } = exactFunction(random, 'integers');
    const profile = random.pick(PROFILES);
    const semantic = profile.startsWith('ps') ? 'SV_Target' : 'RESULT';
    const text = `cbuffer C : register(b0) { int4 cb_a; float4 cb_b; };\n${source}uint4 main(int4 a : A, float4 b : B) : ${semantic} { return f(cb_a + a, cb_b + b); }\n`;
    try {
      const { hr, output } = await oracle.compile(text, 'main', profile, { flags: random.pick(FLAGS) });
      if (hr === 0) compare(`seed ${seed}`, openShaderFile(output).programs[0]!.words, seed);
      else count('not compiled');
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      count('not compiled');
    }
  }
  oracle.stop();
}
