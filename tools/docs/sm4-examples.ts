/**
 * The recorded examples of the codes of shader models 4 to 5.1: a container that raises each, and what Microsoft's
 * validator finds in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { wordsOf } from '../../src/base/words.ts';
import { readSignature } from '../../src/chunks/signature.ts';
import { type Chunk, type Container, readChunkDirectory } from '../../src/container/dxbc.ts';
import { PROGRAM_TAGS } from '../../src/container/shader-chunks.ts';
import { TAG } from '../../src/container/tags.ts';
import { readSm4, sm4ProfileOf } from '../../src/isa/sm4/program.ts';
import { listingStyle } from '../../src/text/options.ts';
import { sm4Lines } from '../../src/text/sm4/print.ts';

/** Written by record-sm4-examples.ts. */
export const SM4_EXAMPLES = 'fixtures/diagnostics/sm4-examples.jsonl';

/**
 * Codes without an example: Microsoft has one message for all containers that are not complete (DX3301), its code does
 * not come back from some inputs (DX3436, DX3667), and a program of more than 4,096 calls is too long to show (DX3685).
 */
export const SM4_WITHOUT_EXAMPLE: readonly string[] = ['DX3301', 'DX3436', 'DX3667', 'DX3685'];

/** The number of diagnostics that are stored; some containers have thousands. */
export const MAX_REPORTED = 16;

export interface Sm4Example {
  readonly code: string;
  /** The container, in base64. */
  readonly bytes: string;
  /** The first diagnostics of Microsoft's validator, each as `DX3401@12.2`: code, instruction, operand. */
  readonly diagnostics: readonly string[];
}

/** In the order of their codes. */
export function readSm4Examples(): Sm4Example[] {
  if (!existsSync(SM4_EXAMPLES)) return [];
  return readFileSync(SM4_EXAMPLES, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Sm4Example]));
}

export function bytesOfExample({ bytes }: Sm4Example): Uint8Array {
  return new Uint8Array(Buffer.from(bytes, 'base64'));
}

/** Lines of a program that are shown before and after the wrong one. */
const LINES_AROUND = 6;
/** Signatures with more elements are shown by their number. */
const MAX_ELEMENTS = 6;
const SIGNATURES: ReadonlySet<number> = new Set([
  ...[TAG.ISGN, TAG.ISG1, TAG.OSGN, TAG.OSG5, TAG.OSG1, TAG.PCSG, TAG.PSG1],
]);
/** Codes about a container and its signatures: signatures are shown only for these. */
const FIRST_CONTAINER_CODE = 3300;
const LAST_CONTAINER_CODE = 3399;

/** The text of an example in the docs: the chunks, and the program around the instruction at fault. */
export function sm4ExampleText(example: Sm4Example): string[] {
  const container = readChunkDirectory(bytesOfExample(example), new Diagnostics());
  if (container === undefined) return [`; ${example.code}: a file that ends in its header`];
  const number = Number(example.code.slice(2));
  const isAboutContainer = number >= FIRST_CONTAINER_CODE && number <= LAST_CONTAINER_CODE;
  const lines = [`; ${example.code}: chunks ${container.chunks.map(({ name }) => name).join(' ') || '(none)'}`];
  if (isAboutContainer) for (const chunk of container.chunks) lines.push(...signatureLines(container, chunk));
  return [...lines, ...programLines(container, example)];
}

function signatureLines(container: Container, chunk: Chunk): string[] {
  if (!SIGNATURES.has(chunk.tag)) return [];
  const signature = readSignature(container, chunk, new Diagnostics());
  if (signature === undefined) return [`;   ${chunk.name}: cannot be read`];
  const { elements } = signature;
  const shown = elements.slice(0, MAX_ELEMENTS).map((element) => {
    const { semanticName, semanticIndex, register, mask, systemValue, componentType } = element;
    const at = register === 0xffff_ffff ? 'no register' : `register ${register}`;
    const name = /^[\x20-\x7e]*$/.test(semanticName) ? semanticName : '(unprintable)';
    return `;   ${chunk.name}: ${name} ${semanticIndex}, ${at}, mask ${mask}, system value ${systemValue}, type ${componentType}`;
  });
  return elements.length > MAX_ELEMENTS ? [...shown, `;   ${chunk.name}: ${elements.length} elements`] : shown;
}

function programLines(container: Container, { code, diagnostics }: Sm4Example): string[] {
  const chunk = container.find(...PROGRAM_TAGS);
  if (chunk === undefined || chunk.data.byteLength < 8) return [];
  const program = readSm4(wordsOf(chunk.data));
  const lineOf = sm4Lines(program, listingStyle());
  const diagnostic = diagnostics.find((text) => text.startsWith(code)) ?? '';
  const [, instruction = '0', operand] = /@(\d+)(?:\.(\d+))?/.exec(diagnostic) ?? [];
  const fault = Number(instruction) - 1;
  const first = fault < 0 ? 0 : Math.max(0, fault - LINES_AROUND);
  const last = Math.min(program.count, fault < 0 ? 2 * LINES_AROUND : fault + 2);
  const lines = [sm4ProfileOf(program)];
  if (first > 0) lines.push(`; ... ${first} more`);
  for (let i = first; i < last; i++) {
    const [line = '', ...more] = lineOf(i).split('\n');
    const text = more.length > 0 ? `${line} ...` : line;
    lines.push(
      i === fault ? `${text.trimEnd()}  ; <- ${code}${operand ? `, operand ${operand}` : ''}` : text.trimEnd(),
    );
  }
  if (last < program.count) lines.push(`; ... ${program.count - last} more`);
  return lines.filter((line) => line !== '');
}
