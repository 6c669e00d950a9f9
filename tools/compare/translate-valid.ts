/**
 * Translates every compiled program of the fixtures to WGSL or SPIR-V and lets Tint or spirv-val check the code, with each profile and robustness.
 * Prints what was refused, by code, and what is rejected. With `--random9` or `--hlsl9` the programs are random ones of models 1 to 3 with a random
 * state, of words or compiled from HLSL.
 *
 * usage: tsx tools/compare/translate-valid.ts [--to wgsl|spirv] [--all-options] [--show N] [--random9 N | --hlsl9 N] [--seed N] [ID-PART]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type State9,
  TARGET_VERSIONS,
  type TargetLanguage,
  type TranslateOptions,
  translate,
} from '../../src/translate/index.ts';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { spirvErrors, spirvValMissing } from '../gpu/spirv.ts';
import { startTint, tintMissing } from '../gpu/tint.ts';
import { Oracle } from '../oracle/client.ts';
import { compiledProgram9, randomProgram9 } from './direct3d9-programs.ts';

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string', default: 'wgsl' },
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
const missing = to === 'spirv' ? spirvValMissing() : tintMissing();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const OPTIONS: readonly TranslateOptions[] = [
  {},
  ...TARGET_VERSIONS[to].slice(1).map((version) => ({ version })),
  { constants: 'named', profile: 'fast', robustness: 'target' },
  { profile: 'exact', robustness: 'off', comments: true },
];
const tint = to === 'wgsl' ? await startTint() : undefined;

/** What a tool says against a translation. */
async function errorsOf(code: string | Uint32Array, { version }: TranslateOptions): Promise<string[]> {
  return typeof code === 'string' ? tint!.errorsOf(code) : spirvErrors(code, version);
}

const refused = new Map<string, number>();
const rejected: string[] = [];
let accepted = 0;
for await (const { name: id, bytes, state9 } of programs()) {
  if (values.verbose) process.stderr.write(`${id}\n`);
  for (const chosen of values['all-options'] ? OPTIONS : OPTIONS.slice(0, 1)) {
    const options = { ...chosen, to, ...(state9 !== undefined && { state9 }) };
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
    const errors = await errorsOf(code, options);
    if (errors.length === 0) accepted++;
    else {
      rejected.push(`${id} ${JSON.stringify(options)}: ${errors[0]}`);
      const line = Number(errors[0]!.split(':')[0]);
      if (rejected.length <= Number(values.show))
        console.log(`${rejected.at(-1)}\n    ${typeof code === 'string' ? code.split('\n')[line - 1] : ''}`);
    }
  }
}
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
