/**
 * Compiles HLSL with dxlens and with Microsoft's compiler and compares: which sources are accepted, the code and line
 * of the first error of those that are not, the runs of both programs on the same random inputs, reflection and
 * signatures, and the number of instructions.
 *
 * The sources are random ones, those of games as the benchmarks have them, decompiled programs of both, those of
 * fixtures, or files whose first line says how they are compiled (`// fxc /T ps_5_0 /E main`).
 */
import { readFileSync } from 'node:fs';
import { readProvenance } from '../fixtures/recorded.ts';
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import { flagsOf } from '../smith/checks/decompiled-facts.ts';
import { declarationText, expressionText, expressionVariables, floatExpression } from '../smith/expression-sources.ts';
import { sm1Shader, sm4Shader, withHalves } from '../smith/hlsl/shaders.ts';
import { exactFunction } from '../smith/hlsl-exact.ts';
import { wrongSource } from '../smith/hlsl-wrong.ts';
import { Random } from '../smith/random.ts';
import { decompile } from '../src/decompile/index.ts';
import { TEXTURE_PROFILE } from '../src/hlsl/front-end.ts';
import { compile } from '../src/hlsl/index.ts';
import { Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { comparePair, kindOfMessage, lengthText } from './compiled-pairs.ts';
import { randomTableShader } from './ctab-hlsl.ts';
import { randomShader } from './headers-hlsl.ts';
import { type ProgramKind, randomPrograms } from './random-programs.ts';
import { Faults } from './trials.ts';

/** Seconds that Microsoft's compiler may take for a source. */
const LIMIT = 20;
interface Source {
  readonly name: string;
  readonly code: string;
  readonly entry: string;
  readonly profile: string;
  readonly flags: number;
  readonly defines: Readonly<Record<string, string>>;
}

interface Family {
  sources: number;
  accepted: number;
  refused: number;
  alsoRefused: number;
  sameCode: number;
  compiled: number;
  valid: number;
  same: number;
  close: number;
  limited: number;
  reflection: number;
  signatures: number;
  theirs: number;
  ours: number;
  ratios: number[];
}

export async function run(values: Values<'compile'>): Promise<void> {
  const { kind } = values;
  const families = new Map<string, Family>();
  const faults = new Faults();
  const oracle = await Oracle.start({ limitSeconds: LIMIT });
  const times = { ours: 0, theirs: 0 };
  for await (const source of sources(values)) {
    if (values.only !== undefined && !source.name.includes(values.only)) continue;
    if (values.profile !== undefined && !source.profile.startsWith(values.profile)) continue;
    if (!/^([pvghdc]s_[45]_[01]|[pv]s_[123]_\w+|[pv]s_4_0_level_9_[013]|tx_1_0)$/.test(source.profile)) continue;
    try {
      await trial(source);
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      faults.add('the compiler died', source.name, '');
    }
  }
  oracle.stop();
  summary();

  async function trial({ name, code, entry, profile, flags, defines }: Source): Promise<void> {
    const key = isOld(profile) || profile.includes('level') ? profile : profile.slice(0, 2);
    const family = families.get(key) ?? newFamily();
    families.set(key, family);
    let begin = performance.now();
    const answer = await oracle.compile(code, entry, profile, { flags, defines });
    times.theirs += performance.now() - begin;
    family.sources++;
    begin = performance.now();
    const { bytes, diagnostics } = compileSafely({ name, code, entry, profile, flags, defines });
    if (answer.hr === 0 && values.kind === 'wrong') {
      // Only the faults are of interest here.
      const first = diagnostics.find(({ severity }) => severity === 'error');
      family.accepted++;
      if (bytes !== undefined) family.compiled++;
      else faults.add(`refused: ${first?.code}`, name, `${first?.line}:${first?.column} ${first?.message}`);
      return;
    }
    times.ours += performance.now() - begin;
    const error = diagnostics.find(({ severity }) => severity === 'error');
    if (answer.hr !== 0) {
      const theirs = /\((\d+),[^)]*\): error (X\d+)/.exec(answer.messages);
      if (theirs === null) return;
      family.refused++;
      if (bytes === undefined) family.alsoRefused++;
      if (bytes !== undefined) faults.add(`accepted: ${theirs[2]}`, name, answer.messages.split('\n')[0]!);
      else if (error?.code === theirs[2] && error?.line === Number(theirs[1])) family.sameCode++;
      else
        faults.add(
          `${theirs[2]} is ${error?.code}`,
          name,
          `${answer.messages.split('\n')[0]} | ${error?.line} ${error?.message}`,
        );
      return;
    }
    family.accepted++;
    if (bytes === undefined) {
      const detail = `${profile} ${error?.line}:${error?.column} ${error?.message}`;
      faults.add(`refused: ${error?.code} ${kindOfMessage(error?.message ?? '')}`, name, detail);
      return;
    }
    family.compiled++;
    const pair = comparePair(answer.output, bytes, profile, values.runs);
    if (pair.invalid === undefined) family.valid++;
    else
      faults.add(`not valid: ${pair.invalid.code} ${kindOfMessage(pair.invalid.message)}`, name, pair.invalid.message);
    if (pair.reflection === undefined) family.reflection++;
    else faults.add(isOld(profile) ? 'constant table' : 'reflection', name, pair.reflection);
    if (pair.hasSameSignatures) family.signatures++;
    else if (pair.reflection === undefined) faults.add('signatures', name, '');
    const { theirs, ours, result } = pair;
    family.theirs += theirs;
    family.ours += ours;
    if (theirs >= 20) {
      family.ratios.push(ours / theirs);
      if (ours > 1.5 * theirs) faults.add('above 1.5 times', name, `${theirs} to ${ours}`);
    }
    if (result === 'same') family.same++;
    else if (result === 'close') family.close++;
    else if (result === 'limited') family.limited++;
    else faults.add(`runs differ: ${kindOfMessage(result)}`, name, result);
  }

  function compileSafely(source: Source): ReturnType<typeof compile> {
    const { name, code, entry, profile, flags, defines } = source;
    try {
      return compile(code, {
        name,
        entry,
        profile,
        defines,
        ...optionsOfFlags(flags),
      });
    } catch (error) {
      const at = String((error as Error).stack)
        .split('\n')
        .slice(0, 3)
        .join(' ');
      faults.add(`exception: ${String(error).slice(0, 80)}`, name, at);
      return { bytes: undefined, diagnostics: [] };
    }
  }

  function summary(): void {
    for (const [stage, family] of [...families].sort(([x], [y]) => (x < y ? -1 : 1))) {
      const { sources, accepted, refused, sameCode, compiled, valid, same, close, limited } = family;
      const { alsoRefused } = family;
      const { reflection, signatures } = family;
      console.log(
        `${stage}: ${sources} sources; ${compiled} of ${accepted} compile, ${valid} valid; ` +
          `runs: ${same} same, ${close} close, ${limited} not compared, ${compiled - same - close - limited} different; ` +
          `reflection ${reflection}, signatures ${signatures}; refused: ${alsoRefused} of ${refused}, ${sameCode} with the same code and line; ` +
          lengthText(family),
      );
    }
    console.log(`time: ours ${times.ours.toFixed(0)} ms, theirs ${times.theirs.toFixed(0)} ms`);
    faults.print(values.show);
    const failed = [...families.values()].reduce((sum, family) => sum + failuresOf(family, kind), 0);
    process.exitCode = failed > values.allowed ? 1 : 0;
  }
}

/** Sources that the two compilers do not agree about. Wrong ones are not run. */
function failuresOf(family: Family, kind: string): number {
  const { accepted, compiled, refused, alsoRefused, valid, same, close, limited, reflection, signatures } = family;
  if (kind === 'wrong') return accepted - compiled + refused - alsoRefused;
  return accepted - Math.min(valid, same + close + limited, reflection, signatures);
}

function newFamily(): Family {
  return {
    sources: 0,
    accepted: 0,
    refused: 0,
    alsoRefused: 0,
    sameCode: 0,
    compiled: 0,
    valid: 0,
    same: 0,
    close: 0,
    limited: 0,
    reflection: 0,
    signatures: 0,
    theirs: 0,
    ours: 0,
    ratios: [],
  };
}

/** `D3DCOMPILE_ENABLE_BACKWARDS_COMPATIBILITY`. */
const COMPATIBILITY = 0x1000;

/** The flags that our options are: /Od, /Zpr, /Gfa, /Gfp, /Gec and /Gis. */
const FLAGS = 0x360c;

function isOld(profile: string): boolean {
  return /^.s_[123]/.test(profile);
}

async function* sources({ kind, count, seed, files }: Values<'compile'>): AsyncGenerator<Source> {
  if (files !== undefined) {
    for (const file of files.split(',')) yield* fileSource(file);
    return;
  }
  switch (kind) {
    case 'fixtures':
      for (const { id, how, source, entry = 'main', profile, flags = 0, defines = {} } of readProvenance())
        if (how === 'compiled' && profile !== undefined)
          yield { name: id, code: readFileSync(source, 'latin1'), entry, profile, flags, defines };
      return;
    case 'declared':
      for (let i = seed; i < seed + count; i++) {
        const { source, entry, profile, flags } = randomShader(i);
        const code = typeof source === 'string' ? source : new TextDecoder('latin1').decode(source);
        yield { name: `declared ${i}`, code, entry, profile, flags, defines: {} };
      }
      return;
    case 'exact':
      for (let i = seed; i < seed + count; i++) yield exactSource(i);
      return;
    case 'wrong':
      yield* wrongSources(seed, count);
      return;
    case 'exact9':
      for (let i = seed; i < seed + count; i++) yield exactSource9(i);
      return;
    case 'textures':
      for (let i = seed; i < seed + count; i++) yield textureSource(i);
      return;
    case 'declared9':
      for (let i = seed; i < seed + count; i++) {
        const { source, entry, profile, flags } = randomTableShader(i);
        yield { name: `declared ${i}`, code: String(source), entry, profile, flags: flags & FLAGS, defines: {} };
      }
      return;
    case 'games9':
      for (let i = seed; i < seed + count; i++) {
        const { source, profile, flags } = sm1Shader(i);
        const code = i % 4 === 1 ? withHalves(source, i) : source;
        yield { name: `game ${i}`, code, entry: 'main', profile, flags: flags ?? 0, defines: {} };
      }
      return;
    case 'level9':
      for (let i = seed; i < seed + count; i++) {
        const { source, profile, flags = 0 } = i % 2 === 0 ? sm1Shader(i) : sm4Shader(i);
        const [, stage, version] = /^([vp]s)_(\w+)$/.exec(profile) ?? [];
        if (stage === undefined) continue;
        const isOldest = version === '1_1' || version === '2_0' || version === '4_0';
        const level = isOldest ? (i % 3) & 1 : 3;
        const target = `${stage}_4_0_level_9_${level}`;
        yield {
          name: `game ${i}`,
          code: source,
          entry: 'main',
          profile: target,
          flags: flags | COMPATIBILITY,
          defines: {},
        };
      }
      return;
    case 'games':
      for (let i = seed; i < seed + count; i++) {
        const { source, profile, flags } = sm4Shader(i);
        yield { name: `game ${i}`, code: source, entry: 'main', profile, flags: flags ?? 0, defines: {} };
      }
      return;
    default:
      for await (const { name, bytes } of randomPrograms(kind.replace('decompiled-', '') as ProgramKind, seed, count)) {
        const { code, entryPoint, profile, switches } = decompile(bytes, { style: 'readable' });
        if (code !== undefined) yield { name, code, entry: entryPoint, profile, flags: flagsOf(switches), defines: {} };
      }
  }
}

/** Sources of the other kinds with a fault. */
function* wrongSources(seed: number, count: number): Generator<Source> {
  const fixtures = readProvenance().filter(({ how, profile }) => how === 'compiled' && profile !== undefined);
  for (let i = seed; i < seed + count; i++) {
    const random = new Random(i);
    const kind = random.below(9);
    if (kind < 3) {
      const { source, profile, flags } = sm4Shader(i);
      const code = wrongSource(source, random);
      yield { name: `wrong ${i}`, code, entry: 'main', profile, flags: flags ?? 0, defines: {} };
    } else if (kind < 5) {
      const right = exactSource(i);
      yield { ...right, name: `wrong ${i}`, code: wrongSource(right.code, random) };
    } else {
      const { source, entry = 'main', profile, flags = 0, defines = {} } = random.pick(fixtures);
      const code = wrongSource(readFileSync(source, 'latin1'), random);
      yield { name: `wrong ${i}`, code, entry, profile: profile!, flags, defines };
    }
  }
}

/** The color of a texel from variables, its position, its size and noise. */
function textureSource(seed: number): Source {
  const random = new Random(seed);
  const used = expressionVariables('texture');
  const inputs = [
    'p.x',
    'p.y',
    'p.z',
    's.x',
    's.y',
    'noise(p)',
    'noise(p.xy * 8)',
    'noise(p.x)',
    'noise(float4(p, s.x))',
  ];
  const component = () => {
    const text = `(${expressionText(floatExpression(random, 'texture'), '')}).x`;
    return random.oneIn(4) ? text : `${random.pick(inputs)} ${random.pick(['*', '+', '-'])} (${text})`;
  };
  const value = random.oneIn(3)
    ? `lerp(v, w, ${component()}) + ${random.pick(inputs)}`
    : `float4(${[0, 1, 2, 3].map(component).join(', ')})`;
  const branch = random.oneIn(2) ? `  if (${component()} > ${component()}) return ${component()};\n` : '';
  const loop = random.oneIn(3) ? `  for (int k = 1; k < 4; k++) q += noise(p * k) / k;\n` : '';
  const code =
    `${used.map((one) => declarationText(one, '')).join('\n')}\n` +
    `float4 main(float3 p : POSITION, float3 s : PSIZE) : COLOR {\n${branch}  float4 q = ${value};\n${loop}  return q;\n}\n`;
  return { name: `texture ${seed}`, code, entry: 'main', profile: TEXTURE_PROFILE, flags: 0, defines: {} };
}

const PROFILES_9 = ['vs_1_1', 'vs_2_0', 'vs_2_a', 'vs_3_0', 'ps_2_0', 'ps_2_a', 'ps_2_b', 'ps_3_0'] as const;

/** Arithmetic and flow of models 1 to 3. */
function exactSource9(seed: number): Source {
  const random = new Random(seed);
  const { source } = exactFunction(random, 'floats');
  const profile = random.pick(PROFILES_9);
  const [input, result] = profile.startsWith('ps') ? ['TEXCOORD0', 'COLOR'] : ['POSITION', 'POSITION'];
  const code = `float4 c : register(c0);\n${source}float4 main(float4 b : ${input}) : ${result} { return f(c + b); }\n`;
  return { name: `exact ${seed}`, code, entry: 'main', profile, flags: 0, defines: {} };
}

function exactSource(seed: number): Source {
  const random = new Random(seed);
  const { source } = exactFunction(random, random.oneIn(2) ? 'integers' : 'floats');
  const isFloat = !/\bint4 a/.test(source) && /float4 f\(/.test(source);
  const profile = random.pick(['ps_4_0', 'ps_5_0', 'vs_5_0', 'ps_5_1']);
  const semantic = profile.startsWith('ps') ? 'SV_Target' : 'RESULT';
  const result = isFloat ? 'float4' : 'uint4';
  const code = `cbuffer C : register(b0) { int4 cb_a; float4 cb_b; };\n${source}${result} main(int4 a : A, float4 b : B) : ${semantic} { return f(cb_a + a, cb_b + b); }\n`;
  return { name: `exact ${seed}`, code, entry: 'main', profile, flags: 0, defines: {} };
}

/** A file whose first line is the way to compile it. */
function* fileSource(file: string): Generator<Source> {
  const code = readFileSync(file, 'latin1');
  const profile = /\/T (\w+)/.exec(code)?.[1];
  const entry = /\/E (\w+)/.exec(code)?.[1] ?? 'main';
  const switches = [...code.split('\n', 1)[0]!.matchAll(/ (\/\w+)/g)].map(([, one]) => one!);
  if (profile !== undefined) yield { name: file, code, entry, profile, flags: flagsOf(switches), defines: {} };
}
