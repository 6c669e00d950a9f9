/**
 * Constant tables, live: compiles random HLSL of shader models 2 and 3, effects and texture shaders, reads every
 * constant table and writes it as if it were new. The bytes must be the compiler's. Each table is then edited, and
 * Microsoft's listing of the shader with the edited table compared with ours. Needs the oracle (`npm run
 * oracle:setup`).
 *
 * Exit status 1 when any differ.
 */
import { sm1Text } from '../smith/checks/print.ts';
import { Random } from '../smith/random.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { type ConstantTable, type CtabType, readConstantTable, serializeConstantTable } from '../src/chunks/ctab.ts';
import { Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { setSm1Comment } from '../src/isa/sm1/edit.ts';
import { decodeSm1, encodeSm1 } from '../src/isa/sm1/encode.ts';
import { SM1_COMMENT } from '../src/isa/sm1/opcodes.ts';
import { readSm1 } from '../src/isa/sm1/program.ts';
import { Sm1CommentToken } from '../src/isa/sm1/tokens.ts';
import { listingStyle, optionsOfFlags } from '../src/text/options.ts';
import { latin1, Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomTableShader } from './ctab-hlsl.ts';

/** D3D_DISASM flag: debug information is not read yet. */
const NO_DEBUG = 0x10;

/** Every constant table in a file, those inside other comments included. */
function tablesOf(file: Uint8Array): Uint8Array[] {
  const words = wordsOf(file);
  const tables: Uint8Array[] = [];
  for (let at = 0; at + 1 < words.length; at++) {
    if ((words[at]! & 0xffff) !== SM1_COMMENT || words[at + 1] !== Sm1CommentTag.constantTable) continue;
    const end = at + 1 + Sm1CommentToken.length.get(words[at]!);
    if (end <= words.length) tables.push(bytesOf(words.slice(at + 2, end)));
  }
  return tables;
}

/** Another creator, other names, registers and types, a constant more or fewer. */
function edit(table: ConstantTable, seed: number): ConstantTable {
  const random = new Random(seed);
  const constants = table.constants.map((constant) => ({
    ...constant,
    ...(random.oneIn(3) ? { name: `renamed${random.below(100)}` } : {}),
    ...(random.oneIn(3) ? { registerIndex: random.below(300) } : {}),
    ...(random.oneIn(3) ? { type: editType(constant.type, random) } : {}),
    ...(random.oneIn(4) ? { defaultValue: Uint32Array.of(1, 2, 3, 4) } : {}),
  }));
  if (constants.length > 0 && random.oneIn(2)) constants.push({ ...constants[0]!, name: 'added' });
  if (random.oneIn(4)) constants.shift();
  return { ...table, creator: 'someone else', constants };
}

function editType(type: CtabType, random: Random): CtabType {
  const members = type.members.map((member) => ({ ...member, name: `${member.name}_` }));
  return { ...type, elements: random.between(1, 5), members };
}

export async function run(values: Values<'ctab'>): Promise<void> {
  const counts = { compiled: 0, rejected: 0, tables: 0, constants: 0, otherBytes: 0, listings: 0, otherListings: 0 };
  const oracle = await Oracle.start();
  const first = values.seed;
  const profiles = new Map<string, number>();
  for (let seed = first; seed < first + values.shaders; seed++) {
    const { source, entry, profile, flags } = randomTableShader(seed);
    const { hr, output, messages } = await oracle.compile(source, entry, profile, { flags });
    if (hr !== 0) {
      counts.rejected++;
      if (values.verbose) console.log(`${seed} ${profile}: ${messages.split('\n')[0]}`);
      continue;
    }
    counts.compiled++;
    profiles.set(profile, (profiles.get(profile) ?? 0) + 1);
    for (const bytes of tablesOf(output)) compareBytes(seed, profile, bytes);
    if (/^[vp]s/.test(profile)) await compareListing(seed, output);
  }
  oracle.stop();
  console.log(JSON.stringify({ ...counts, profiles: Object.fromEntries(profiles) }));
  process.exitCode = counts.otherBytes + counts.otherListings > 0 ? 1 : 0;

  function compareBytes(seed: number, profile: string, bytes: Uint8Array): void {
    const { source: _, ...table } = readConstantTable(bytes);
    counts.tables++;
    counts.constants += table.constants.length;
    const written = serializeConstantTable(table);
    if (Buffer.compare(written, bytes) === 0) return;
    counts.otherBytes++;
    const at = written.findIndex((byte, i) => byte !== bytes[i]);
    console.log(`${seed} ${profile}: byte ${at}; ${written.length} bytes, not ${bytes.length}`);
  }

  async function compareListing(seed: number, shader: Uint8Array): Promise<void> {
    const module = decodeSm1(shader);
    const [bytes] = tablesOf(shader);
    if (bytes === undefined) return;
    const edited = encodeSm1(
      setSm1Comment(module, Sm1CommentTag.constantTable, serializeConstantTable(edit(readConstantTable(bytes), seed))),
    );
    const { hr, output } = await oracle.disassemble(edited, NO_DEBUG);
    counts.listings++;
    const ours = sm1Text(readSm1(wordsOf(edited)), listingStyle(optionsOfFlags(NO_DEBUG)));
    const theirs = latin1(output).replace(/\0$/, '');
    if (hr === 0 && theirs === ours) return;
    counts.otherListings++;
    console.log(`${seed}: another listing (${hr})`);
    if (values.verbose) console.log(theirs, ours);
  }
}
