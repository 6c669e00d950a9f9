/**
 * Lowers the programs of a file, of any instruction set, to the intermediate representation.
 *
 * Not for: validation. A file should have been validated; an invalid program is a diagnostic here.
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { ComponentType } from '../base/d3d/enumerations.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { readSignature, type SignatureElement } from '../chunks/signature.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { readShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import type { IrElement, IrModule } from '../ir/index.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import type { LoweredProgram } from './lowering.ts';
import { DX5091 } from './messages.ts';
import { lowerSm1 } from './sm1/lower-sm1.ts';
import type { LowerSm1Options } from './sm1/module-declarations.ts';
import { lowerSm4 } from './sm4/lower-sm4.ts';

// Names and types of inputs and outputs: those that the signatures of a container give the registers of a program.

const TYPES: Readonly<Partial<Record<number, NonNullable<IrElement['type']>>>> = {
  [ComponentType.uint32]: 'u32',
  [ComponentType.sint32]: 'i32',
  [ComponentType.float32]: 'f32',
};

/** The signatures of a container; a program may have been separated from them. */
interface Signatures {
  readonly input: readonly SignatureElement[];
  readonly output: readonly SignatureElement[];
  readonly patchConstants: readonly SignatureElement[];
}

/**
 * Gives the inputs and outputs of a module the names and types of the container's signatures. Elements without an entry
 * stay unchanged.
 */
function nameElements(module: IrModule, container: Container): void {
  // Errors of the container are reported where it is opened.
  const diagnostics = new Diagnostics();
  const chunks = pickChunks(container, diagnostics);
  const read = (chunk: Chunk | undefined) => (chunk && readSignature(container, chunk, diagnostics)?.elements) ?? [];
  const signatures: Signatures = {
    input: read(chunks.input),
    output: read(chunks.output),
    patchConstants: read(chunks.patchConstants),
  };
  name(module.inputs, (kind) => inputSignature(signatures, kind));
  name(module.outputs, (kind) => (kind === 'patch' ? signatures.patchConstants : signatures.output));
}

/** A hull shader's later phases read its control points, which are outputs. */
function inputSignature({ input, output, patchConstants }: Signatures, kind: IrElement['kind']): Signatures['input'] {
  return kind === 'patch' ? patchConstants : kind === 'outputPoint' ? output : input;
}

function name(elements: IrElement[], signatureOf: (kind: IrElement['kind']) => readonly SignatureElement[]): void {
  for (let i = 0; i < elements.length; i++) {
    const { kind, register, mask, stream = 0 } = elements[i]!;
    if (kind === 'special') continue;
    const matching = signatureOf(kind).filter(
      (one) => one.register === register && one.stream === stream && (one.mask & mask) !== 0,
    );
    const [first] = matching;
    if (first === undefined) continue;
    const type = TYPES[first.componentType];
    const hasOneType =
      type !== undefined && matching.every(({ componentType }) => componentType === first.componentType);
    elements[i] = {
      ...elements[i]!,
      // A declaration may have several elements of the signature in it.
      ...(matching.length === 1 && { semantic: first.semanticName, semanticIndex: first.semanticIndex }),
      ...(hasOneType && { type }),
    };
  }
}

/** The positions of the last program, whose array the next one uses again: making one takes long. */
let spareStarts: Uint32Array = /* @__PURE__ */ new Uint32Array(2 ** 10);
/** Longer arrays are not reused. */
const LONGEST_SPARE = 2 ** 16;

/** Options of shader models 1 to 3; later programs need none. */
export interface LowerOptions extends LowerSm1Options {}

/**
 * Lowers one program of a file. Spans are bytes of the file.
 *
 * @param program one of the `programs` of an opened file
 * @param container that of the file, whose signatures name inputs and outputs of the main program; they have no names
 *   without. Programs of shader models 1 to 3 need none
 * @param options what is known of the state that the program runs with
 */
export function lowerProgram(
  program: ShaderProgram,
  container?: Container,
  options: LowerOptions = {},
): LoweredProgram {
  const { words, offset } = program;
  const read = (program.isa === 'sm1' ? readSm1Words : readSm4Words)(words, new Diagnostics(), spareStarts);
  if (read.starts.length <= LONGEST_SPARE) spareStarts = read.starts;
  if (read.kind === 'sm1') return inFile(lowerSm1(read, options), offset);
  const lowered = inFile(lowerSm4(read), offset);
  if (lowered.module !== undefined && container !== undefined) nameElements(lowered.module, container);
  return lowered;
}

/** Returns a lowered program with spans in bytes of the file, where the program begins at `offset`. */
function inFile({ module, diagnostics }: LoweredProgram, offset: number): LoweredProgram {
  return { module, diagnostics: diagnostics.map((one) => moved(one, offset)) };
}

function moved(one: Diagnostic, offset: number): Diagnostic {
  return { ...one, span: { ...one.span, start: one.span.start + offset, end: one.span.end + offset } };
}

/**
 * Returns the module of the first program of a shader.
 *
 * @param bytes a compiled shader: a token stream, a container, or C source with one
 * @param options what is known of the state that the program runs with
 * @throws TypeError when `bytes` holds no bytes
 */
export function lower(bytes: ByteSource, options: LowerOptions = {}): LoweredProgram {
  const diagnostics = new Diagnostics();
  const { programs, container } = readShaderFile(toBytes(bytes, 'lower'), diagnostics);
  const [program] = programs;
  if (program === undefined) {
    if (!diagnostics.hasErrors) diagnostics.report(DX5091, 0, 0);
    return { module: undefined, diagnostics: diagnostics.list };
  }
  const lowered = lowerProgram(program, container, options);
  return { module: lowered.module, diagnostics: [...diagnostics.list, ...lowered.diagnostics] };
}
