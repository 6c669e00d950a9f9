/**
 * Compiles libraries with dxlens and with Microsoft's compiler and compares: which sources are accepted, what
 * reflection says about each function, the bytes of its signature, and its results.
 *
 * The sources are those of the fixtures and random ones. Exit status 1 when more than --allowed functions differ.
 */
import { readFileSync } from 'node:fs';
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import {
  compareFunctions,
  compareLevel9,
  describeFunction,
  describeLevel9,
} from '../smith/checks/library-functions.ts';
import { randomLibrary } from '../smith/hlsl-library.ts';
import { Random } from '../smith/random.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { PARAMETER_IN } from '../src/chunks/library.ts';
import { readContainer } from '../src/container/dxbc.ts';
import { pickChunks } from '../src/container/shader-chunks.ts';
import { TAG } from '../src/container/tags.ts';
import { compile } from '../src/hlsl/index.ts';
import { reflectLibrary } from '../src/reflect/library.ts';
import { validate } from '../src/validate/index.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { TOLERANCE } from './compiled-pairs.ts';

const FIXTURES = ['library', 'library-uavs', 'headers-libraries'];
const PROFILES = [
  ...['lib_4_0', 'lib_4_1', 'lib_5_0', 'lib_4_0_level_9_1', 'lib_4_0_level_9_3', 'lib_4_0_level_9_1_vs_only'],
  ...['lib_4_0_level_9_1_ps_only', 'lib_4_0_level_9_3_vs_only', 'lib_4_0_level_9_3_ps_only'],
];
const FLAGS = [0, 0, 0x8, 0x2000, 0x4];

export async function run(values: Values<'library-compile'>): Promise<void> {
  const counts = {
    sources: 0,
    refused: 0,
    accepted: 0,
    functions: 0,
    described: 0,
    signatures: 0,
    equal: 0,
    limited: 0,
  };
  let different = 0;
  const oracle = await Oracle.start();
  const report = (text: string) => {
    if (different++ < values.show) console.log(text);
  };
  for (const { name, source, profile, flags } of sources(values)) {
    counts.sources++;
    const { hr, output, messages } = await oracle.compile(source, '', profile, { flags });
    const { bytes, diagnostics } = compile(source, { profile, ...optionsOfFlags(flags) });
    if (hr !== 0 && bytes === undefined) counts.refused++;
    else if (hr !== 0 || bytes === undefined) report(`${name}: ${messages} ${diagnostics[0]?.code}`);
    if (hr !== 0 || bytes === undefined) continue;
    counts.accepted++;
    const error = validate(bytes).diagnostics.find(({ severity }) => severity === 'error');
    if (error !== undefined) report(`${name}: ${error.message}`);
    const [theirs, ours] = [output, bytes].map(functionsOf);
    for (const [i, one] of theirs!.entries()) {
      counts.functions++;
      const other = ours![i];
      if (other === undefined || one.described !== other.described) report(`${name} ${one.name}: described otherwise`);
      else counts.described++;
      if (other === undefined) continue;
      if (one.signature !== other.signature) report(`${name} ${one.name}: another signature`);
      else counts.signatures++;
      const result = compareFunctions(one.data, other.data, values.runs);
      if (result === 'same') counts.equal++;
      else if (result === 'limited') counts.limited++;
      // Conditions have all bits or none, which random inputs do not.
      else if (one.hasConditions) counts.limited++;
      else report(`${name} ${one.name}: ${result}`);
      if (one.level9 !== other.level9) report(`${name} ${one.name}: other programs for feature level 9`);
      else if (!one.hasConditions)
        for (const run of compareLevel9(one.data, other.data, values.runs, TOLERANCE))
          if (!/^(same|close|limited|no meaning)$/.test(run)) report(`${name} ${one.name}, level 9: ${run}`);
    }
  }
  oracle.stop();
  console.log(JSON.stringify({ ...counts, different }));
  process.exitCode = different > values.allowed ? 1 : 0;
}

/** The functions of a library with what is compared of them. */
function functionsOf(bytes: Uint8Array) {
  const container = readContainer(bytes, new Diagnostics())!;
  const chunks = pickChunks(container, new Diagnostics()).functions;
  return reflectLibrary(container, new Diagnostics()).functions.map((one, i) => {
    const { data } = chunks[i]!;
    const signature = readContainer(data, new Diagnostics())?.chunks.find(({ tag }) => tag === TAG.LFS0);
    return {
      name: one.name,
      hasConditions: one.parameters.some(({ type, flags }) => type === 'bool' && (flags & PARAMETER_IN) !== 0),
      data,
      described: describeFunction(one),
      level9: describeLevel9(data),
      signature: Buffer.from(signature?.data ?? []).toString('hex'),
    };
  });
}

function* sources(values: Values<'library-compile'>) {
  for (const name of FIXTURES) {
    const source = readFileSync(`fixtures/hlsl/${name}.hlsl`, 'latin1');
    for (const profile of PROFILES) yield { name: `${name} ${profile}`, source, profile, flags: 0 };
  }
  for (let seed = values.seed; seed < values.seed + values.count; seed++) {
    const random = new Random(seed);
    const profile = random.pick(PROFILES);
    yield { name: `library-${seed}`, source: randomLibrary(random), profile, flags: random.pick(FLAGS) };
  }
}
