/**
 * `disassemble`: the listing of any file, with all printers.
 *
 * Not for: the path from a file to its listing (listing.ts).
 */

import type { ByteSource } from '../base/bytes.ts';
import type { Diagnostics } from '../base/diagnostics.ts';
import { readRts0 } from '../chunks/rts0.ts';
import type { Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { readShaderFile } from '../file/shader-file.ts';
import { printEffect } from './fx/print-effect.ts';
import { disassembleWith, type Listing, type ListingParts } from './listing.ts';
import type { ListingOptions } from './options.ts';
import { printRootSignature } from './root-signature.ts';
import { sm1DebugNotes } from './sm1/debug-notes.ts';
import { sdbgNotes } from './sm4/debug-sdbg.ts';
import { spdbNotes } from './sm4/debug-spdb.ts';
import type { TextWriter } from './writer.ts';

const ALL_PARTS: ListingParts = {
  debug: {
    sm1: sm1DebugNotes,
    sm4: (container, _chunk, program, style, diagnostics) =>
      sdbgNotes(container, program, style, diagnostics) ?? spdbNotes(container, program, style, diagnostics),
  },
  printEffect,
  open: readShaderFile,
  printRootSignature: printRootSignatureChunk,
};

/**
 * The listing of a compiled shader, as `D3DDisassemble` prints it with the same flags. No bytes make it throw: faults
 * are in `diagnostics`, and everything readable is printed.
 *
 * @param source a complete file: a token stream of shader model 1-3, a texture shader, a DXBC container or library, or
 * C source that holds one of them as an array
 * @throws TypeError when `source` holds no bytes, or an option is unknown or of the wrong type
 */
export function disassemble(source: ByteSource, options: ListingOptions = {}): Listing {
  return disassembleWith(source, options, ALL_PARTS, 'disassemble');
}

function printRootSignatureChunk(out: TextWriter, container: Container, diagnostics: Diagnostics): void {
  const signature = readRts0(container, container.find(TAG.RTS0)!, diagnostics);
  if (signature) out.text(printRootSignature(signature));
}
