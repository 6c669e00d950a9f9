/** The output of the printers as text. */
import { Diagnostics } from '../../src/base/diagnostics.ts';
import type { Container } from '../../src/container/dxbc.ts';
import type { Sm1Program } from '../../src/isa/sm1/program.ts';
import type { Sm4Program } from '../../src/isa/sm4/program.ts';
import { printContainer } from '../../src/text/dxbc/container.ts';
import type { ListingStyle } from '../../src/text/options.ts';
import { printSm1 } from '../../src/text/sm1/print.ts';
import { printSm4 } from '../../src/text/sm4/print.ts';
import { written } from '../../src/text/writer.ts';

export function sm1Text(program: Sm1Program, style: ListingStyle, diagnostics = new Diagnostics()): string {
  return written((out) => printSm1(out, program.words, style, diagnostics));
}

export function sm4Text(program: Sm4Program, style: ListingStyle): string {
  return written((out) => printSm4(out, program, style));
}

export function containerText(container: Container, style: ListingStyle, diagnostics: Diagnostics): string {
  return written((out) => printContainer(out, container, style, diagnostics));
}
