/**
 * Listings of shader models 1 to 3 put back into their originals: compiles random HLSL with constant tables and makes
 * random shaders with preshaders, lists each in a notation (default, hexadecimal and exact in turn), and assembles the
 * listing into the original. The bytes must be those of the original. In shaders with a `def`, one value is edited
 * then: only the DWORDs of its `def` may differ. Needs the oracle (`npm run oracle:setup`), which compiles.
 *
 * Exit status 1 if any differ.
 */
import { Random } from '../smith/random.ts';
import { preshadedWords } from '../smith/sm1-preshader.ts';
import { assemble } from '../src/assemble/assemble.ts';
import { bytesOf, wordsOf } from '../src/base/words.ts';
import { detectFormat } from '../src/file/detect-format.ts';
import { Sm1CommentTag } from '../src/isa/sm1/comments.ts';
import { disassemble } from '../src/text/disassemble.ts';
import type { ListingOptions } from '../src/text/options.ts';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { randomTableShader } from './ctab-hlsl.ts';

const NOTATIONS: readonly ListingOptions[] = [{}, { hex: true }, { exact: true }];
/** A `def` of the exact notation whose first value can be replaced. */
const DEFINITION = /^(\s*def c\d+, )[^,\n]+/m;
const NEW_VALUE = '0.15625';

function assembledInto(original: Uint8Array, text: string): Uint8Array {
  return assemble(text, { into: original, validate: false }).bytes ?? new Uint8Array(0);
}

/** The DWORDs that differ; undefined if the lengths do. */
function changedWords(before: Uint8Array, after: Uint8Array): number[] | undefined {
  if (before.byteLength !== after.byteLength) return undefined;
  const words = wordsOf(after);
  return [...wordsOf(before)].flatMap((word, i) => (word === words[i] ? [] : [i]));
}

export async function run(values: Values<'sm1-into'>): Promise<void> {
  const count = values.count;
  const show = values.show;

  const counts = { compiled: 0, withPreshader: 0, other: 0, edited: 0, otherEdits: 0 };

  const oracle = await Oracle.start();
  for (let seed = values.seed; counts.compiled < count / 2; seed++) {
    const { source, entry, profile, flags } = randomTableShader(seed);
    if (!/^[vp]s/.test(profile)) continue;
    const { hr, output } = await oracle.compile(source, entry, profile, { flags });
    if (hr !== 0 || detectFormat(output).format !== 'sm1') continue;
    compare(`compiled shader ${seed}`, output, counts.compiled++);
  }
  oracle.stop();
  const random = new Random(values.seed);
  while (counts.withPreshader < count / 2) {
    const bytes = bytesOf(preshadedWords(random));
    compare(`shader ${counts.withPreshader} with a preshader`, bytes, counts.withPreshader++);
  }
  console.log(JSON.stringify(counts));
  process.exitCode = counts.other + counts.otherEdits > 0 ? 1 : 0;

  /** Puts the listing of `original` back, and then one with an edited `def`. */
  function compare(name: string, original: Uint8Array, index: number): void {
    const { text } = disassemble(original, NOTATIONS[index % NOTATIONS.length]!);
    if (Buffer.compare(assembledInto(original, text), original) !== 0 && counts.other++ < show)
      console.log(`${name}: the listing gives other bytes\n${text}`);

    // Debug information describes one program only, so an edit removes it.
    if (wordsOf(original).includes(Sm1CommentTag.debug)) return;
    const exact = disassemble(original, { exact: true }).text;
    const edited = exact.replace(DEFINITION, (_, before: string) => before + NEW_VALUE);
    if (edited === exact) return;
    counts.edited++;
    const changed = changedWords(original, assembledInto(original, edited));
    if ((changed === undefined || changed.length > 1) && counts.otherEdits++ < show)
      console.log(`${name}: an edit of one value changes DWORDs ${changed?.join(' ') ?? 'and the length'}\n${edited}`);
  }
}
