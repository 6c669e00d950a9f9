/**
 * From a file to its listing: tells the kind, reads what the kind holds, and prints it.
 *
 * Not for: how anything is read or spelled. Readers are in `container` and `isa`, printers beside this file.
 */

import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { MAX_LISTING_INPUT } from '../base/limits.ts';
import { requireBytes, wordsOf } from '../base/words.ts';
import { parseCArrays } from '../container/c-array.ts';
import {
  detectContainerFormat,
  detectFormat,
  type FileFormat,
  formatName,
  isAssembly,
  missingFor,
  shaderArray,
} from '../container/detect-format.ts';
import { type Container, isContainer, parseContainer } from '../container/dxbc.ts';
import { FORMAT_MESSAGES } from '../container/messages.ts';
import { parseRts0 } from '../container/rts0.ts';
import { TAG } from '../container/tags.ts';
import { readTx } from '../isa/sm1/preshader.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { printContainer } from './dxbc/container.ts';
import { type ListingOptions, type ListingStyle, listingStyle } from './options.ts';
import { printRootSignature } from './root-signature.ts';
import { printSm1 } from './sm1/print.ts';
import { printTx } from './sm1/texture-shader.ts';

/** What {@link disassemble} answers. */
export interface Listing {
  /** One character a byte (Latin-1); empty when nothing could be read. */
  readonly text: string;
  readonly kind: FileFormat;
  /** In the order they were met; offsets count from the start of the bytes that were given. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The listing of a compiled shader, as `D3DDisassemble` prints it with the same flags. Never throws on any bytes: what
 * is wrong with them is in `diagnostics`, and what can be read is printed all the same.
 *
 * @param bytes a whole file: a token stream of shader model 1-3, a texture shader, a DXBC container or library, or C
 *   source that holds one of them as an array
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function disassemble(bytes: Uint8Array, options: ListingOptions = {}): Listing {
  requireBytes(bytes, 'disassemble');
  const diagnostics = new Diagnostics();
  if (bytes.byteLength > MAX_LISTING_INPUT) {
    diagnostics.report(FORMAT_MESSAGES.DX0011, 0, bytes.byteLength, {
      size: bytes.byteLength,
      limit: MAX_LISTING_INPUT,
    });
    return { text: '', kind: { kind: 'unknown' }, diagnostics: diagnostics.list };
  }
  const style = listingStyle(options);
  const { body, kind } = print(bytes, style, diagnostics);
  const { frame } = style.markup;
  return { text: body === '' ? '' : frame.open + body + frame.close, kind, diagnostics: diagnostics.list };
}

interface Body {
  /** Without the frame of the markup; empty, with a diagnostic, where there is no listing. */
  readonly body: string;
  readonly kind: FileFormat;
}

function print(bytes: Uint8Array, style: ListingStyle, diagnostics: Diagnostics): Body {
  // The kind of a container comes from its directory, which is read once.
  const container = isContainer(bytes) ? parseContainer(bytes, diagnostics) : undefined;
  const kind = container ? detectContainerFormat(container) : detectFormat(bytes);
  return { body: bodyOf(bytes, kind, container, style, diagnostics), kind };
}

function bodyOf(
  bytes: Uint8Array,
  kind: FileFormat,
  container: Container | undefined,
  style: ListingStyle,
  diagnostics: Diagnostics,
): string {
  switch (kind.kind) {
    case 'sm1':
      return printSm1(readSm1Words(wordsOf(bytes), diagnostics), style, diagnostics);
    case 'tx':
      return printTx(readTx(wordsOf(bytes), diagnostics), style, diagnostics);
    case 'dxbc':
    case 'library':
      return container ? printContainer(container, style, diagnostics) : '';
    case 'root-signature':
      return container ? printRootSignatureChunk(container, diagnostics) : '';
    case 'c-array':
      return printArray(bytes, style, diagnostics);
    default:
      reportUnread(bytes, kind, diagnostics);
      return '';
  }
}

/** The text of the root signature that is all there is in a container. */
function printRootSignatureChunk(container: Container, diagnostics: Diagnostics): string {
  const signature = parseRts0(container, container.find(TAG.RTS0)!, diagnostics);
  return signature ? printRootSignature(signature) : '';
}

/** The listing of the first array in C source that is a shader. */
function printArray(text: Uint8Array, style: ListingStyle, diagnostics: Diagnostics): string {
  const arrays = parseCArrays(text, diagnostics);
  const array = shaderArray(arrays);
  if (array === undefined) return '';
  if (arrays.length > 1)
    diagnostics.report(FORMAT_MESSAGES.DX0009, 0, text.byteLength, { count: arrays.length, name: array.name });
  const inner = new Diagnostics();
  const { body } = print(array.bytes, style, inner);
  const note = `the offset counts in the array ${array.name}`;
  for (const diagnostic of inner.list) diagnostics.list.push({ ...diagnostic, notes: [...diagnostic.notes, note] });
  return body;
}

/** Says what a file is that has no listing, and why. */
function reportUnread(bytes: Uint8Array, kind: FileFormat, diagnostics: Diagnostics): void {
  const size = bytes.byteLength;
  const missing = missingFor(kind.kind);
  const name = formatName(kind);
  if (size === 0) diagnostics.report(FORMAT_MESSAGES.DX0003, 0, 0);
  else if (isAssembly(kind)) diagnostics.report(FORMAT_MESSAGES.DX0015, 0, size, { kind: name });
  else if (missing === undefined) diagnostics.report(FORMAT_MESSAGES.DX0001, 0, size, { size });
  else diagnostics.report(FORMAT_MESSAGES.DX0002, 0, size, { kind: name, missing });
}
