/** The listing of a texture shader (tx_1_0), which fills a texture on the CPU. */
import { Diagnostics } from '../base/diagnostics.ts';
import type { TxProgram } from '../isa/sm1/preshader.ts';
import type { ListingStyle } from './options.ts';
import { printPreshaderCode } from './preshader.ts';
import { printConstantTable } from './sm1-header.ts';

/** The whole listing without `markup.frame`: header sections, version line, one line an instruction, count. */
export function printTx(program: TxProgram, style: ListingStyle, diagnostics: Diagnostics = new Diagnostics()): string {
  const { words, code, major, minor } = program;
  if (code === undefined) return '';
  const { comment } = style.markup;
  const header = style.header ? printConstantTable(words, 0, words.length, diagnostics) : '';
  return comment.open + header + comment.close + printPreshaderCode(code, `tx_${major}_${minor}`, style);
}
