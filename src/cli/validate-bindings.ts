/**
 * The root signature that shaders of a command line are judged against (`dxlens validate --root-signature FILE`).
 *
 * Not for: judging them (../validate/bindings/).
 */
import { assembleRootSignature } from '../assemble/root-signature/assemble-root-signature.ts';
import { Diagnostics, diagnostic } from '../base/diagnostics.ts';
import { latin1Text } from '../base/words.ts';
import { kindOf, kindText } from '../container/detect-format.ts';
import { type Container, readContainer } from '../container/dxbc.ts';
import { type RootSignature, readRts0 } from '../container/rts0.ts';
import { findPrograms } from '../container/shader-file.ts';
import { TAG } from '../container/tags.ts';
import type { Told } from './report.ts';

/** A root signature, and the file that it comes from. */
export interface RootSignatureInput {
  readonly file: string;
  readonly signature: RootSignature;
}

/** What a root signature's file gives; without a signature there is an error among what is told. */
export interface RootSignatureAnswer {
  readonly input: RootSignatureInput | undefined;
  /** For `reportTold(file, ...)`. */
  readonly told: readonly Told[];
}

/**
 * Reads a root signature: a serialized one, any container with the chunk RTS0, C source with one of them as an array, or the
 * text of a root signature as `dxlens asm` takes it. Its own rules are not judged: that is what `dxlens validate` of it does.
 */
export function readRootSignatureFile(file: string, bytes: Uint8Array): RootSignatureAnswer {
  const kind = kindOf(bytes);
  if (kind.kind === 'root-signature-text') return fromText(file, bytes);
  const reader = new Diagnostics();
  const { container } = findPrograms(bytes, reader);
  const signature = container && fromContainer(container, reader);
  const isTold = reader.hasErrors;
  if (signature === undefined && !isTold)
    reader.list.push(diagnostic('DX0017', { unit: 'byte', start: 0, end: bytes.byteLength }, { kind: kindText(kind) }));
  const told = reader.list.map(({ span, severity, code, message, notes }): Told => {
    return { place: `${span.start}`, severity, code, text: [message, ...notes].join('; ') };
  });
  return { input: signature && { file, signature }, told };
}

function fromContainer(container: Container, reader: Diagnostics): RootSignature | undefined {
  const chunk = container.find(TAG.RTS0);
  return chunk && readRts0(container, chunk, reader);
}

function fromText(file: string, bytes: Uint8Array): RootSignatureAnswer {
  const { bytes: made, diagnostics } = assembleRootSignature(latin1Text(bytes, 0, bytes.byteLength), { name: file });
  const told = diagnostics.map(({ line, column, severity, code, message, notes, hint }): Told => {
    const text = [message, ...notes].join('; ');
    return { place: `${line}:${column}`, severity, code, text, ...(hint === undefined ? {} : { hint }) };
  });
  const reader = new Diagnostics();
  const container = made && readContainer(made, reader);
  const signature = container && fromContainer(container, reader);
  return { input: signature && { file, signature }, told };
}
