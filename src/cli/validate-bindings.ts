/**
 * The root signature that shaders of a command line are judged against (`dxlens validate --root-signature FILE`).
 *
 * Not for: judging them (../validate/bindings/).
 */

import { assembleRootSignature } from '../assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics, diagnostic } from '../base/diagnostics.ts';
import { latin1Text } from '../base/words.ts';
import { detectFormat, formatName } from '../container/detect-format.ts';
import { type Container, parseContainer } from '../container/dxbc.ts';
import { parseRts0, type RootSignature } from '../container/rts0.ts';
import { findPrograms } from '../container/shader-file.ts';
import { TAG } from '../container/tags.ts';
import { CLI_MESSAGES } from './messages.ts';
import type { Reported } from './report.ts';

/** A root signature, and the file that it comes from. */
export interface RootSignatureInput {
  readonly file: string;
  readonly signature: RootSignature;
}

/** What a root signature's file gives; without a signature there is an error among what is told. */
export interface RootSignatureFile {
  readonly input: RootSignatureInput | undefined;
  /** For `reportAll(file, ...)`. */
  readonly reported: readonly Reported[];
}

/**
 * Reads a root signature: a serialized one, any container with the chunk RTS0, C source with one of them as an array, or the
 * text of a root signature as `dxlens asm` takes it. Its own rules are not judged: that is what `dxlens validate` of it does.
 */
export function readRootSignatureFile(file: string, bytes: Uint8Array): RootSignatureFile {
  const kind = detectFormat(bytes);
  if (kind.kind === 'root-signature-text') return fromText(file, bytes);
  const reader = new Diagnostics();
  const { container } = findPrograms(bytes, reader);
  const signature = container && fromContainer(container, reader);
  const isReported = reader.hasErrors;
  if (signature === undefined && !isReported)
    reader.list.push(
      diagnostic(CLI_MESSAGES.DX0017, { unit: 'byte', start: 0, end: bytes.byteLength }, { kind: formatName(kind) }),
    );
  const reported = reader.list.map(({ span, severity, code, message, notes }): Reported => {
    return { place: `${span.start}`, severity, code, text: [message, ...notes].join('; ') };
  });
  return { input: signature && { file, signature }, reported };
}

function fromContainer(container: Container, reader: Diagnostics): RootSignature | undefined {
  const chunk = container.find(TAG.RTS0);
  return chunk && parseRts0(container, chunk, reader);
}

function fromText(file: string, bytes: Uint8Array): RootSignatureFile {
  const { bytes: made, diagnostics } = assembleRootSignature(latin1Text(bytes, 0, bytes.byteLength), { name: file });
  const reported = diagnostics.map(({ line, column, severity, code, message, notes, hint }): Reported => {
    const text = [message, ...notes].join('; ');
    return { place: `${line}:${column}`, severity, code, text, ...(hint === undefined ? {} : { hint }) };
  });
  const reader = new Diagnostics();
  const container = made && parseContainer(made, reader);
  const signature = container && fromContainer(container, reader);
  return { input: signature && { file, signature }, reported };
}
