/** The two programs that a container may hold, as the printers of their instruction sets write them. */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { readSm1 } from '../../isa/sm1/program.ts';
import { readSm4 } from '../../isa/sm4/program.ts';
import type { ListingStyle } from '../options.ts';
import { printSm1 } from '../sm1.ts';
import { printSm4 } from '../sm4.ts';

/**
 * The listing of a program of shader model 4 and up, from its version line to its last instruction.
 *
 * @param diagnostics of the first word
 */
export function printBody(words: Uint32Array, style: ListingStyle, diagnostics: Diagnostics): string {
  return printSm4(readSm4(words, diagnostics), style);
}

/** The listing of a program of feature level 9. */
export function printLevel9Body(words: Uint32Array, style: ListingStyle, diagnostics: Diagnostics): string {
  return printSm1(readSm1(words, diagnostics), style);
}
