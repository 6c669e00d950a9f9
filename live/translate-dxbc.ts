/**
 * Translates programs of models 1 to 3 to later shader models and compares both: translations are valid, runs on random
 * inputs have the same results (those of the profile `fast` within a tolerance), and the number of instructions. Exit
 * status 1 if a translation is not valid or runs differently.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDED, readProvenance } from '../fixtures/recorded.ts';
import { compareRaised } from '../smith/checks/raised-runs.ts';
import { openShaderFile } from '../src/file/shader-file.ts';
import { readSm1Words } from '../src/isa/sm1/program.ts';
import { readSm4 } from '../src/isa/sm4/program.ts';
import { countSm4 } from '../src/isa/sm4/statistics.ts';
import { translate } from '../src/translate/index.ts';
import { validate } from '../src/validate/index.ts';
import type { Values } from './comparisons.ts';
import { type ProgramKind, randomPrograms } from './random-programs.ts';

const VERSIONS = ['4.0', '4.1', '5.0', '5.1'];
const PROFILES = ['guarded', 'fast'] as const;

interface Counts {
  programs: number;
  same: number;
  limited: number;
  theirs: number;
  ours: number;
}

export async function run(values: Values<'translate-dxbc'>): Promise<void> {
  const counts = new Map<string, Counts>();
  const refused = new Map<string, number>();
  const faults: string[] = [];
  let number = 0;
  for await (const { name, bytes } of programs(values)) {
    const [program] = openShaderFile(bytes).programs;
    if (program?.isa !== 'sm1' || validate(bytes).diagnostics.some(({ severity }) => severity === 'error')) continue;
    // Each program in one version, and all versions in turn.
    const version = VERSIONS[number++ % VERSIONS.length]!;
    for (const profile of PROFILES) trial(name, bytes, program.words, version, profile);
  }
  for (const [key, { programs: all, same, limited, theirs, ours }] of counts)
    console.log(
      `${key}: ${all} programs, ${same} run the same, ${limited} not compared; instructions ${(ours / theirs).toFixed(3)}`,
    );
  for (const [code, times] of refused) console.log(`refused with ${code}: ${times}`);
  for (const fault of faults.slice(0, values.show)) console.log(fault);
  if (faults.length > 0) {
    console.log(`${faults.length} faults`);
    process.exit(1);
  }

  function trial(
    name: string,
    bytes: Uint8Array,
    words: Uint32Array,
    version: string,
    profile: (typeof PROFILES)[number],
  ): void {
    const { stages, diagnostics } = translate(bytes, { to: 'dxbc', version, profile, state9: { halfPixel: false } });
    const [stage] = stages;
    if (stage === undefined) {
      const { code } = diagnostics.find(({ severity }) => severity === 'error')!;
      refused.set(code, (refused.get(code) ?? 0) + 1);
      return;
    }
    const fault = validate(stage.code).diagnostics.find(({ severity }) => severity === 'error');
    if (fault !== undefined) faults.push(`${name} ${version} ${profile}: not valid: ${fault.code} ${fault.message}`);
    const result = compareRaised(words, { version, profile, runs: values.runs });
    if (result !== 'same' && result !== 'limited') faults.push(`${name} ${version} ${profile}: ${result}`);
    const row = counts.get(profile) ?? { programs: 0, same: 0, limited: 0, theirs: 0, ours: 0 };
    counts.set(profile, row);
    row.programs++;
    if (result === 'same') row.same++;
    if (result === 'limited') row.limited++;
    row.theirs += readSm1Words(words).count;
    row.ours += countSm4(readSm4(openShaderFile(stage.code).programs[0]!.words)).instructionCount ?? 0;
  }
}

async function* programs({ kind, seed, count }: Values<'translate-dxbc'>) {
  if (kind !== 'fixtures') yield* randomPrograms(kind as ProgramKind, seed, count);
  else
    for (const { id } of readProvenance())
      if (!id.includes('fx_')) yield { name: id, bytes: new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`))) };
}
