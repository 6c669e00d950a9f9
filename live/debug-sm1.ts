/**
 * Compares our listings of SM 1-3 programs with debug information with Microsoft's, live.
 *
 * `compiled`: random HLSL compiled with /Zi for models 1 to 3 and feature level 9; `random`: random programs with
 * random comments; `damaged`: either of them with changed fields in the comment; `assembled`: listings assembled with
 * debug information. Each program is compared with the default flags and with one random combination of all flags, or
 * with all of them. Damage after which Microsoft's disassembler crashes is counted: it checks no offset. Damaged
 * programs that refer to bytes after the shader are counted apart, because what is there is different each time. Exit
 * status 1 when anything differs.
 */

import { SM1_DIFFERENCES, type Sm1Difference } from '../fixtures/differences.ts';
import { FLAG_COMBINATIONS } from '../fixtures/recorded.ts';
import { Random } from '../smith/random.ts';
import { damageDbug, randomDbug, withDbug } from '../smith/sm1-debug.ts';
import { validSm1Words } from '../smith/sm1-valid.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { STRIP_FLAGS, stripChunks } from '../src/container/parts.ts';
import { detectFormat } from '../src/file/detect-format.ts';
import { Sm1Cursor } from '../src/isa/sm1/cursor.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomTableShader } from './ctab-hlsl.ts';
import { randomDebugShader } from './debug-hlsl.ts';
import { randomShader } from './headers-hlsl.ts';

/** D3DCOMPILE_DEBUG; the assembler has the same number for it. */
const DEBUG = 1;
const DIFFERENCES = Object.values(SM1_DIFFERENCES) as Sm1Difference[];

/** A random program with a random comment. */
function randomWords(random: Random): Uint32Array {
  const words = validSm1Words(random);
  return withDbug(words, randomDbug(words, random));
}

/** Whether the program has an instruction that prints otherwise on purpose. */
function hasIntendedDifference(bytes: Uint8Array): boolean {
  if (detectFormat(bytes).format !== 'sm1') return false;
  const program = readSm1(bytes);
  if (program.stage === undefined) return false;
  const cursor = new Sm1Cursor(program.words);
  for (let i = 0; i < program.count; i++) {
    cursor.moveTo(program.starts[i]!);
    if (DIFFERENCES.some((row) => row.meets?.(cursor))) return true;
  }
  return false;
}

export async function run(values: Values<'debug-sm1'>): Promise<void> {
  const KINDS: Record<string, (random: Random) => Promise<Uint8Array | undefined>> = {
    compiled,
    assembled,
    random: async (random) => bytesOf(randomWords(random)),
    damaged: async (random) => {
      const bytes = random.oneIn(2) ? bytesOf(randomWords(random)) : await compiled(random, false);
      if (bytes === undefined) return undefined;
      const words = wordsOf(bytes.slice());
      damageDbug(words, random);
      return bytesOf(words);
    },
  };

  const make = KINDS[values.kind]!;

  const oracle = await Oracle.start();
  const counts = {
    programs: 0,
    same: 0,
    different: 0,
    'both refused': 0,
    crashed: 0,
    'refer to bytes after the shader': 0,
    'with notes': 0,
  };
  for (let i = 0; counts.programs < values.count; i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    const bytes = await make(random);
    if (bytes === undefined) continue;
    counts.programs++;
    for (const flags of values['all-flags'] ? FLAG_COMBINATIONS : [0, random.pick(FLAG_COMBINATIONS)]) {
      await compare(i, bytes, flags);
    }
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  /** Random HLSL compiled with debug information. */
  async function compiled(random: Random, level9 = true): Promise<Uint8Array | undefined> {
    const make = random.pick([randomDebugShader, randomDebugShader, randomTableShader, randomShader]);
    const { source, entry, profile, flags } = make(random.below(2 ** 30));
    const isLevel9 = profile.includes('level_9') && !profile.startsWith('lib');
    if (!(isLevel9 && level9) && !/^[vp]s_[123]/.test(profile)) return undefined;
    const name = random.pick(['shader.hlsl', 'a directory\\b.hlsl', 'C:\\x\\y.fx']);
    try {
      const answer = await oracle.compile(source, entry, profile, { flags: flags | DEBUG, name });
      if (answer.hr !== 0) return undefined;
      // The program database of the program of model 4 is compared elsewhere.
      return isLevel9 ? stripChunks(answer.output, STRIP_FLAGS.debug, new Diagnostics()) : answer.output;
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      return undefined;
    }
  }

  /** A random program as text, assembled by Microsoft with debug information. */
  async function assembled(random: Random): Promise<Uint8Array | undefined> {
    const lines = disassemble(bytesOf(validSm1Words(random)), { header: false }).text.split('\n');
    const text = lines.flatMap((line) => {
      if (random.oneIn(10)) return [`#line ${random.below(500)} "${random.pick(['a.vsh', 'b c.vsh'])}"`, line];
      return random.oneIn(6) ? [...Array.from({ length: random.below(14) }, () => ''), line] : [line];
    });
    const answer = await oracle.assemble(text.join('\n'), { flags: DEBUG, name: 'text.vsh' });
    return answer.hr === 0 ? answer.output : undefined;
  }

  async function compare(index: number, bytes: Uint8Array, flags: number): Promise<void> {
    const listing = disassemble(bytes, optionsOfFlags(flags));
    try {
      const answer = await oracle.disassemble(bytes, flags);
      if (answer.hr !== 0) {
        if (listing.diagnostics.length > 0) counts['both refused']++;
        else different(index, flags, 'a refusal', 'a listing');
        return;
      }
      check(
        index,
        bytes,
        flags,
        listing.text,
        latin1(answer.output),
        listing.diagnostics.some(({ code }) => code.startsWith('DX020')),
      );
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.crashed++;
    }
  }

  function check(
    index: number,
    bytes: Uint8Array,
    flags: number,
    ours: string,
    theirs: string,
    outside: boolean,
  ): void {
    if (/#line|\/\/ .*<\d/.test(ours)) counts['with notes']++;
    const a = ours.split('\n');
    const b = theirs.split('\n');
    const differing = a.findIndex((line, i) => line !== b[i]);
    if (ours === theirs || hasIntendedDifference(bytes)) counts.same++;
    else if (outside) counts['refer to bytes after the shader']++;
    else different(index, flags, b[differing], a[differing]);
  }

  function different(index: number, flags: number, theirs: string | undefined, ours: string | undefined): void {
    if (++counts.different > values.show) return;
    console.log(`--- program ${index}, flags 0x${flags.toString(16)}\n  theirs: ${theirs}\n  ours:   ${ours}`);
  }
}
