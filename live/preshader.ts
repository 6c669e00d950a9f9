/**
 * Preshaders, texture shaders and expressions against Microsoft's compiler. Needs the oracle (`npm run oracle:setup`).
 *
 * shader, pixel, texture, effect4: random expressions are compiled twice. With variables they become a preshader
 * (fx_2_0), a texture shader (tx_1_0) or an expression of an effect (fx_4_0); with constants instead the
 * compiler folds them. Decoded and encoded again, the code must be the same bytes; evaluated with the constants as
 * inputs, it must give what the compiler folded, but for what rounding explains. `--count` is the number of
 * evaluations.
 *
 * `--record FILE` appends the cases that agree as lines of JSON: the fixtures of the tests.
 *
 * listing: random code of expressions, put into an effect, must be listed as D3DDisassemble lists it.
 *
 * Exit status 1 if any differ.
 */
import { appendFileSync } from 'node:fs';
import { Oracle } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';
import { compareEvaluation } from './preshader-evaluation.ts';
import { compareListings } from './preshader-listing.ts';

export async function run(values: Values<'preshader'>): Promise<void> {
  const append = (entry: object) => {
    if (values.record !== undefined) appendFileSync(values.record, `${JSON.stringify(entry)}\n`);
  };
  const settings = {
    count: values.count,
    seed: values.seed,
    show: values.show,
    record: append,
    recordListing: append,
  };
  const { kind } = values;

  const oracle = await Oracle.start();
  try {
    if (kind === 'listing') process.exitCode = (await compareListings(oracle, settings)) ? 0 : 1;
    else if (kind === 'shader' || kind === 'pixel' || kind === 'texture' || kind === 'effect4')
      process.exitCode = (await compareEvaluation(oracle, kind, settings)) ? 0 : 1;
    else throw new Error(`there is no kind ${kind}`);
  } finally {
    oracle.stop();
  }
}
