/**
 * A shader as its neighbors see it: stage, model, and signatures with the byte offset of each element; and the
 * diagnostics about it.
 *
 * Not for: whether the shader itself is valid, or whether it matches its neighbors.
 */
import {
  type Diagnostic,
  Diagnostics,
  diagnostic,
  fillPlaceholders,
  type MessageValues,
} from '../../base/diagnostics.ts';
import { MAX_DIAGNOSTICS } from '../../base/limits.ts';
import { DX0012 } from '../../base/messages.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { u32At, wordsOf } from '../../base/words.ts';
import { readSignature, type SignatureElement, signatureElementSize } from '../../chunks/signature.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import { formatName } from '../../file/detect-format.ts';
import { arrayNote, readShaderFile, type ShaderFile } from '../../file/shader-file.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import type { PipelineRuleRow } from '../rule.ts';

export const NONE_RULE: PipelineRuleRow = {
  code: 'DX4100',
  text: 'The file is {kind}; expected a shader of models 1 to 5.1.',
  hint: 'Pass compiled vertex, hull, domain, geometry and pixel shaders of shader models 1 to 5.1.',
};

/** An input of `validatePipeline`. */
export interface NamedShader {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An element of a signature, and where it is stored. */
export interface LocatedElement extends SignatureElement {
  readonly span: ShaderSpan;
}

/** A shader of models 4.0 to 5.1. */
export interface Sm4Shader {
  readonly kind: 'sm4';
  readonly index: number;
  readonly name: string;
  /** `vs`, `hs`, ...; undefined for a program type that does not exist. */
  readonly stage: string | undefined;
  readonly profile: string;
  readonly program: Sm4Program;
  /** Byte offset of the program's first word. */
  readonly programOffset: number;
  readonly container: Container;
  /** Undefined without such a chunk, as in containers that were stripped by hand. */
  readonly inputs: readonly LocatedElement[] | undefined;
  readonly outputs: readonly LocatedElement[] | undefined;
  readonly patchConstants: readonly LocatedElement[] | undefined;
  /** The entire input. */
  readonly span: ShaderSpan;
}

/** A token stream of models 1 to 3. */
export interface Sm1Shader {
  readonly kind: 'sm1';
  readonly index: number;
  readonly name: string;
  /** `vs` or `ps`; undefined for a version that does not exist. */
  readonly stage: string | undefined;
  readonly profile: string;
  readonly words: Uint32Array;
  readonly programOffset: number;
  readonly span: ShaderSpan;
}

export type PipelineShader = Sm4Shader | Sm1Shader;

/** Reads an input; undefined, with a diagnostic, where it is not a shader. Adds the diagnostics of the readers. */
export function readPipelineShader(
  input: NamedShader,
  index: number,
  diagnostics: PipelineDiagnostics,
): PipelineShader | undefined {
  const reader = new Diagnostics();
  const file = readShaderFile(input.bytes, reader);
  const { name } = input;
  if (file.cArray !== undefined) diagnostics.setNotes(index, [arrayNote(file.cArray.name)]);
  const span: ShaderSpan = { shader: index, start: 0, end: file.bytes.byteLength };
  const shader = sm4Shader(file, index, name, span, reader) ?? sm1Shader(file, index, name, span);
  for (const one of reader.list) diagnostics.push({ ...one, shader: index });
  if (shader === undefined) diagnostics.add(NONE_RULE, span, { kind: formatName(file) });
  return shader;
}

function sm1Shader(
  { format, programs }: ShaderFile,
  index: number,
  name: string,
  span: ShaderSpan,
): Sm1Shader | undefined {
  const [program] = programs;
  if (format !== 'sm1' || program === undefined) return undefined;
  const version = program.words[0] ?? 0;
  const { words, offset: programOffset } = program;
  return {
    kind: 'sm1',
    index,
    name,
    stage: sm1Stage(version),
    profile: sm1Profile(version),
    words,
    programOffset,
    span,
  };
}

function sm4Shader(
  { container }: ShaderFile,
  index: number,
  name: string,
  span: ShaderSpan,
  reader: Diagnostics,
): Sm4Shader | undefined {
  if (container === undefined) return undefined;
  const chunks = pickChunks(container, reader);
  if (chunks.program === undefined) return undefined;
  const programOffset = chunks.program.offset + CHUNK_HEADER_SIZE;
  const program = readSm4Words(wordsOf(chunks.program.data), reader.at(programOffset));
  const elements = (chunk: Chunk | undefined) => chunk && locatedElements(container, chunk, index, reader);
  return {
    kind: 'sm4',
    index,
    name,
    stage: program.stage,
    profile: sm4ProfileOf(program),
    program,
    programOffset,
    container,
    inputs: elements(chunks.input),
    outputs: elements(chunks.output),
    patchConstants: elements(chunks.patchConstants),
    span,
  };
}

/** The elements of a signature chunk with their spans; undefined where not even the count can be read. */
function locatedElements(
  container: Container,
  chunk: Chunk,
  shader: number,
  reader: Diagnostics,
): LocatedElement[] | undefined {
  const signature = readSignature(container, chunk, reader);
  if (signature === undefined) return undefined;
  const size = signatureElementSize(chunk.tag);
  // The reader has checked that these words exist.
  const first = chunk.offset + CHUNK_HEADER_SIZE + u32At(container.bytes, chunk.offset + CHUNK_HEADER_SIZE + 4);
  return signature.elements.map((element, i) => {
    const start = first + i * size;
    return { ...element, span: { shader, start, end: start + size } };
  });
}

/** A diagnostic about one of several inputs; its span counts in that one. */
export interface PipelineDiagnostic extends Diagnostic {
  readonly shader: number;
}

/** A range of bytes of one input. */
export interface ShaderSpan {
  readonly shader: number;
  readonly start: number;
  readonly end: number;
}

/** Collects diagnostics; after {@link MAX_DIAGNOSTICS} of them, a last one says that there are more. */
export class PipelineDiagnostics {
  readonly list: PipelineDiagnostic[] = [];
  /** Whether there was an error, listed or not. */
  hasErrors = false;
  /** Notes of every diagnostic about an input, by the index of the input. */
  readonly #notes = new Map<number, readonly string[]>();

  /** Adds notes to every later diagnostic about an input. */
  setNotes(shader: number, notes: readonly string[]): void {
    this.#notes.set(shader, notes);
  }

  /** Reports that `rule` is broken at `span`. */
  add(rule: PipelineRuleRow, span: ShaderSpan, values: MessageValues = {}): void {
    const { severity = 'error' } = rule;
    if (this.list.length > MAX_DIAGNOSTICS) {
      if (severity === 'error') this.hasErrors = true;
      return;
    }
    this.push({
      shader: span.shader,
      code: rule.code,
      severity,
      message: fillPlaceholders(rule.text, values),
      span: { unit: 'byte', start: span.start, end: span.end },
      notes: this.#notes.get(span.shader) ?? [],
      hint: fillPlaceholders(rule.hint, values),
      rule,
    });
  }

  push(one: PipelineDiagnostic): void {
    if (one.severity === 'error') this.hasErrors = true;
    const { shader, span } = one;
    if (this.list.length < MAX_DIAGNOSTICS) this.list.push(one);
    else if (this.list.length === MAX_DIAGNOSTICS)
      this.list.push({ ...diagnostic(DX0012, span, { limit: MAX_DIAGNOSTICS }), shader });
  }
}
