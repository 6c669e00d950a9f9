/**
 * Decompiles effects, compiles the sources with Microsoft's compiler, and compares the new effects with the originals:
 * parameters, techniques, states and annotations have to be the same, shaders and expressions have to give the same
 * results for the same parameters, preshaders included.
 *
 * The effects are the recorded ones and random ones of both generations.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecordedEffects2 } from '../fixtures/fx2-effects.ts';
import { RECORDED_EFFECTS } from '../fixtures/fx4-effects.ts';
import { flagsOf, isCompared } from '../smith/checks/decompiled-facts.ts';
import { compareCode2, compareEffects2 } from '../smith/checks/effect2-comparison.ts';
import { compareValues, expressionValues, type RunResult } from '../smith/checks/effect2-runs.ts';
import { type Effect4Contents, effect4Contents } from '../smith/checks/fx4-content.ts';
import { ProgramRuns } from '../smith/checks/vm-ir.ts';
import { randomFx2 } from '../smith/fx2.ts';
import { effect4Source } from '../smith/fx4.ts';
import { Random } from '../smith/random.ts';
import { decompile } from '../src/decompile/index.ts';
import { diffShaders } from '../src/diff/index.ts';
import { parseEffect4 } from '../src/effects/fx4/read.ts';
import { openShaderFile, type ShaderProgram } from '../src/file/shader-file.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { lowerSm4 } from '../src/lower/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { shadersIn } from './shader-files.ts';

/** Seconds that the compiler may take for a text. */
const LIMIT = 30;

interface NamedEffect {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Counts of the effects of a profile. */
interface Family {
  effects: number;
  sources: number;
  compiled: number;
  /** Effects with the same structure. */
  structures: number;
  shaders: number;
  same: number;
  close: number;
  limited: number;
  different: number;
  fixed: number;
}

export async function runEffects(values: Values<'decompile'>): Promise<void> {
  const families = new Map<string, Family>();
  const faults = new Map<string, string[]>();
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  if (values.save !== undefined) mkdirSync(values.save, { recursive: true });
  for await (const { name, bytes } of effects(values, oracle)) {
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
    const made = decompile(bytes);
    const family = familyOf(families, made.profile || 'refused');
    family.effects++;
    if (made.code === undefined) {
      for (const { severity, message } of made.diagnostics)
        if (severity === 'error') fault(`refused: ${kindOf(message)}`, name, message);
      return;
    }
    family.sources++;
    const file = values.save && join(values.save, name.replace(/[^\w.-]+/g, '_'));
    if (file !== undefined) {
      writeFileSync(`${file}.fxo`, bytes);
      writeFileSync(`${file}.fx`, made.code);
    }
    const flags = flagsOf(made.switches);
    const effectFlags = (made.switches.includes('/Gch') ? 1 : 0) | (made.switches.includes('/Gdp') ? 2 : 0);
    const answer = await oracle.compile(made.code, '', made.profile, { flags, effectFlags });
    if (answer.hr !== 0) {
      const message = answer.messages.split('\n').find((line) => /error|EffectCompiler|Assignment/.test(line));
      fault(`does not compile: ${kindOf(message?.replace(/^.*?: /, '') ?? '')}`, name, message ?? answer.messages);
      return;
    }
    family.compiled++;
    if (file !== undefined) writeFileSync(`${file}.again.fxo`, answer.output);
    if (made.profile === 'fx_2_0') compare2(family, name, bytes, answer.output);
    else compare4(family, name, bytes, answer.output);
    if (decompile(answer.output).code === made.code) family.fixed++;
    else if (values.fixed) fault('the second text is another', name, '');
  }

  function compare2(family: Family, name: string, bytes: Uint8Array, again: Uint8Array): void {
    const { content, codes } = compareEffects2(bytes, again);
    if (content === undefined) family.structures++;
    else fault('the structure differs', name, content);
    for (const [i, [code, other]] of codes.entries()) count(family, name, i, (seed) => compareCode2(code, other, seed));
  }

  function compare4(family: Family, name: string, bytes: Uint8Array, again: Uint8Array): void {
    const [first, second] = [bytes, again].map((one) => effect4Contents(parseEffect4(one).value!)) as [
      Effect4Contents,
      Effect4Contents,
    ];
    const at = first.lines.findIndex((line, i) => line !== second.lines[i]);
    if (at < 0 && first.lines.length === second.lines.length) family.structures++;
    else {
      const around = ({ lines }: Effect4Contents) => lines.slice(Math.max(at - 4, 0), at + 2).join('');
      fault('the structure differs', name, `${around(first)} | ${around(second)}`);
    }
    // An expression of constants becomes a constant: the others have other numbers.
    if (first.codes.length !== second.codes.length) return;
    for (const [i, code] of first.codes.entries()) {
      const other = second.codes[i];
      if (other === undefined) continue;
      const changes = isExpression4(code) ? [] : diffShaders(code, other).facts.filter(isCompared);
      if (changes.length > 0) fault('facts differ', name, JSON.stringify(changes[0]).slice(0, 300));
      // Registers that the source does not choose may be others: runs compare by registers.
      const isMoved = changes.some(({ fields }) => fields.some(({ field }) => field === 'bindPoint'));
      count(family, name, i, isMoved ? () => 'limited' : codeComparison4(code, other));
    }
  }

  function count(family: Family, name: string, index: number, compare: (seed: number) => RunResult): void {
    family.shaders++;
    let result: RunResult = 'same';
    for (let seed = 1; seed <= values.runs && typeof result === 'string'; seed++) {
      const one = compare(seed);
      if (typeof one !== 'string' || one === 'limited' || result === 'same') result = one;
    }
    if (typeof result === 'string') family[result]++;
    else {
      family.different++;
      fault('results differ', name, `code ${index}: ${result.difference}`);
    }
  }

  function summary(): void {
    for (const [profile, { effects, sources, compiled, structures, shaders, ...runs }] of [...families].sort())
      console.log(
        `${profile}: ${effects} effects, ${sources} sources, ${compiled} compile, ${structures} equal structures, ${runs.fixed} fixed; ` +
          `${shaders} shaders and expressions: ${runs.same} same, ${runs.close} close, ${runs.different} different, ${runs.limited} not compared`,
      );
    for (const [kind, list] of [...faults].sort(([, a], [, b]) => b.length - a.length))
      console.log(`${list.length} ${kind}${list.slice(0, values.show).map((one) => `\n    ${one}`)}`);
    const all = [...families.values()];
    const failed = all.reduce((sum, one) => sum + one.effects - one.structures + one.different, 0);
    process.exitCode = failed > values.allowed ? 1 : 0;
  }
}

function familyOf(families: Map<string, Family>, profile: string): Family {
  let family = families.get(profile);
  if (family === undefined) {
    const none = { effects: 0, sources: 0, compiled: 0, structures: 0, shaders: 0 };
    family = { ...none, same: 0, close: 0, limited: 0, different: 0, fixed: 0 };
    families.set(profile, family);
  }
  return family;
}

function isExpression4(code: Uint8Array): boolean {
  return openShaderFile(code).programs.length === 0;
}

/** Returns what compares the results of two shaders or expressions of effects of Direct3D 10 and 11. */
function codeComparison4(a: Uint8Array, b: Uint8Array): (seed: number) => RunResult {
  if (isExpression4(a)) return (seed) => compareValues(expressionValues(a, seed), expressionValues(b, seed));
  const [first, second] = [a, b].map((one) => openShaderFile(one).programs[0]!) as [ShaderProgram, ShaderProgram];
  if (first.isa !== second.isa) return () => ({ difference: 'it is something else' });
  const { module } = lowerSm4(readSm4(second.words));
  const runs = new ProgramRuns(readSm4(first.words));
  return (seed) => {
    if (module === undefined) return 'limited';
    const result = runs.compare(module, seed, 'dyadic');
    return result === 'same' || typeof result !== 'string' ? result : 'limited';
  };
}

/** A message without names and numbers, to count those of a kind. */
function kindOf(message: string): string {
  return message
    .replace(/'[^']*'/g, '...')
    .replace(/\b(0x)?[0-9a-f]*\d[0-9a-f]*\b/g, 'N')
    .slice(0, 90);
}

async function* effects(values: Values<'decompile'>, oracle: Oracle): AsyncGenerator<NamedEffect> {
  const { count, seed, files, profile } = values;
  if (files !== undefined) {
    yield* shadersIn(files);
    return;
  }
  if (profile === undefined || profile === 'fx_2_0') {
    for (const { seed: number, bytes } of readRecordedEffects2()) yield { name: `recorded-${number}`, bytes };
    yield { name: 'glow.fxo', bytes: new Uint8Array(readFileSync('samples/glow.fxo')) };
    for (let n = seed; n < seed + count; n++) {
      const { source, flags } = randomFx2(n);
      const bytes = await compiled(oracle, source, 'fx_2_0', { flags });
      if (bytes !== undefined) yield { name: `fx2-${n}`, bytes };
    }
  }
  if (profile === undefined || profile !== 'fx_2_0') yield* effects4(values, oracle);
}

async function* effects4(values: Values<'decompile'>, oracle: Oracle): AsyncGenerator<NamedEffect> {
  for (const { title, bytes } of RECORDED_EFFECTS) yield { name: title, bytes };
  yield { name: 'glow11.fxo', bytes: new Uint8Array(readFileSync('samples/glow11.fxo')) };
  for (let n = values.seed; n < values.seed + values.count; n++) {
    const { source, profile, flags, effectFlags } = effect4Source(new Random(n));
    const bytes = await compiled(oracle, source, profile, { flags, effectFlags });
    if (bytes !== undefined) yield { name: `fx4-${n}`, bytes };
  }
}

async function compiled(
  oracle: Oracle,
  source: string | Uint8Array,
  profile: string,
  options: { flags: number; effectFlags?: number },
): Promise<Uint8Array | undefined> {
  try {
    const { hr, output } = await oracle.compile(source, '', profile, options);
    return hr === 0 && output.byteLength > 0 ? output : undefined;
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}
