/**
 * The listing of an effect, by its version. Effects that Microsoft's disassembler refuses have none; diagnostics say
 * what is wrong.
 *
 * Not for: the listings themselves (the other files of this folder).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { CHUNK_HEADER_SIZE } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { readEffect4 } from '../../effects/fx4/read.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import type { DebugPrinters } from '../debug-notes.ts';
import { DX0115, DX1016 } from '../messages.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { EffectText, listingLimit } from './effect-text.ts';
import { Effect4Printer, Effect4Values } from './effect4.ts';
import { printEffect2 } from './fx2.ts';

/** Writes the listing of an effect without the frame of the markup; nothing, with diagnostics, where it has none. */
export function printEffect(
  out: TextWriter,
  file: ShaderFile,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters = {},
): void {
  const { format, bytes, container } = file;
  const chunk = container?.find(TAG.FX10);
  if (format === 'fx2') printEffect2(out, bytes, style, diagnostics, debug);
  else if (format === 'fx5') printEffect4(out, bytes, false, style, diagnostics, debug);
  else if (chunk) printEffect4(out, chunk.data, true, style, diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE), debug);
}

/** Writes the listing of a binary effect. */
function printEffect4(
  out: TextWriter,
  bytes: Uint8Array,
  isChunk: boolean,
  style: ListingStyle,
  diagnostics: Diagnostics,
  debug: DebugPrinters,
): void {
  if (!style.header) {
    diagnostics.report(DX0115, 0, bytes.byteLength);
    return;
  }
  const effect = readEffect4(bytes, isChunk, diagnostics);
  if (!effect?.intact) return;
  const { length } = out;
  // Of the flags, shaders inside effects only know the one of colors.
  const literals = style.literals === 'hex' ? 'usual' : style.literals;
  const shaders: ListingStyle = { ...style, numbers: false, offsets: false, debug: true, literals };
  const limit = listingLimit(length, bytes.byteLength);
  const text = new EffectText(out, style.markup, limit);
  const values = new Effect4Values(out, text, { shaders, expressions: style }, debug, diagnostics);
  new Effect4Printer(text, values, effect).print();
  if (!values.intact) out.rewind(length);
  else if (text.full) diagnostics.report(DX1016, 0, bytes.byteLength, { limit });
}
