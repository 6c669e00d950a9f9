/**
 * Reads the root signature of `dxlens validate --root-signature FILE`.
 *
 * Not for: validating shaders against it (../validate/bindings/).
 */

import { assembleRootSignature } from '../../../assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics, diagnostic } from '../../../base/diagnostics.ts';
import { latin1Text } from '../../../base/words.ts';
import { type RootSignature, readRts0 } from '../../../chunks/rts0.ts';
import { type Container, readContainer } from '../../../container/dxbc.ts';
import { TAG } from '../../../container/tags.ts';
import { formatName } from '../../../file/detect-format.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import { DX0017 } from '../../messages.ts';
import type { Reported } from '../../report.ts';

/** A root signature and its file. */
export interface RootSignatureInput {
  readonly file: string;
  readonly signature: RootSignature;
}

/** The content of a root signature file. Without a signature, `reported` has an error. */
export interface RootSignatureFile {
  readonly input: RootSignatureInput | undefined;
  /** For `reportAll(file, ...)`. */
  readonly reported: readonly Reported[];
}

/**
 * Reads a root signature: any container with the chunk RTS0, C source with such a container as an array, or the text of
 * a root signature as `dxlens asm` reads it. Does not validate the root signature itself.
 */
export function readRootSignatureFile(file: string, bytes: Uint8Array): RootSignatureFile {
  const reader = new Diagnostics();
  const opened = readShaderFile(bytes, reader);
  const { container } = opened;
  if (opened.format === 'root-signature-text') return fromText(file, bytes);
  const signature = container && fromContainer(container, reader);
  const isReported = reader.hasErrors;
  if (signature === undefined && !isReported)
    reader.list.push(
      diagnostic(DX0017, { unit: 'byte', start: 0, end: bytes.byteLength }, { kind: formatName(opened) }),
    );
  const reported = reader.list.map(({ span, severity, code, message, notes }): Reported => {
    return { location: `${span.start}`, severity, code, text: [message, ...notes].join('; ') };
  });
  return { input: signature && { file, signature }, reported };
}

function fromContainer(container: Container, reader: Diagnostics): RootSignature | undefined {
  const chunk = container.find(TAG.RTS0);
  return chunk && readRts0(container, chunk, reader);
}

function fromText(file: string, bytes: Uint8Array): RootSignatureFile {
  const { bytes: made, diagnostics } = assembleRootSignature(latin1Text(bytes, 0, bytes.byteLength), { name: file });
  const reported = diagnostics.map(({ line, column, severity, code, message, notes, hint }): Reported => {
    const text = [message, ...notes].join('; ');
    return { location: `${line}:${column}`, severity, code, text, ...(hint === undefined ? {} : { hint }) };
  });
  const reader = new Diagnostics();
  const container = made && readContainer(made, reader);
  const signature = container && fromContainer(container, reader);
  return { input: signature && { file, signature }, reported };
}
