/** The listing of a texture shader (tx_1_0), which fills a texture on the CPU. */
import { Diagnostics } from '../../base/diagnostics.ts';
import type { TxProgram } from '../../isa/sm1/preshader.ts';
import type { ListingStyle } from '../options.ts';
import { TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';
import { printPreshaderCode } from './preshader.ts';

/** The whole listing without `markup.frame`: header sections, version line, one line an instruction, count. */
export function printTx(program: TxProgram, style: ListingStyle, diagnostics: Diagnostics = new Diagnostics()): string {
  const { words, code, major, minor } = program;
  if (code === undefined) return '';
  const { comment } = style.markup;
  const out = new TextWriter(CHARACTERS_PER_WORD * words.length);
  out.text(comment.open);
  if (style.header) printConstantTable(out, words, 0, words.length, diagnostics);
  out.text(comment.close);
  printPreshaderCode(out, code, `tx_${major}_${minor}`, style);
  return out.finish();
}

/** About how many characters a listing has. */
const CHARACTERS_PER_WORD = 4;
