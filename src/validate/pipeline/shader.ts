/**
 * A shader as its neighbours see it: stage, model, signatures with the bytes where each element stands, and the few declarations
 * that neighbours have to agree on.
 *
 * Not for: whether the shader itself is valid, or what its neighbours say.
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { sm1Profile, sm1Stage } from '../../base/profile.ts';
import { u32At, wordsOf } from '../../base/words.ts';
import { formatName } from '../../container/detect-format.ts';
import { CHUNK_HEADER_SIZE, type Chunk, type Container } from '../../container/dxbc.ts';
import { pickChunks } from '../../container/shader-chunks.ts';
import { arrayNote, readShaderFile, type ShaderFile } from '../../container/shader-file.ts';
import { readSignature, type SignatureElement, signatureElementSize } from '../../container/signature.ts';
import { readSm4Words, type Sm4Program, sm4ProfileOf } from '../../isa/sm4/program.ts';
import type { PipelineDiagnostics, Place } from './diagnostics.ts';
import { pipelineRules } from './rule.ts';

export const READING_RULES = pipelineRules({
  none: {
    code: 'DX4100',
    text: 'The file is {kind}; expected a shader of models 1 to 5.1.',
    hint: 'Pass compiled vertex, hull, domain, geometry and pixel shaders of shader models 1 to 5.1.',
  },
});

/** An input of `validatePipeline`. */
export interface NamedShader {
  /** Its name in messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An element of a signature, and where it stands. */
export interface PlacedElement extends SignatureElement {
  readonly place: Place;
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
  /** Where the program's words begin, in bytes. */
  readonly programOffset: number;
  readonly container: Container;
  /** Undefined where there is no such chunk, as in containers that were stripped by hand. */
  readonly inputs: readonly PlacedElement[] | undefined;
  readonly outputs: readonly PlacedElement[] | undefined;
  readonly patchConstants: readonly PlacedElement[] | undefined;
  /** The whole input. */
  readonly place: Place;
}

/** A token stream of models 1 to 3. */
export interface Sm1Shader {
  readonly kind: 'sm1';
  readonly index: number;
  readonly name: string;
  /** `vs` or `ps`; undefined for what is no version of a shader. */
  readonly stage: string | undefined;
  readonly profile: string;
  readonly words: Uint32Array;
  readonly programOffset: number;
  readonly place: Place;
}

export type LinkedShader = Sm4Shader | Sm1Shader;

/** Reads an input; undefined, with a diagnostic, where it is no shader. What its readers say is found, too. */
export function readLinkedShader(
  input: NamedShader,
  index: number,
  diagnostics: PipelineDiagnostics,
): LinkedShader | undefined {
  const reader = new Diagnostics();
  const file = readShaderFile(input.bytes, reader);
  const { name } = input;
  if (file.cArray !== undefined) diagnostics.setNotes(index, [arrayNote(file.cArray.name)]);
  const place: Place = { shader: index, start: 0, end: file.bytes.byteLength };
  const shader = sm4Shader(file, index, name, place, reader) ?? sm1Shader(file, index, name, place);
  for (const one of reader.list) diagnostics.push({ ...one, shader: index });
  if (shader === undefined) diagnostics.add(READING_RULES.none, place, { kind: formatName(file) });
  return shader;
}

function sm1Shader({ format, programs }: ShaderFile, index: number, name: string, place: Place): Sm1Shader | undefined {
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
    place,
  };
}

function sm4Shader(
  { container }: ShaderFile,
  index: number,
  name: string,
  place: Place,
  reader: Diagnostics,
): Sm4Shader | undefined {
  if (container === undefined) return undefined;
  const chunks = pickChunks(container, reader);
  if (chunks.program === undefined) return undefined;
  const programOffset = chunks.program.offset + CHUNK_HEADER_SIZE;
  const program = readSm4Words(wordsOf(chunks.program.data), reader.at(programOffset));
  const elements = (chunk: Chunk | undefined) => chunk && placedElements(container, chunk, index, reader);
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
    place,
  };
}

/** The elements of a signature chunk with their places; undefined when not even the count can be read. */
function placedElements(
  container: Container,
  chunk: Chunk,
  shader: number,
  reader: Diagnostics,
): PlacedElement[] | undefined {
  const signature = readSignature(container, chunk, reader);
  if (signature === undefined) return undefined;
  const size = signatureElementSize(chunk.tag);
  // The reader has asked for these words already.
  const first = chunk.offset + CHUNK_HEADER_SIZE + u32At(container.bytes, chunk.offset + CHUNK_HEADER_SIZE + 4);
  return signature.elements.map((element, i) => {
    const start = first + i * size;
    return { ...element, place: { shader, start, end: start + size } };
  });
}
