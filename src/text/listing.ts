/**
 * From a file to its listing: opens the file, reads what its format holds, and prints it.
 *
 * Not for: reading and printing themselves. Readers are in `container` and `isa`, printers beside this file.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { MAX_LISTING_INPUT } from '../base/limits.ts';
import { latin1Bytes, wordsOf } from '../base/words.ts';
import { type FileFormat, type Format, formatName, isAssembly, missingFor } from '../container/detect-format.ts';
import type { Container } from '../container/dxbc.ts';
import { FORMAT_MESSAGES } from '../container/messages.ts';
import { readRts0 } from '../container/rts0.ts';
import { diagnosticsIn, type OpenedFile, openFile } from '../container/shader-file.ts';
import { TAG } from '../container/tags.ts';
import { readTxWords } from '../isa/sm1/preshader.ts';
import { printContainer } from './dxbc/container.ts';
import { LISTING_OPTIONS, type ListingOptions, type ListingStyle, listingStyle } from './options.ts';
import { printRootSignature } from './root-signature.ts';
import { printSm1Words } from './sm1/print.ts';
import { printTx } from './sm1/texture-shader.ts';

/** The result of {@link disassemble}: the listing, and the format and profile of the shader. */
export interface Listing extends FileFormat {
  /** One character a byte (Latin-1); empty when nothing could be read. */
  readonly text: string;
  /**
   * The same as bytes, to write to a file: names in a shader may be in any encoding, and this way their bytes stay. Made anew at
   * each access; not a property of the object itself, so that copies of it and JSON have the text only.
   */
  readonly bytes: Uint8Array;
  /** In the order in which they were found; offsets count from the start of the bytes that were given. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A class, because an object literal with a getter takes 100 times as long to make (measured). */
class TextListing implements Listing {
  readonly text: string;
  readonly format: Format;
  readonly profile: string | null;
  readonly diagnostics: readonly Diagnostic[];

  constructor(text: string, { format, profile }: FileFormat, diagnostics: Diagnostics) {
    this.text = text;
    this.format = format;
    this.profile = profile;
    this.diagnostics = diagnostics.list;
  }

  get bytes(): Uint8Array {
    return latin1Bytes(this.text);
  }
}

/**
 * The listing of a compiled shader, as `D3DDisassemble` prints it with the same flags. No bytes make it throw: faults
 * are in `diagnostics`, and everything readable is printed.
 *
 * @param source a whole file: a token stream of shader model 1-3, a texture shader, a DXBC container or library, or C
 *   source that holds one of them as an array
 * @throws TypeError when `source` holds no bytes, or an option is unknown or of the wrong type
 */
export function disassemble(source: ByteSource, options: ListingOptions = {}): Listing {
  const bytes = toBytes(source, 'disassemble');
  checkOptions(options, LISTING_OPTIONS, 'disassemble');
  const diagnostics = new Diagnostics();
  if (bytes.byteLength > MAX_LISTING_INPUT) {
    diagnostics.report(FORMAT_MESSAGES.DX0011, 0, bytes.byteLength, {
      size: bytes.byteLength,
      limit: MAX_LISTING_INPUT,
    });
    return new TextListing('', { format: 'unknown', profile: null }, diagnostics);
  }
  const style = listingStyle(options);
  const file = openFile(bytes, diagnostics);
  const body = bodyOf(file, style, diagnosticsIn(file, diagnostics));
  const { frame } = style.markup;
  return new TextListing(body === '' ? '' : frame.open + body + frame.close, file, diagnostics);
}

/** The listing without the frame of the markup; empty, with a diagnostic, when there is no listing. */
function bodyOf(file: OpenedFile, style: ListingStyle, diagnostics: Diagnostics): string {
  const { format, bytes, container } = file;
  switch (format) {
    case 'sm1':
      return printSm1Words(wordsOf(bytes), style, diagnostics);
    case 'tx':
      return printTx(readTxWords(wordsOf(bytes), diagnostics), style, diagnostics);
    case 'dxbc':
    case 'library':
      return container ? printContainer(container, style, diagnostics) : '';
    case 'root-signature':
      return container ? printRootSignatureChunk(container, diagnostics) : '';
    default:
      reportUnread(file, diagnostics);
      return '';
  }
}

/** The text of a container that holds a root signature and nothing else. */
function printRootSignatureChunk(container: Container, diagnostics: Diagnostics): string {
  const signature = readRts0(container, container.find(TAG.RTS0)!, diagnostics);
  return signature ? printRootSignature(signature) : '';
}

/** Reports the format of a file without a listing, and what dxlens lacks to print it. */
function reportUnread(file: OpenedFile, diagnostics: Diagnostics): void {
  const size = file.bytes.byteLength;
  const missing = missingFor(file.format);
  const name = formatName(file);
  if (size === 0) diagnostics.report(FORMAT_MESSAGES.DX0003, 0, 0);
  else if (isAssembly(file)) diagnostics.report(FORMAT_MESSAGES.DX0015, 0, size, { kind: name });
  else if (missing === undefined) diagnostics.report(FORMAT_MESSAGES.DX0001, 0, size, { size });
  else diagnostics.report(FORMAT_MESSAGES.DX0002, 0, size, { kind: name, missing });
}
