/**
 * From a file to its listing: opens the file, reads what its format holds, and prints it. `disassemble` has all
 * printers; `disassembleShader` does without those that few programs need (effects, debug information).
 *
 * Not for: reading and printing themselves. Readers are in `container` and `isa`, printers next to this file.
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { MAX_LISTING_INPUT } from '../base/limits.ts';
import { wordsOf } from '../base/words.ts';
import { readRts0 } from '../chunks/rts0.ts';
import type { Container } from '../container/dxbc.ts';
import { DX0001, DX0002, DX0003, DX0011, DX0015 } from '../container/messages.ts';
import { TAG } from '../container/tags.ts';
import { type FileFormat, type Format, formatName, isAssembly, isEffect, missingFor } from '../file/detect-format.ts';
import { diagnosticsIn, readBinaryFile, readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { readTxWords } from '../isa/sm1/preshader.ts';
import type { DebugPrinters } from './debug-notes.ts';
import { printContainer } from './dxbc/container.ts';
import { printEffect } from './fx/print-effect.ts';
import { LISTING_OPTIONS, type ListingOptions, type ListingStyle, listingStyle } from './options.ts';
import { printRootSignature } from './root-signature.ts';
import { sm1DebugNotes } from './sm1/debug-notes.ts';
import { printSm1, printTx } from './sm1/print.ts';
import { sdbgNotes } from './sm4/debug-sdbg.ts';
import { spdbNotes } from './sm4/debug-spdb.ts';
import { TextWriter, type WrittenText } from './writer.ts';

/** Printers that are passed to {@link disassembleWith}, each absent where a program does without it. */
export interface ListingParts {
  /** Opens a file; by default only binary ones. */
  readonly open?: typeof readBinaryFile;
  /** Writes the text of a container that holds a root signature and nothing else. */
  readonly printRootSignature?: (out: TextWriter, container: Container, diagnostics: Diagnostics) => void;
  /**
   * Writes the listing of an effect (fx_2_0, fx_4_0, fx_4_1, fx_5_0), without the frame of the markup; nothing where it
   * cannot.
   */
  readonly printEffect?: (
    out: TextWriter,
    file: ShaderFile,
    style: ListingStyle,
    diagnostics: Diagnostics,
    debug: DebugPrinters | undefined,
  ) => void;
  /** Debug information; without it, programs print as with the flag 0x10. */
  readonly debug?: DebugPrinters;
}

/** The result of {@link disassemble}: the listing, and the format and profile of the shader. */
export interface Listing extends FileFormat {
  /** One character a byte (Latin-1); empty when nothing could be read. */
  readonly text: string;
  /**
   * The listing as bytes, to write to a file: names in a shader may be in any encoding, which bytes preserve. Not a
   * property of the object itself, so that copies of it and JSON have the text only.
   */
  readonly bytes: Uint8Array;
  /** In the order in which they were found; offsets count from the start of the bytes that were given. */
  readonly diagnostics: readonly Diagnostic[];
}

class WrittenListing implements Listing {
  declare readonly text: string;
  declare readonly format: Format;
  declare readonly profile: string | null;
  declare readonly diagnostics: readonly Diagnostic[];
  readonly #written: WrittenText | undefined;

  constructor(written: WrittenText | undefined, { format, profile }: FileFormat, diagnostics: Diagnostics) {
    this.#written = written;
    Object.defineProperty(this, 'text', WrittenListing.#TEXT);
    this.format = format;
    this.profile = profile;
    this.diagnostics = diagnostics.list;
  }

  get bytes(): Uint8Array {
    return this.#written?.bytes ?? new Uint8Array(0);
  }

  /**
   * A property of each object itself. All share this getter: with one of its own, an object takes 100 times as long to
   * make (measured).
   */
  static readonly #TEXT: PropertyDescriptor & ThisType<WrittenListing> = {
    get() {
      return this.#written?.text ?? '';
    },
    enumerable: true,
    configurable: true,
  };
}

/**
 * The listing of a compiled shader, as {@link disassemble} returns it, for bundles that have to be small: debug
 * information is omitted, and effects, root signatures and C source are reported as unread.
 *
 * @param source a complete file: a token stream of shader model 1-3, a texture shader, a DXBC container or library
 * @throws TypeError when `source` holds no bytes, or an option is unknown or of the wrong type
 */
export function disassembleShader(source: ByteSource, options: ListingOptions = {}): Listing {
  return disassembleWith(source, options, {}, 'disassembleShader');
}

/** {@link disassembleShader} with the printers that it lacks; errors in the arguments name the function `caller`. */
export function disassembleWith(
  source: ByteSource,
  options: ListingOptions,
  parts: ListingParts,
  caller: string,
): Listing {
  const bytes = toBytes(source, caller);
  checkOptions(options, LISTING_OPTIONS, caller);
  const diagnostics = new Diagnostics();
  if (bytes.byteLength > MAX_LISTING_INPUT) {
    diagnostics.report(DX0011, 0, bytes.byteLength, {
      size: bytes.byteLength,
      limit: MAX_LISTING_INPUT,
    });
    return new WrittenListing(undefined, { format: 'unknown', profile: null }, diagnostics);
  }
  const style = listingStyle(options);
  const file = (parts.open ?? readBinaryFile)(bytes, diagnostics, { programs: false });
  const { frame } = style.markup;
  const out = TextWriter.of(CHARACTERS_PER_BYTE * bytes.byteLength);
  out.text(frame.open);
  const { length } = out;
  printBody(out, file, style, parts, diagnosticsIn(file, diagnostics));
  if (out.length === length) out.rewind(0);
  else out.text(frame.close);
  return new WrittenListing(out.finish(), file, diagnostics);
}

/** About how many characters a listing has for each byte of the file. */
const CHARACTERS_PER_BYTE = 2;

/** Writes the listing without the frame of the markup; nothing, with a diagnostic, when there is no listing. */
function printBody(
  out: TextWriter,
  file: ShaderFile,
  style: ListingStyle,
  parts: ListingParts,
  diagnostics: Diagnostics,
): void {
  const { format, bytes, container } = file;
  if (format === 'sm1') printSm1(out, wordsOf(bytes), style, diagnostics, parts.debug);
  else if (format === 'tx') printTx(out, readTxWords(wordsOf(bytes), diagnostics), style, diagnostics);
  else if (isEffect(format) && missingFor(format) === undefined && parts.printEffect)
    parts.printEffect(out, file, style, diagnostics, parts.debug);
  else if (format === 'root-signature' && container && parts.printRootSignature)
    parts.printRootSignature(out, container, diagnostics);
  else if (format !== 'dxbc' && format !== 'library') reportUnread(file, diagnostics);
  else if (container !== undefined) printContainer(out, container, style, diagnostics, parts.debug);
}

/** The missing part, in messages, for a file that `disassemble` lists and the caller does not. */
const NO_PRINTER = 'its printer, which disassemble has';

/** Reports the format of a file without a listing, and what dxlens lacks to print it. */
function reportUnread(file: ShaderFile, diagnostics: Diagnostics): void {
  const size = file.bytes.byteLength;
  // `disassemble` has a printer for every other format with a reader; the caller did not pass it.
  const missing = missingFor(file.format) ?? (file.format === 'unknown' ? undefined : NO_PRINTER);
  const name = formatName(file);
  if (size === 0) diagnostics.report(DX0003, 0, 0);
  else if (isAssembly(file)) diagnostics.report(DX0015, 0, size, { kind: name });
  else if (missing === undefined) diagnostics.report(DX0001, 0, size, { size });
  else diagnostics.report(DX0002, 0, size, { kind: name, missing });
}

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
