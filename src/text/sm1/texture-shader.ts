/** The listing of a texture shader (tx_1_0), which fills a texture on the CPU. */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import type { TxProgram } from '../../isa/sm1/preshader.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { printConstantTable } from './constant-table.ts';
import { printPreshaderCode } from './preshader.ts';

/** Writes the listing without `markup.frame`: header sections, version line, one line an instruction, count. */
export function printTx(out: TextWriter, program: TxProgram, style: ListingStyle, diagnostics: Diagnostics): void {
  const { words, code, major, minor } = program;
  if (code === undefined) return;
  const { comment } = style.markup;
  out.text(comment.open);
  const table = style.header && findSm1Comment(words, Sm1CommentTag.constantTable);
  if (table) printConstantTable(out, words, table, diagnostics);
  out.text(comment.close);
  printPreshaderCode(out, code, `tx_${major}_${minor}`, style);
}
