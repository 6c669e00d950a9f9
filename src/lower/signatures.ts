/**
 * Names and types of inputs and outputs: those that the signatures of a container give the registers of a program.
 *
 * Not for: registers and system values, which the program declares itself (sm4/module-declarations.ts).
 */
import { ComponentType } from '../base/d3d/enumerations.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import { readSignature, type SignatureElement } from '../chunks/signature.ts';
import type { Chunk, Container } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import type { IrElement, IrModule } from '../ir/index.ts';

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
export function nameElements(module: IrModule, container: Container): void {
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
