/**
 * Programs with changes for trials: lines of the listing are changed and assembled, and the program and its signatures
 * go into the original container, which keeps everything else.
 */
import { assemble } from '../../src/assemble/index.ts';
import { ComponentType } from '../../src/base/d3d/enumerations.ts';
import { SystemValue } from '../../src/base/d3d/system-values.ts';
import { serializeSignature } from '../../src/chunks/index.ts';
import type { SignatureElement } from '../../src/chunks/signature.ts';
import { type ChunkBytes, parseContainer, serializeContainer, setChunk, TAG } from '../../src/container/index.ts';
import { disassemble } from '../../src/text/index.ts';
import { NoTrial } from '../gpu/from-request.ts';
import { type CompiledProgram, compiledProgramOf, systemValueOf } from './program.ts';

const MAX_REGISTERS = 32;
/** The beginning of the name of what was a system value. */
const RENAMED = 'OUTPUT_';

/** The version with the declarations of a program, and its instructions. */
export function linesOf(program: CompiledProgram): { declarations: string[]; code: string[] } {
  const lines = allLinesOf(program);
  const last = lines.findLastIndex((line) => line.startsWith('dcl_'));
  return { declarations: lines.slice(0, last + 1), code: lines.slice(last + 1) };
}

/** The listing from the version on. */
export function allLinesOf({ bytes }: CompiledProgram): string[] {
  const lines = disassemble(bytes, { header: false, exact: true, debug: false }).text.split('\n');
  return lines.slice(lines.findIndex((line) => /^[a-z]s_\d_\d/.test(line)));
}

/** Returns a copy of the program with other lines and signatures. */
export function edited(
  program: CompiledProgram,
  lines: readonly string[],
  { inputs, outputs }: Pick<CompiledProgram, 'inputs' | 'outputs'>,
): CompiledProgram {
  const { chunks } = parseContainer(program.bytes).value!;
  const withInputs = withSignature(chunks, ['ISGN', 'ISG1'], inputs);
  const withOutputs = withSignature(withInputs, ['OSGN', 'OSG5', 'OSG1'], outputs);
  const text = lines.join('\n');
  const { bytes, diagnostics } = assemble(text, { into: serializeContainer(withOutputs) });
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (bytes === undefined || error !== undefined) throw new Error(`${error?.line}: ${error?.message}\n${text}`);
  return compiledProgramOf(program.name, bytes)!;
}

/** Chunks with other elements in the signature that has one of some tags. */
function withSignature(
  chunks: readonly ChunkBytes[],
  names: readonly ('ISGN' | 'ISG1' | 'OSGN' | 'OSG5' | 'OSG1')[],
  elements: readonly SignatureElement[],
): ChunkBytes[] {
  const name = names.find((one) => chunks.some(({ tag }) => tag === TAG[one])) ?? names[0]!;
  return setChunk(chunks, name, serializeSignature(elements, TAG[name]));
}

/** A register that no element has: if possible the one after the last, because ranges of registers may have gaps. */
export function freeRegister(elements: readonly SignatureElement[], what: 'input' | 'output'): number {
  const used = new Set(elements.map((element) => element.register));
  const all = Array.from({ length: MAX_REGISTERS }, (_, i) => i);
  const register = [Math.max(-1, ...used) + 1, ...all].find((one) => one < MAX_REGISTERS && !used.has(one));
  if (register === undefined) throw new NoTrial(`no ${what} register is left for the position`);
  return register;
}

/** An element of a complete register of floats. */
export function vectorElement(semanticName: string, register: number): SignatureElement {
  return {
    semanticName,
    semanticIndex: 0,
    systemValue: SystemValue.undefined,
    componentType: ComponentType.float32,
    register,
    mask: 15,
    readWriteMask: 0,
    stream: 0,
    minPrecision: 0,
  };
}

/** The output that has the position. */
export function positionElement(register: number): SignatureElement {
  return { ...vectorElement('SV_Position', register), systemValue: SystemValue.position };
}

/** System values become outputs as others are. */
export function renamed(element: SignatureElement): SignatureElement {
  if (systemValueOf(element) === 'undefined') return element;
  const name = element.semanticName.replace(/^SV_/i, RENAMED);
  return { ...element, semanticName: name, systemValue: SystemValue.undefined };
}

/** Returns the line of a declaration with its system value turned into an output. */
export function renamedLine(line: string): string {
  return line.replace(/^dcl_output_s[ig]v (o\S+), .*$/, 'dcl_output $1');
}

/** The declarations with one more temporary register, and its number. */
export function withTemp(declarations: readonly string[]): { lines: string[]; temp: string } {
  const found = declarations.find((line) => line.startsWith('dcl_temps '));
  const count = found === undefined ? 0 : Number(found.split(' ')[1]);
  const lines = declarations.filter((line) => line !== found);
  return { lines: [...lines, `dcl_temps ${count + 1}`], temp: `r${count}` };
}
