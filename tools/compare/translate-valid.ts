/**
 * Translates every compiled program of the fixtures and lets others check the code, with each profile and robustness: Tint (or naga) for WGSL, spirv-val for
 * SPIR-V, glslang and Mesa's compiler and linker for GLSL. Prints what was refused, by code, and what is rejected. With `--random9` or `--hlsl9` the
 * programs are random ones of models 1 to 3 with a random state, of words or compiled from HLSL.
 *
 * usage: tsx tools/compare/translate-valid.ts [--to wgsl|essl|glsl|spirv] [--target VERSION] [--by tint|naga] [--all-options]
 *            [--show N] [--random9 N | --hlsl9 N] [--seed N] [ID-PART]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type State9,
  TARGET_VERSIONS,
  type TargetLanguage,
  type TranslatedStage,
  type TranslateOptions,
  translate,
} from '../../src/translate/index.ts';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { glslangError, glslangMissing, OpenGl, openglMissing } from '../gpu/opengl/client.ts';
import { spirvErrors, spirvValMissing } from '../gpu/spirv.ts';
import { startTint, tintMissing } from '../gpu/tint.ts';
import { webgpuMissing, wgslCompiler } from '../gpu/webgpu/client.ts';
import { Oracle } from '../oracle/client.ts';
import { compiledProgram9, randomProgram9 } from './direct3d9-programs.ts';

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string', default: 'wgsl' },
    by: { type: 'string', default: 'tint' },
    target: { type: 'string' },
    verbose: { type: 'boolean' },
    'all-options': { type: 'boolean' },
    show: { type: 'string', default: '10' },
    random9: { type: 'string' },
    hlsl9: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
  allowPositionals: true,
});
const to = values.to as TargetLanguage;
const isNaga = values.by === 'naga';
const MISSING: Readonly<Record<TargetLanguage, () => string | undefined>> = {
  wgsl: () => (isNaga ? webgpuMissing('naga') : tintMissing()),
  essl: () => openglMissing() ?? glslangMissing(),
  glsl: () => openglMissing() ?? glslangMissing(),
  spirv: spirvValMissing,
};
const missing = MISSING[to]();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const OPTIONS: readonly TranslateOptions[] = [
  {},
  ...(values.target === undefined ? TARGET_VERSIONS[to].slice(1).map((version) => ({ version })) : []),
  { constants: 'named', profile: 'fast', robustness: 'target' },
  { profile: 'exact', robustness: 'off', comments: true },
];
const compiler = to !== 'wgsl' ? undefined : isNaga ? wgslCompiler('naga') : await startTint();

/**
 * What naga rejects and the specification of WGSL allows: it counts the query of the size of a storage texture as a read, which a texture that is only
 * written does not have.
 */
const NAGA_FAULT = /is used incorrectly as GlobalUse\(READ \| WRITE\)/;
let nagaFaults = 0;

const opengl = to === 'essl' || to === 'glsl' ? new OpenGl(to === 'essl' ? 'opengl-es' : 'opengl') : undefined;

/** What tools say against a translation. */
async function errorsOf(stage: TranslatedStage, { version }: TranslateOptions): Promise<string[]> {
  const { code } = stage;
  if (typeof code !== 'string') return spirvErrors(code, version);
  if (opengl !== undefined) {
    const text = { stage: stage.stage, code };
    const found = [await opengl.errorOf([text]), glslangError(text)];
    return found.filter((one): one is string => one !== undefined);
  }
  const errors = await compiler!.errorsOf(code);
  if (!isNaga || !errors.some((error) => NAGA_FAULT.test(error))) return errors;
  nagaFaults++;
  return [];
}

const refused = new Map<string, number>();
const rejected: string[] = [];
let accepted = 0;
for await (const { name: id, bytes, state9 } of programs()) {
  if (values.verbose) process.stderr.write(`${id}\n`);
  for (const chosen of values['all-options'] ? OPTIONS : OPTIONS.slice(0, 1)) {
    const target = values.target === undefined ? {} : { version: values.target };
    const options = { ...chosen, ...target, to, ...(state9 !== undefined && { state9 }) };
    const { stages, diagnostics } = translate(bytes, options);
    if (stages.length === 0) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      const reason = error === undefined ? 'no diagnostic' : `${error.code} ${error.message.replace(/\(.*?\)/g, '')}`;
      const isInvalid = error !== undefined && !/^DX[56]/.test(error.code);
      refused.set(isInvalid ? 'not valid' : reason, (refused.get(isInvalid ? 'not valid' : reason) ?? 0) + 1);
      if (positionals[0] !== undefined) console.log(id, reason);
      continue;
    }
    const { code } = stages[0]!;
    const errors = await errorsOf(stages[0]!, options);
    if (errors.length === 0) accepted++;
    else {
      rejected.push(`${id} ${JSON.stringify(options)}: ${errors[0]}`);
      const line = Number(errors[0]!.split(':')[0]);
      if (rejected.length <= Number(values.show))
        console.log(`${rejected.at(-1)}\n    ${typeof code === 'string' ? code.split('\n')[line - 1] : ''}`);
    }
  }
}
if (nagaFaults > 0) console.log(`${nagaFaults} of the accepted ones naga rejects, against the specification`);
console.log(`accepted ${accepted}, rejected ${rejected.length}, refused:`);
for (const [reason, count] of [...refused].sort(([, a], [, b]) => b - a)) console.log(`  ${count}  ${reason}`);
process.exit(rejected.length > 0 ? 1 : 0);

interface Input {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly state9?: State9;
}

async function* programs(): AsyncGenerator<Input> {
  const { random9, hlsl9 } = values;
  const first = Number(values.seed);
  if (random9 !== undefined) for (let seed = first; seed < first + Number(random9); seed++) yield randomProgram9(seed);
  else if (hlsl9 !== undefined) {
    const oracle = await Oracle.start();
    for (let seed = first; seed < first + Number(hlsl9); seed++) {
      const program = await compiledProgram9(oracle, seed);
      if (program !== undefined) yield program;
    }
    oracle.stop();
  } else
    for (const { id } of readProvenance())
      if (positionals[0] === undefined || id.includes(positionals[0]))
        yield { name: id, bytes: readFileSync(join(RECORDED, `${id}.bin`)) };
}
