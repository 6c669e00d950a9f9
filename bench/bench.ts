/**
 * Measures decoding, disassembly, reflection, assembling, validating and start-up; README.md says how to read the figures.
 *
 *     npm run bench -- [--json] [--rounds 9] [--seconds 0.3] [--no-oracle] [--validator FILE.mjs]
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { wordsOf } from '../src/base/words.ts';
import { detectFormat } from '../src/container/detect-format.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { disassemble } from '../src/text/listing.ts';
import { Oracle } from '../tools/oracle/client.ts';
import { type AssemblyRow, assemblyRows, sm4AssemblyRows, startValidator } from './assembly.ts';
import { type ContainerRow, containerRows } from './containers.ts';
import { alternate, secondsPerCall } from './measure.ts';
import { hasNoLevel9, type ReflectionRow, reflectionRow } from './reflection.ts';
import { type Representation, representation } from './representation.ts';
import { fixtureSets, programWords, SETS, scaledContainer, scaledShader } from './shaders.ts';
import { type StartUp, startUp } from './startup.ts';

const PROGRAM = 'dist/cli/main.cjs';
const SMALL_FILE = 'test/cli/inputs/tint5.cso';
const SMALL = 5_000;
const LARGE = 500_000;
/** In seconds. */
const WARM_UP = 3;

interface Row {
  readonly what: 'decode' | 'disassemble';
  readonly shaders: string;
  readonly bytes: number;
  readonly megabytesPerSecond: number;
  /** Microsoft's `D3DDisassemble` on the same shaders in the same rounds. */
  readonly microsoft?: number;
  readonly ratio?: number;
}

interface Report {
  readonly node: string;
  readonly rounds: number;
  readonly rows: readonly (Row | ContainerRow | AssemblyRow | ReflectionRow)[];
  /** MB/s of disassembly on the large program over that on the small one. */
  readonly scaling: number;
  readonly startUp: StartUp | undefined;
  readonly representation: readonly Representation[];
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '0.3' },
    'no-oracle': { type: 'boolean', default: false },
    validator: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const oracle = !values['no-oracle'] && Oracle.available() ? await Oracle.start({ limitSeconds: 120 }) : undefined;

const sets = fixtureSets();
const small = [scaledShader(sets.DXBC, SMALL)];
const large = [scaledShader(sets.DXBC, LARGE)];
// The engine compiles code that runs often. Measuring starts after that.
secondsPerCall(() => listAll(sets.all), WARM_UP);
const rows: (Row | ContainerRow | AssemblyRow | ReflectionRow)[] = [];
for (const name of SETS) rows.push(await decodeRow(name, sets[name]));
for (const name of SETS) rows.push(await disassembleRow(name, sets[name]));
const smallRow = await disassembleRow('one of 5 KB', small);
const largeRow = await disassembleRow('one of 500 KB', large);
rows.push(smallRow, largeRow);
const largeContainer = [scaledContainer(sets.DXBC, LARGE)];
rows.push(...(await containerRows({ DXBC: sets.DXBC, 'one of 500 KB': largeContainer }, oracle, rounds, seconds)));
rows.push(await reflectionRow('DXBC', sets.DXBC, oracle, rounds, seconds));
rows.push(await reflectionRow('without 9_x', sets.DXBC.filter(hasNoLevel9), oracle, rounds, seconds));
const validator = values.validator === undefined ? undefined : await startValidator(values.validator);
rows.push(...(await assemblyRows(sets['SM 1-3'], oracle, validator, rounds, seconds)));
const sm4Sets = { 'SM 4-5.1': sets.DXBC, '500 KB': largeContainer };
rows.push(...(await sm4AssemblyRows(sm4Sets, oracle, rounds, seconds)));
validator?.stop();
oracle?.stop();
const wordsIn = (shaders: readonly Uint8Array[]) => shaders.flatMap((bytes) => programWords(bytes) ?? []);
const report: Report = {
  node: process.version,
  rounds,
  rows,
  scaling: largeRow.megabytesPerSecond / smallRow.megabytesPerSecond,
  startUp: existsSync(PROGRAM) ? await startUp(PROGRAM, SMALL_FILE, 3 * rounds) : undefined,
  representation: [
    await representation('DXBC', wordsIn(sets.DXBC), rounds, seconds / 2),
    await representation('one of 500 KB', wordsIn(large), rounds, seconds / 2),
  ],
};
console.log(values.json ? JSON.stringify(report, undefined, 2) : asText(report));

function bytesIn(shaders: readonly Uint8Array[]): number {
  return shaders.reduce((sum, bytes) => sum + bytes.byteLength, 0);
}

/** Finds the instructions. For containers the directory is not part of it. */
async function decodeRow(name: string, shaders: readonly Uint8Array[]): Promise<Row> {
  const work: (() => void)[] = [];
  let bytes = 0;
  for (const shader of shaders) {
    const sm1 = detectFormat(shader).format === 'sm1';
    const words = sm1 ? wordsOf(shader) : programWords(shader);
    if (words === undefined) continue;
    bytes += words.byteLength;
    work.push(sm1 ? () => readSm1(words) : () => readSm4(words));
  }
  const readAll = () => {
    for (const read of work) read();
  };
  const { ours } = await alternate({ ours: () => bytes / 1e6 / secondsPerCall(readAll, seconds) }, rounds);
  return { what: 'decode', shaders: name, bytes, megabytesPerSecond: Math.max(...ours) };
}

function listAll(shaders: readonly Uint8Array[]): void {
  for (const shader of shaders) Buffer.from(disassemble(shader).text, 'latin1');
}

/** From the bytes of the file to the bytes of the listing, as Microsoft's function does. */
async function disassembleRow(name: string, shaders: readonly Uint8Array[]): Promise<Row> {
  const bytes = bytesIn(shaders);
  const megabytes = bytes / 1e6;
  const loops = Math.max(1, Math.round((seconds * 18) / megabytes));
  const results = await alternate(
    {
      ours: () => megabytes / secondsPerCall(() => listAll(shaders), seconds),
      microsoft: async () =>
        oracle ? megabytes / (await oracle.benchDisassemble(shaders, loops)).meanSeconds : Number.NaN,
    },
    rounds,
  );
  const megabytesPerSecond = Math.max(...results.ours);
  if (oracle === undefined) return { what: 'disassemble', shaders: name, bytes, megabytesPerSecond };
  const microsoft = Math.max(...results.microsoft);
  const ratio = megabytesPerSecond / microsoft;
  return { what: 'disassemble', shaders: name, bytes, megabytesPerSecond, microsoft, ratio };
}

function asText({ rows, scaling, startUp, representation, node }: Report): string {
  const lines = rows.map(({ what, shaders, bytes, megabytesPerSecond, microsoft, ratio }) =>
    [
      what.padEnd(12),
      shaders.padEnd(15),
      String(bytes).padStart(9),
      megabytesPerSecond.toFixed(1).padStart(9),
      (microsoft?.toFixed(1) ?? '').padStart(10),
      (ratio === undefined ? '' : `${ratio.toFixed(2)} x`).padStart(8),
    ].join(' '),
  );
  lines.unshift('what         shaders             bytes   MB/s      Microsoft    ratio');
  lines.push('', `500 KB against 5 KB: ${scaling.toFixed(2)} of the MB/s`);
  if (startUp) {
    const { ratio, disasmMilliseconds, nodeMilliseconds } = startUp;
    lines.push(
      `start-up: ${disasmMilliseconds.toFixed(1)} ms, node -e 0 ${nodeMilliseconds.toFixed(1)} ms: ${ratio.toFixed(2)} x`,
    );
  } else lines.push('start-up: not measured, the program is not built (npm run build)');
  lines.push('', 'an instruction of shader model 4-5.1 costs');
  for (const { shaders, instructions, decode, walk, objects, keptBytes } of representation) {
    const [a, b, c, d] = [decode, walk, objects, keptBytes].map((value) => value.toFixed(1));
    lines.push(`  ${shaders} (${instructions}): ${a} ns decode, ${b} ns visit, ${c} ns as objects; ${d} bytes kept`);
  }
  return [`Node ${node}`, ...lines].join('\n');
}
