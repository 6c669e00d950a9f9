/**
 * The comparisons that CI runs: `npm run live -- --ci PART`. Each has a line, ok or FAILED, in the order of the table.
 * One process for each processor runs them, so that each loads the library once.
 */
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ComparisonName } from './comparisons.ts';
import { type Ended, Server } from './server.ts';

/** The requirements of a run: nothing, the oracle, the executor, drivers, or drivers and the oracle. */
const PARTS = ['basic', 'oracle', 'executor', 'gpu', 'gpu-oracle'] as const;
type Part = (typeof PARTS)[number];

/** A title, the comparison, its options. `{N}` is the number of random inputs, `{N*2}` and `{N/5}` parts of it. */
type Run = readonly [title: string, name: ComparisonName, options?: string];

/** One run for each of `values`, which stand for `{}`. */
function each(values: readonly string[], [title, name, options = '']: Run): Run[] {
  return values.map((value) => [title.replace('{}', value), name, options.replace('{}', value)] as const);
}

const RUNS: Readonly<Record<Part, readonly Run[]>> = {
  basic: [
    ['lowered programs of models 1 to 3 after each pass', 'vm-ir-sm1', '--count 300 --runs 1 --passes'],
    [
      'lowered programs after each pass, in the evaluator and in the interpreter',
      'vm-ir',
      '--count 300 --runs 1 --passes',
    ],
    ['lowered compiled programs after each pass', 'vm-ir', '--kind fixtures --runs 2 --passes'],
    ['lowered damaged programs', 'vm-ir', '--kind damaged --count 60 --runs 1 --passes'],
    ['programs as WebAssembly', 'vm-ir', '--count 400 --engine wasm'],
    ['translations to WebAssembly', 'vm-ir', '--count 200 --engine translation'],
    ['programs of models 1 to 3 as WebAssembly', 'vm-ir-sm1', '--count 400 --engine wasm'],
  ],
  oracle: [
    ['live: lowered compiled programs after each pass', 'vm-ir', '--kind hlsl --count {N} --runs 1 --passes'],
    ...each(
      ['valid', 'wild', 'damaged', 'preshader', 'texture'],
      ['live: shader models 1-3, {}', 'sm1', '--kind {} --count {N}'],
    ),
    ...each(['valid', 'wild'], ['live: shader models 4-5.1, {}', 'sm4', '--kind {} --count {N}']),
    ...each(['valid', 'damage'], ['live: assembler, {}', 'sm1-assemble', '--mode {} --count {N}']),
    ...each(['valid', 'compiled'], ['live: assembler of models 4-5.1, {}', 'sm4-assemble', '--kind {} --count {N}']),
    ['live: whole listings to containers', 'sm4-headers-assemble', '--count {N/5}'],
    ['live: listings without headers', 'sm4-headers-assemble', '--count {N/5} --bare'],
    ['live: effects of Direct3D 10 and 11', 'fx4', '--count {N/2}'],
    ['live: edited effects of Direct3D 10 and 11', 'fx4-edits', '--count {N}'],
    ['live: reflection of effects of Direct3D 10 and 11', 'effect-reflection', '--count {N/2}'],
    ['live: output of the compiler is valid', 'sm4-validate', '--program compiled --hlsl {N}'],
    ['live: bindings against root signatures', 'bindings', '--count {N}'],
    ['live: root signatures', 'root-signature', '--count {N}'],
    ['live: effects of Direct3D 9', 'fx2', '--count {N/5} --damage 20'],
    ['live: constant tables', 'ctab', '--shaders {N/5}'],
    ...each(
      ['debug', 'debug9'],
      ['live: debug information of compiled HLSL, {}', 'compile-debug', '--kind {} --count {N/5}'],
    ),
    ...each(
      ['shader', 'pixel', 'texture', 'effect4'],
      ['live: preshaders evaluated, {}', 'preshader', '--kind {} --count {N}'],
    ),
    ['live: expressions listed', 'preshader', '--kind listing --count {N}'],
    ['live: listings put back, models 1-3', 'sm1-into', '--count {N*2}'],
    ['live: arithmetic', 'numerics', '--count {N*20}'],
    ['live: interpreter, operations', 'numerics', '--count {N*20} --vm'],
    ['live: interpreter, shader models 4 and 5', 'vm-programs', '--count {N}'],
    ['live: interpreter, shader models 2 and 3', 'vm-programs', '--count {N} --models 2-3'],
    ['live: HLSL of games compiled by both', 'compile', '--kind games --count {N/4} --allowed 4'],
    ['live: HLSL of games compiled for Direct3D 9', 'compile', '--kind games9 --count {N/4} --runs 3 --allowed 1'],
    ['live: HLSL of games compiled for feature level 9', 'compile', '--kind level9 --count {N/4} --runs 3 --allowed 2'],
    [
      'live: declarations compiled for Direct3D 9',
      'compile',
      '--kind declared9 --count {N/4} --runs 3 --allowed {N/20}',
    ],
    // Casts to int and back stay, and conditions that are joined see NaN otherwise.
    ['live: libraries compiled by both', 'library-compile', '--count {N/5} --allowed 4'],
    // Some values depend on indices outside of arrays, and operations on one value twice (x - x) stay.
    ['live: effects compiled by both', 'effect-compile', '--count {N/5} --allowed 20'],
    ['live: wrong HLSL', 'compile', '--kind wrong --count {N/4} --allowed 2'],
    ['live: declarations of HLSL', 'hlsl-bind', '--count {N/4}'],
    ...each(
      ['games9', 'words9'],
      ['live: shaders of Direct3D 9 as later ones, {}', 'translate-dxbc', '--kind {} --count {N/2}'],
    ),
    ['live: fixtures decompiled and compiled again', 'decompile', '--kind fixtures'],
    ...each(
      ['games', 'games9', 'hlsl9', 'libraries'],
      ['live: decompiled and compiled again, {}', 'decompile', '--kind {} --count {N/10}'],
    ),
    // Recorded effects with classes have no source, and a constant expression may be folded.
    ['live: effects decompiled and compiled again', 'decompile', '--kind effects --count {N/10} --allowed 15'],
    ['live: sources with the order of instructions', 'decompile', '--kind games --exact --count {N/10}'],
    ['live: chunks', 'chunks', '--shaders {N/5} --programs {N}'],
    ['live: header sections', 'headers', '--shaders {N/5} --edits 5'],
    ...each(
      ['compiled', 'random', 'assembled'],
      ['live: debug information of models 1-3, {}', 'debug-sm1', '--kind {} --count {N/5}'],
    ),
    ['live: chunks SDBG', 'debug-sdbg', '--kind random --count {N/2}'],
    ['live: debug information, models 4-5.1', 'debug-sm4', '--count {N/2}'],
    ['live: model of debug information', 'debug-model', '--count {N/5}'],
    ...each(['strip', 'scrub'], ['live: debug information, {}', 'debug-edit', '--mode {} --count {N/10}']),
    ['live: reflection', 'reflect', '--shaders {N/5} --programs {N}'],
    ['live: programs built and edited', 'sm4-edit', '--count {N/5}'],
    ['live: parts of containers', 'container', '--count {N}'],
  ],
  executor: [['live: interpreters against Wine', 'vm-wine', '--count {N/5}']],
  gpu: [
    ['live: WGSL is valid for Tint', 'translate-valid', '--all-options'],
    ['live: SPIR-V is valid, and its text gives the same words', 'translate-valid', '--to spirv --all-options'],
    ['live: GLSL is valid for glslang and a driver', 'translate-valid', '--to glsl,essl'],
    ['live: WGSL against the interpreter, naga and lavapipe', 'vm-gpu', '--only d3d11 --count {N/5} --seconds 60'],
    [
      'live: WGSL against the interpreter, Tint and SwiftShader',
      'vm-gpu',
      '--driver dawn --only d3d11 --count {N/5} --seconds 60',
    ],
    ...['lavapipe', 'opengl', 'gles'].flatMap((driver): Run[] => [
      [
        `live: translated shaders against the interpreter, ${driver}`,
        'vm-gpu',
        `--driver ${driver} --count {N*2} --seconds 60`,
      ],
      [
        `live: fixtures against the interpreter, ${driver}`,
        'vm-gpu-compiled',
        `--driver ${driver} --runs 1 --seconds 100`,
      ],
    ]),
  ],
  'gpu-oracle': each(
    ['games', 'games9'],
    [
      'live: shaders as games have them against the interpreter, {}',
      'vm-gpu-compiled',
      '--kind {} --count {N/5} --runs 1 --seconds 60',
    ],
  ),
};

/** The maximum number of processes: each has the library, and most an oracle. */
const MAX_PROCESSES = 4;
/** Lines of a failed run that are shown. */
const SHOWN_LINES = 60;

/**
 * Runs the comparisons of a part; `--failures` is a file that gets what failed, once more. Exit status 1 if any failed.
 */
export async function runPart(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { count: { type: 'string', default: '500' }, failures: { type: 'string' } },
  });
  const part = positionals[0] as Part;
  if (!PARTS.includes(part)) throw new RangeError(`--ci is one of ${PARTS.join(', ')}`);
  const runs = RUNS[part];
  const ended: (Ended & { readonly seconds: number })[] = [];
  let started = 0;
  let printed = 0;
  await Promise.all(Array.from({ length: Math.min(MAX_PROCESSES, availableParallelism()) }, runInOrder));

  /** Takes the next run until there is none, with a process for all of them. */
  async function runInOrder(): Promise<void> {
    const server = new Server();
    while (started < runs.length) {
      const at = started++;
      const [, name, options = ''] = runs[at]!;
      const start = Date.now();
      const end = await server.run([name, ...options.replace(/\{N(?:([*/])(\d+))?\}/g, numbers).split(' ')]);
      ended[at] = { ...end, seconds: Math.round((Date.now() - start) / 1000) };
      for (; ended[printed] !== undefined; printed++) print(runs[printed]![0], ended[printed]!);
    }
    server.stop();
  }

  function print(title: string, { status, output, seconds }: Ended & { readonly seconds: number }): void {
    const shown = output
      .trimEnd()
      .split('\n')
      .slice(status === 0 ? -1 : -SHOWN_LINES);
    const lines = [`${status === 0 ? 'ok     ' : 'FAILED '} ${title} (${seconds} s)`, ...shown.map(indented)];
    console.log(lines.join('\n'));
    if (status === 0) return;
    process.exitCode = 1;
    if (values.failures !== undefined) appendFileSync(values.failures, `${lines.join('\n')}\n`);
  }

  function numbers(_: string, operator: string | undefined, operand: string): string {
    const count = Number(values.count);
    if (operator === undefined) return String(count);
    return String(Math.floor(operator === '*' ? count * Number(operand) : count / Number(operand)));
  }
}

function indented(line: string): string {
  return `          ${line}`;
}
