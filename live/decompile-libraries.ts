/**
 * Decompiles libraries, compiles the sources with Microsoft's compiler, and compares the functions: parameters,
 * bindings and buffers by reflection, results when run. The libraries are the recorded ones and random ones.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { flagsOf } from '../smith/checks/decompiled-facts.ts';
import { ProgramRuns } from '../smith/checks/vm-ir.ts';
import { Random } from '../smith/random.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { SM4_VERSION } from '../src/base/profile.ts';
import { type Container, readContainer } from '../src/container/dxbc.ts';
import { pickChunks } from '../src/container/shader-chunks.ts';
import { decompile } from '../src/decompile/index.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { readSm4, type Sm4Program } from '../src/isa/sm4/program.ts';
import { lowerSm4 } from '../src/lower/index.ts';
import { type FunctionDesc, reflectLibrary } from '../src/reflect/library.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

export async function runLibraries(values: Values<'decompile'>): Promise<void> {
  const counts = {
    libraries: 0,
    sources: 0,
    compiled: 0,
    functions: 0,
    described: 0,
    equal: 0,
    limited: 0,
    different: 0,
  };
  const oracle = await Oracle.start();
  if (values.save !== undefined) mkdirSync(values.save, { recursive: true });
  for await (const { name, bytes } of libraries(values, oracle)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    counts.libraries++;
    const { code, profile, switches, diagnostics } = decompile(bytes);
    if (code === undefined) {
      console.log(`${name}: ${diagnostics.find(({ severity }) => severity === 'error')?.message}`);
      continue;
    }
    counts.sources++;
    if (values.save !== undefined) writeFileSync(join(values.save, `${name}.hlsl`), code);
    const flags = flagsOf(switches);
    const { hr, output, messages } = await oracle.compile(code, '', profile, { flags });
    if (hr !== 0) {
      console.log(`${name}: ${messages.split('\n').find((line) => line.includes('error')) ?? messages}`);
      continue;
    }
    counts.compiled++;
    const [first, second] = [bytes, output].map((one) => readContainer(one, new Diagnostics())!) as [
      Container,
      Container,
    ];
    const [a, b] = [first, second].map((one) => reflectLibrary(one, new Diagnostics()).functions) as [
      FunctionDesc[],
      FunctionDesc[],
    ];
    const [x, y] = [first, second].map((one) => pickChunks(one, new Diagnostics()).functions);
    for (const [i, one] of a.entries()) {
      counts.functions++;
      const [was, is] = [described(one), b[i] === undefined ? '' : described(b[i])];
      if (was === is) counts.described++;
      else {
        const at = [...was].findIndex((letter, k) => letter !== is[k]);
        console.log(`${name} ${one.name}: ${was.slice(at - 60, at + 40)}, now ${is.slice(at - 60, at + 40)}`);
      }
      if (y![i] === undefined) continue;
      const result = compared(x![i]!.data, y![i]!.data, values.runs);
      if (result === 'same') counts.equal++;
      else if (result === 'limited') counts.limited++;
      else {
        counts.different++;
        console.log(`${name} ${one.name}: ${result}`);
      }
    }
  }
  oracle.stop();
  console.log(JSON.stringify(counts));
  const failed = counts.libraries - counts.compiled + counts.functions - counts.described + counts.different;
  process.exitCode = failed > values.allowed ? 1 : 0;
}

/** The interface of a function. */
function described({ name, parameters, returnValue, boundResources, constantBuffers }: FunctionDesc): string {
  // The source says the registers that the compiler chose, which sets a flag.
  const bound = boundResources.map(({ uFlags: _, flagNames: __, ...rest }) => rest);
  const buffers = constantBuffers.map((buffer) => [
    buffer.name,
    buffer.size,
    buffer.variables.map((one) => [one.name, one.startOffset]),
  ]);
  return JSON.stringify([name, parameters, returnValue, bound, buffers]);
}

/** A function as a pixel shader, which can be run. */
function asProgram(bytes: Uint8Array): Sm4Program {
  const words = openShaderFile(bytes).programs[0]!.words.slice();
  words[0] = SM4_VERSION.stage.set(words[0]!, 0);
  return readSm4(words);
}

function compared(a: Uint8Array, b: Uint8Array, runs: number): string {
  const { module } = lowerSm4(asProgram(b));
  if (module === undefined) return 'limited';
  const original = new ProgramRuns(asProgram(a));
  let isLimited = false;
  for (let seed = 1; seed <= runs; seed++) {
    const result = original.compare(module, seed, 'dyadic');
    if (typeof result !== 'string') return result.difference;
    isLimited ||= result !== 'same';
  }
  return isLimited ? 'limited' : 'same';
}

async function* libraries(values: Values<'decompile'>, oracle: Oracle) {
  for (const { id, how } of readProvenance())
    if (how === 'compiled' && /\.lib_/.test(id))
      yield { name: id, bytes: new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))) };
  for (let seed = values.seed; seed < values.seed + values.count; seed++) {
    const random = new Random(seed);
    const profile = random.pick(['lib_4_0', 'lib_4_1', 'lib_5_0']);
    const { hr, output, messages } = await oracle.compile(randomLibrary(random), '', profile);
    if (hr === 0) yield { name: `library-${seed}`, bytes: output };
    else console.log(`library-${seed} does not compile: ${messages}`);
  }
}

const PREAMBLE = `cbuffer C : register(b1) { float4x4 m; float3 v; float k; int n; row_major float3x2 r; };
float g = 2; float4 rows[3]; Texture2D<float4> t : register(t2); SamplerState s; Texture3D<float4> volume;
`;
const TYPES = [
  'float',
  'float2',
  'float3',
  'float4',
  'int',
  'uint',
  'int3',
  'bool',
  'uint2',
  'float2x3',
  'row_major float3x2',
  'bool2',
];
const INTERPOLATIONS = [
  'linear ',
  'nointerpolation ',
  'noperspective ',
  'centroid ',
  'linear centroid ',
  'noperspective centroid ',
];
const READS = [
  'k',
  'g',
  'v.y',
  'm._m12',
  'rows[1].z',
  'r._m21',
  't.Sample(s, v.xy * k).y',
  'volume.SampleLevel(s, v, 0).x',
  '(float)n',
  '3.5',
  'mul(float4(v, k), m).x',
];

/** A source with functions of random parameters. */
function randomLibrary(random: Random): string {
  const functions = Array.from({ length: random.between(1, 4) }, (_, i) => {
    const parameters = Array.from({ length: random.below(5) }, (_, k) => {
      const type = random.pick(TYPES);
      const direction = random.pick(['', '', 'in ', 'out ', 'inout ']);
      const isFloat = type.startsWith('float') && direction === '';
      const interpolation = isFloat && random.oneIn(4) ? random.pick(INTERPOLATIONS) : '';
      return {
        type,
        name: `p${k}`,
        direction: `${direction}${interpolation}`,
        semantic: random.oneIn(5) ? ` : S${k}` : '',
      };
    });
    const unordered = (type: string) => type.replace('row_major ', '');
    const scalar = (name: string, type: string) =>
      /x/.test(type) ? `(float)${name}._m01` : /\d$/.test(type) ? `(float)${name}.y` : `(float)${name}`;
    const inputs = parameters
      .filter(({ direction }) => direction !== 'out ')
      .map(({ name, type }) => scalar(name, type));
    const term = () => random.pick([...inputs, ...READS]);
    const value = () =>
      `${term()} ${random.pick(['+', '*', '-'])} ${random.pick([term(), `sin(${term()})`, `max(${term()}, ${term()})`])}`;
    const outs = parameters.filter(({ direction }) => /out/.test(direction));
    const result = random.oneIn(4) ? 'void' : random.pick(TYPES.filter((type) => !type.startsWith('row')));
    const early = random.oneIn(3) && result !== 'void' ? `if (${value()} > 1) return (${result})(${value()});` : '';
    const body = outs.map(({ name, type }) => `${name} = (${unordered(type)})(${value()});`).join(' ');
    const list = parameters
      .map(({ direction, type, name, semantic }) => `${direction}${type} ${name}${semantic}`)
      .join(', ');
    return `export ${result} f${i}(${list}) { ${body} ${early} ${result === 'void' ? '' : `return (${result})(${value()});`} }`;
  });
  return `${PREAMBLE}${functions.join('\n')}\n`;
}
