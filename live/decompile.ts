/**
 * Decompiles programs, compiles the sources with Microsoft's compiler, and compares what comes out with the original:
 * P0 it compiles, P1 runs have the same results, P2 the facts of both are equal (signatures, bindings, layouts), P3 the
 * words are identical, P4 the number of instructions, P5 how the source reads. The second source, of what was compiled,
 * has to be the first again.
 *
 * The programs are recorded fixtures, random ones (random-programs.ts has the kinds), or the files of a folder;
 * decompile-effects.ts compares effects.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { flagsOf, isCompared } from '../smith/checks/decompiled-facts.ts';
import { compareRecompiled } from '../smith/checks/recompiled-runs.ts';
import { decompile, repair } from '../src/decompile/index.ts';
import type { SourceToCompile } from '../src/decompile/repair.ts';
import { diffShaders } from '../src/diff/index.ts';
import type { ShaderProgram as Program } from '../src/file/shader-file.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { SM1_COMMENT } from '../src/isa/sm1/opcodes.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { disassemble } from '../src/text/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { runEffects } from './decompile-effects.ts';
import { runLibraries } from './decompile-libraries.ts';
import { type ProgramKind, type RandomProgram, randomPrograms } from './random-programs.ts';
import { shadersIn } from './shader-files.ts';

/** Seconds that the compiler may take for a text. */
const LIMIT = 20;

/** Counts of the programs of a profile. */
interface Family {
  programs: number;
  sources: number;
  compiled: number;
  identical: number;
  equal: number;
  different: number;
  limited: number;
  facts: number;
  fixed: number;
  ratio: number;
  longest: number;
  statements: number;
  instructions: number;
  casts: number;
}

export async function run(values: Values<'decompile'>): Promise<void> {
  if (values.kind === 'effects') return runEffects(values);
  if (values.kind === 'libraries') return runLibraries(values);
  const families = new Map<string, Family>();
  const faults = new Map<string, string[]>();
  const firstDifferences = new Map<string, number>();
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  if (values.save !== undefined) mkdirSync(values.save, { recursive: true });
  for await (const { name, bytes } of programs(values)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    try {
      await trial(name, bytes);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      fault('the compiler died', name, '');
    }
  }
  oracle.stop();
  summary();

  function fault(kind: string, name: string, detail: string): void {
    const list = faults.get(kind) ?? [];
    faults.set(kind, list);
    list.push(`${name}: ${detail}`);
  }

  async function trial(name: string, bytes: Uint8Array): Promise<void> {
    const file = openShaderFile(bytes);
    const [program] = file.programs;
    const profile = file.profile ?? '';
    if (program === undefined || !/^[vpghdc]s_\d/.test(profile)) return;
    if (values.profile !== undefined && !profile.startsWith(values.profile)) return;
    const family = familyOf(families, profile);
    family.programs++;
    const style = values.exact ? 'exact' : 'readable';
    const made = values.repair ? await repair(bytes, { compile }) : decompile(bytes, { style });
    if (made.code === undefined) {
      const [first] = made.diagnostics.filter(({ severity }) => severity === 'error');
      fault(`refused: ${first?.code} ${kindOfMessage(first?.message ?? '')}`, name, profile);
      return;
    }
    family.sources++;
    if (values.save !== undefined)
      writeFileSync(join(values.save, `${name.replace(/[^\w.-]+/g, '_')}.hlsl`), made.code);
    const answer = await oracle.compile(made.code, made.entryPoint, made.profile, { flags: flagsOf(made.switches) });
    if (answer.hr !== 0) {
      const message = answer.messages.split('\n').find((line) => line.includes('error')) ?? answer.messages;
      fault(`does not compile: ${kindOfMessage(message.replace(/.*?error/, 'error'))}`, name, message);
      return;
    }
    family.compiled++;
    const again = openShaderFile(answer.output).programs[0]!;
    count(family, name, made.code, program, again, [instructionsOf(bytes), instructionsOf(answer.output)]);
    const changes = diffShaders(bytes, answer.output).facts.filter(isCompared);
    if (changes.length === 0) family.facts++;
    else if (values.facts)
      fault(`facts: ${`${changes[0]!.subject} ${changes[0]!.change}`}`, name, JSON.stringify(changes[0]).slice(0, 300));
    const second = decompile(answer.output, { style });
    if (second.code === made.code) family.fixed++;
    else if (values.fixed) fault('the second text is another', name, firstLine(made.code, second.code ?? ''));
  }

  async function compile(source: SourceToCompile): Promise<Uint8Array | undefined> {
    const { hr, output } = await oracle.compile(source.code, source.entryPoint, source.profile, {
      flags: flagsOf(source.switches),
    });
    return hr === 0 ? output : undefined;
  }

  function count(
    family: Family,
    name: string,
    code: string,
    program: Program,
    again: Program,
    [theirs, ours]: readonly [string[], string[]],
  ): void {
    const isSame = areSame(program, again);
    const ratio = ours.length / Math.max(theirs.length, 1);
    family.ratio += ratio;
    family.longest = Math.max(family.longest, ratio);
    if (ratio > 1.2 && theirs.length > 10) fault('above 1.2 times', name, `${theirs.length} to ${ours.length}`);
    // Members of structs and buffers are no statements.
    const functions = code.replace(/^(cbuffer|struct)[^}]*\}/gm, '');
    const statements = functions.split('\n').filter((line) => /;\s*$/.test(line) && line.startsWith('  ')).length;
    family.statements += statements;
    family.instructions += theirs.length;
    family.casts += code.match(/\bas(u?int|float)\(|\((u?int|float)[234]?\)/g)?.length ?? 0;
    if (isSame) family.identical++;
    else {
      let i = 0;
      while (i < theirs.length && theirs[i] === ours[i]) i++;
      const [x, y] = [theirs[i] ?? 'end', ours[i] ?? 'end'].map((line) => line.split(' ')[0]!);
      const kind = x === y ? `operands of ${x}` : `${x} became ${y}`;
      firstDifferences.set(kind, (firstDifferences.get(kind) ?? 0) + 1);
      if (values.only !== undefined) console.log(`${name}: ${theirs[i]} | ${ours[i]}`);
    }
    // The text says that it leaves out a preshader.
    const isLess = code.includes('// Different: a preshader');
    const result = isLess ? 'limited' : compareRecompiled(program, again, values.runs);
    if (result === 'same') family.equal++;
    else if (result === 'limited') family.limited++;
    else {
      family.different++;
      fault(`runs differ: ${kindOfMessage(result)}`, name, result);
    }
  }

  function summary(): void {
    for (const [profile, family] of [...families].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { programs, sources, compiled, identical, equal, different, limited, facts, fixed } = family;
      const per = (x: number, y: number) => (x / Math.max(y, 1)).toFixed(3);
      console.log(
        `${profile}: ${programs} programs, ${sources} sources, ${compiled} compile; runs: ${equal} equal, ${different} different, ${limited} not compared; ` +
          `${identical} identical, ${facts} equal facts, ${fixed} fixed; length ${per(family.ratio, compiled)} (at most ${family.longest.toFixed(2)}); ` +
          `statements ${per(family.statements, family.instructions)} an instruction, casts ${per(family.casts, family.statements)} a statement`,
      );
    }
    for (const [kind, list] of [...faults].sort(([, a], [, b]) => b.length - a.length))
      console.log(`${list.length} ${kind}${list.slice(0, values.show).map((one) => `\n    ${one}`)}`);
    if (values.why)
      for (const [kind, n] of [...firstDifferences].sort(([, a], [, b]) => b - a).slice(0, 30))
        console.log(`${n} ${kind}`);
    const all = [...families.values()];
    const failed = all.reduce((sum, one) => sum + one.programs - one.compiled + one.different, 0);
    process.exitCode = failed > values.allowed ? 1 : 0;
  }
}

function familyOf(families: Map<string, Family>, profile: string): Family {
  const key = /_[123]_/.test(profile) ? `${profile.slice(0, 2)} 1-3` : `${profile.slice(0, 2)} 4-5.1`;
  let family = families.get(key);
  if (family === undefined) {
    family = {
      programs: 0,
      sources: 0,
      compiled: 0,
      identical: 0,
      equal: 0,
      different: 0,
      limited: 0,
      facts: 0,
      fixed: 0,
      ratio: 0,
      longest: 0,
      statements: 0,
      instructions: 0,
      casts: 0,
    };
    families.set(key, family);
  }
  return family;
}

/** Whether two programs have the same words but those of comments. */
function areSame(program: Program, again: Program): boolean {
  const [a, b] = [codeOf(program), codeOf(again)];
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

/** The words of a program; of models 1 to 3 without comments. */
function codeOf({ isa, words }: Program): Uint32Array {
  if (isa !== 'sm1') return words;
  const { starts, count, end } = readSm1(words);
  const code: number[] = [words[0]!];
  for (let i = 0; i < count; i++) {
    const [start, next] = [starts[i]!, i + 1 < count ? starts[i + 1]! : end];
    if ((words[start]! & 0xffff) !== SM1_COMMENT) code.push(...words.subarray(start, next));
  }
  return Uint32Array.from(code);
}

/** The instructions of a listing, without declarations and comments. */
function instructionsOf(bytes: Uint8Array): string[] {
  return disassemble(bytes)
    .text.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|#|dcl_|def|[a-z]s_\d)/.test(line));
}

/** A message without names and numbers, to count those of a kind. */
function kindOfMessage(message: string): string {
  return message
    .replace(/'[^']*'/g, '...')
    .replace(/\b(0x)?[0-9a-f]*\d[0-9a-f]*\b/g, 'N')
    .slice(0, 90);
}

function firstLine(a: string, b: string): string {
  const [x, y] = [a.split('\n'), b.split('\n')];
  const at = x.findIndex((line, i) => line !== y[i]);
  return `${x[at]} | ${y[at]}`;
}

async function* programs(values: Values<'decompile'>): AsyncGenerator<RandomProgram> {
  const { kind, count, seed, files } = values;
  if (files !== undefined) {
    for (const { name, bytes } of shadersIn(files)) yield { name, bytes };
  } else if (kind === 'fixtures') {
    for (const { id, how } of readProvenance())
      if (how === 'compiled') yield { name: id, bytes: new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))) };
  } else yield* randomPrograms(kind as ProgramKind, seed, count);
}
