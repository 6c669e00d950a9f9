/** The functions of a module in a textual language: those that are called, then the entry point. */
import { Op } from '../../ir/index.ts';
import type { LineWriter } from './lines.ts';
import type { TextContext } from './text-context.ts';

/** Whether a function needs statements at the end of its text, because its end can be reached without a `return`. */
export function endsWithoutReturn({ module, emitter }: TextContext, region: number): boolean {
  const last = module.last[region]!;
  return last >= 0 && module.ops.code[last] !== Op.return && emitter.flow.reachesEnd(region);
}

/**
 * Writes the functions of a module.
 *
 * @param writeSubroutine writes the function with a number
 * @param openEntry writes the entry point up to its first statement
 */
export function writeFunctions(
  w: TextContext,
  lines: LineWriter,
  writeSubroutine: (number: number) => void,
  openEntry: () => void,
): void {
  const { module } = w;
  for (const [number, { kind }] of module.functions.entries()) if (kind === 'subroutine') writeSubroutine(number);
  const main = module.functions.find(({ kind }) => kind === 'main');
  if (main === undefined) return;
  openEntry();
  w.emitter.region(main.region);
  if (endsWithoutReturn(w, main.region)) for (const line of w.returnLines(true)) lines.line(line);
  lines.outdent();
  lines.line('}');
}
