/**
 * Generates programs from modules that programs were lowered to, and compares both: the containers with the new words
 * are valid, runs on random inputs have the same results, and the
 * number of instructions and temporary registers. --client names the module of a client of Microsoft's
 * validator (sm4-validate.ts). --scalar splits the vectors of modules first, as the front end does
 * not make any.
 *
 * The programs are recorded fixtures, random ones (random-programs.ts has the kinds), or the files of a folder. Exit
 * status 1 if a program is refused, not valid or runs differently.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { compareRecompiled } from '../smith/checks/recompiled-runs.ts';
import { derivedFeatures } from '../src/assemble/sm4/derived.ts';
import { bytesOf } from '../src/base/words.ts';
import { serializeSfi0 } from '../src/chunks/sfi0.ts';
import { decodeContainer, encodeContainer, removeChunks, setChunk } from '../src/container/edit.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { type GeneratedSm1, generateSm1 } from '../src/generate/sm1/generate.ts';
import { type GeneratedSm4, generateSm4 } from '../src/generate/sm4/generate.ts';
import { runPasses } from '../src/ir/index.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { countSm4 } from '../src/isa/sm4/statistics.ts';
import { lowerSm1, lowerSm4 } from '../src/lower/index.ts';
import { disassemble } from '../src/text/index.ts';
import { validate } from '../src/validate/index.ts';
import type { Values } from './comparisons.ts';
import { type ProgramKind, randomPrograms } from './random-programs.ts';
import { shadersIn } from './shader-files.ts';
import { Faults } from './trials.ts';

/** Counts of the programs of a profile. */
interface Family {
  programs: number;
  generated: number;
  equal: number;
  limited: number;
  theirs: number;
  ours: number;
  theirTemps: number;
  ourTemps: number;
  ratios: number[];
  milliseconds: number;
}

/** A client of Microsoft's validator, which is not an exported function: `--client` names a module that has one. */
interface Client {
  validate(bytes: Uint8Array, options: { flags: number }): Promise<{ hr: number; messages: readonly string[] }>;
  stop(): void;
}

async function startClient(path: string): Promise<Client> {
  const { Oracle } = (await import(pathToFileURL(path).href)) as {
    Oracle: { start(options: { limitSeconds: number }): Promise<Client> };
  };
  return Oracle.start({ limitSeconds: LIMIT_SECONDS });
}

const LIMIT_SECONDS = 10;
/** Relative difference of floats: generated programs compute sines and powers in another way. */
const TOLERANCE = 2e-3;
/** The kind of programs that are much longer; they are no failure. */
const LONGER = 'above 1.2 times';
/** Programs that are shorter do not count for the percentile. */
const LEAST_INSTRUCTIONS = 20;

export async function run(values: Values<'generate'>): Promise<void> {
  const families = new Map<string, Family>();
  const faults = new Faults();
  const client = values.client === undefined ? undefined : await startClient(values.client);
  for await (const { name, bytes } of programs(values)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    await trial(name, bytes);
  }
  client?.stop();
  summary();

  async function trial(name: string, bytes: Uint8Array): Promise<void> {
    const file = openShaderFile(bytes);
    const [program] = file.programs;
    const profile = file.profile ?? '';
    if (program === undefined || !/^[vpghdc]s_[1-5]/.test(profile)) return;
    if (values.profile !== undefined && !profile.startsWith(values.profile)) return;
    const isOld = program.isa === 'sm1';
    // Nothing but a vertex or pixel shader from 2_0 on is generated, as for HLSL.
    if (isOld && /^ps_1/.test(profile)) return;
    const { module } = isOld
      ? lowerSm1(readSm1(program.words), { separatesConstants: true })
      : lowerSm4(readSm4(program.words));
    if (module === undefined) return;
    runPasses(module, { scalar: values.scalar, keepsDots: true });
    const family = familyOf(families, profile);
    family.programs++;
    const start = performance.now();
    let made: GeneratedSm4 | GeneratedSm1;
    try {
      made = isOld ? generateSm1(module, { profile }) : generateSm4(module);
    } catch (error) {
      faults.add(
        `exception: ${kindOfMessage(String((error as Error).message))}`,
        name,
        String((error as Error).stack).slice(0, 400),
      );
      return;
    }
    family.milliseconds += performance.now() - start;
    const { words, diagnostics } = made;
    if (words === undefined) {
      faults.add(`refused: ${diagnostics[0]?.message}`, name, profile);
      return;
    }
    family.generated++;
    const again = isOld ? bytesOf(words) : withProgram(bytes, words);
    if (again === undefined) {
      faults.add('no container', name, profile);
      return;
    }
    const listing = disassemble(again).text;
    if (values.listing)
      console.log(
        listing
          .split('\n')
          .filter((line) => !line.startsWith('//'))
          .join('\n'),
      );
    const wrong = [...validate(again).diagnostics].filter(({ severity }) => severity === 'error');
    if (wrong.length > 0) faults.add(`not valid: ${wrong[0]!.code}`, name, wrong[0]!.message);
    if (client !== undefined) {
      const { hr, messages } = await client.validate(again, { flags: 0 });
      if (hr !== 0)
        faults.add(
          `not valid for Microsoft: ${kindOfMessage(messages[0] ?? '')}`,
          name,
          messages.join(' ').slice(0, 300),
        );
    }
    if (isOld) countSlots(family, name, program.words, words);
    else count(family, name, program.words, words);
    const tolerance = isOld ? TOLERANCE : 0;
    const result = compareRecompiled(program, openShaderFile(again).programs[0]!, values.runs, tolerance);
    if (result === 'same' || result === 'close') family.equal++;
    else if (result === 'limited') family.limited++;
    else faults.add(`runs differ: ${kindOfMessage(result)}`, name, result);
  }

  function count(family: Family, name: string, theirs: Uint32Array, ours: Uint32Array): void {
    const [a, b] = [countSm4(readSm4(theirs)), countSm4(readSm4(ours))];
    family.theirs += a.instructionCount;
    family.ours += b.instructionCount;
    family.theirTemps += a.tempRegisterCount;
    family.ourTemps += b.tempRegisterCount;
    note(family, name, a.instructionCount, b.instructionCount);
  }

  function countSlots(family: Family, name: string, theirs: Uint32Array, ours: Uint32Array): void {
    const [a, b] = [slotsOf(theirs), slotsOf(ours)];
    family.theirs += a;
    family.ours += b;
    note(family, name, a, b);
  }

  function note(family: Family, name: string, theirs: number, ours: number): void {
    const ratio = ours / Math.max(theirs, 1);
    if (theirs >= LEAST_INSTRUCTIONS) family.ratios.push(ratio);
    if (ratio > 1.2 && theirs >= 10) faults.add(LONGER, name, `${theirs} to ${ours}`);
  }

  function summary(): void {
    for (const [profile, one] of [...families].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { programs, generated, equal, limited, theirs, ours, theirTemps, ourTemps, ratios, milliseconds } = one;
      ratios.sort((a, b) => a - b);
      const p95 = ratios[Math.floor(0.95 * ratios.length)] ?? 1;
      console.log(
        `${profile}: ${programs} programs, ${generated} generated, runs: ${equal} equal, ${limited} not compared; ` +
          `instructions ${theirs} to ${ours} (${(ours / Math.max(theirs, 1)).toFixed(3)}, p95 ${p95.toFixed(2)}), ` +
          `temps ${(ourTemps / Math.max(theirTemps, 1)).toFixed(3)}, ${(milliseconds / Math.max(programs, 1)).toFixed(2)} ms`,
      );
    }
    const all = [...families.values()];
    const sum = (of: (one: Family) => number) => all.reduce((total, one) => total + of(one), 0);
    console.log(
      `all: ${sum((one) => one.programs)} programs, ${sum((one) => one.generated)} generated, ` +
        `${sum((one) => one.equal)} equal, instructions ${(sum((one) => one.ours) / sum((one) => one.theirs)).toFixed(3)}, ` +
        `temps ${(sum((one) => one.ourTemps) / sum((one) => one.theirTemps)).toFixed(3)}`,
    );
    faults.print(values.show);
    process.exitCode = faults.kinds.some((kind) => kind !== LONGER) ? 1 : 0;
  }
}

/** The instruction slots of a program of models 1 to 3, as its listing has them. */
export function slotsOf(words: Uint32Array): number {
  return Number(/approximately (\d+) instruction slot/.exec(disassemble(bytesOf(words)).text)?.[1] ?? 0);
}

/** The container with other words in the chunk of its program. */
export function withProgram(bytes: Uint8Array, words: Uint32Array): Uint8Array | undefined {
  const { chunk, words: original } = openShaderFile(bytes).programs[0]!;
  const container = decodeContainer(bytes).value;
  if (container === undefined || chunk === undefined) return undefined;
  const chunks = setChunk(container.chunks, chunk, bytesOf(words));
  const features = derivedFeatures(readSm4(words));
  if (features === derivedFeatures(readSm4(original))) return encodeContainer({ ...container, chunks }).bytes;
  // A program that needs other features than the original says so.
  const others = features === 0 ? removeChunks(chunks, 'SFI0') : setChunk(chunks, 'SFI0', serializeSfi0(features));
  return encodeContainer({ ...container, chunks: others }).bytes;
}

function familyOf(families: Map<string, Family>, profile: string): Family {
  let family = families.get(profile);
  if (family === undefined) {
    family = {
      programs: 0,
      generated: 0,
      equal: 0,
      limited: 0,
      theirs: 0,
      ours: 0,
      theirTemps: 0,
      ourTemps: 0,
      ratios: [],
      milliseconds: 0,
    };
    families.set(profile, family);
  }
  return family;
}

/** A message without names and numbers, to count those of a kind. */
function kindOfMessage(message: string): string {
  return message
    .replace(/'[^']*'/g, '...')
    .replace(/\b(0x)?[0-9a-f]*\d[0-9a-f]*\b/g, 'N')
    .slice(0, 120);
}

async function* programs({
  kind,
  count,
  seed,
  files,
}: Values<'generate'>): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  if (files !== undefined) {
    for (const { name, bytes } of shadersIn(files)) yield { name, bytes };
  } else if (kind === 'fixtures') {
    for (const { id, how } of readProvenance())
      if (how === 'compiled') yield { name: id, bytes: new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))) };
  } else yield* randomPrograms(kind as ProgramKind, seed, count);
}
