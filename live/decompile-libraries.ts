/**
 * Decompiles libraries, compiles the sources with Microsoft's compiler, and compares the functions: parameters,
 * bindings and buffers by reflection, results when run. The libraries are the recorded ones and random ones.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { flagsOf } from '../smith/checks/decompiled-facts.ts';
import { compareFunctions, describeFunction } from '../smith/checks/library-functions.ts';
import { randomLibrary } from '../smith/hlsl-library.ts';
import { Random } from '../smith/random.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { type Container, readContainer } from '../src/container/dxbc.ts';
import { pickChunks } from '../src/container/shader-chunks.ts';
import { decompile } from '../src/decompile/index.ts';
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
      const [was, is] = [describeFunction(one), b[i] === undefined ? '' : describeFunction(b[i])];
      if (was === is) counts.described++;
      else {
        const at = [...was].findIndex((letter, k) => letter !== is[k]);
        console.log(`${name} ${one.name}: ${was.slice(at - 60, at + 40)}, now ${is.slice(at - 60, at + 40)}`);
      }
      if (y![i] === undefined) continue;
      const result = compareFunctions(x![i]!.data, y![i]!.data, values.runs);
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
