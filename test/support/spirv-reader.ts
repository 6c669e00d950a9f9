/**
 * Reads modules of SPIR-V by the table of instructions: what each instruction is, and which ids it defines and uses.
 */
import { SPIRV_INSTRUCTIONS, type SpirvInstructionName } from '../../src/emit/spirv/grammar.ts';

export interface ReadInstruction {
  readonly name: SpirvInstructionName;
  /** The word of the module that it begins with. */
  readonly at: number;
  readonly operands: readonly number[];
  /** The id that it defines; 0 for none. */
  readonly result: number;
  /** The ids that it uses, its type among them. */
  readonly uses: readonly number[];
}

export interface ReadModule {
  /** Major and minor version. */
  readonly version: readonly [number, number];
  readonly bound: number;
  readonly instructions: readonly ReadInstruction[];
}

const NAMES = new Map<number, SpirvInstructionName>(
  Object.entries(SPIRV_INSTRUCTIONS).map(([name, { code }]) => [code, name as SpirvInstructionName]),
);

/** Ids that follow each bit of image operands, from the lowest bit on. */
const IMAGE_OPERAND_IDS = [1, 1, 2, 1, 1, 1, 1, 1];

/** Words that a string takes. */
function stringWords(words: readonly number[]): number {
  return (
    words.findIndex(
      (word) => word >>> 24 === 0 || (word & 0xff_0000) === 0 || (word & 0xff00) === 0 || (word & 0xff) === 0,
    ) + 1
  );
}

/** Which operands are what, by the letters of the table. */
function readOperands(pattern: string, operands: readonly number[]): { result: number; uses: number[] } {
  let result = 0;
  const uses: number[] = [];
  let at = 0;
  const take = (letter: string): void => {
    const word = operands[at]!;
    if (letter === 'S') at += stringWords(operands.slice(at));
    else if (letter === 'i') {
      at++;
      for (const [bit, count] of IMAGE_OPERAND_IDS.entries())
        if ((word & (1 << bit)) !== 0) for (let i = 0; i < count; i++) uses.push(operands[at++]!);
    } else {
      at++;
      if (letter === 'R') result = word;
      else if (letter === 'T' || letter === 'I') uses.push(word);
    }
  };
  const group = /\(([A-Za-z]+)\)\*$/.exec(pattern);
  const repeated = group?.[1] ?? /([A-Za-z])\*$/.exec(pattern)?.[1] ?? '';
  const fixed = pattern.slice(0, pattern.length - (group === null ? (repeated === '' ? 0 : 2) : repeated.length + 3));
  for (const letter of fixed) {
    if (letter === '?') {
      if (at === operands.length) break;
    } else take(letter);
  }
  while (repeated !== '' && at < operands.length) for (const letter of repeated) take(letter);
  if (at !== operands.length) throw new Error(`${operands.length} operands where the table has ${at}`);
  return { result, uses };
}

/** Reads a module. @throws Error for an instruction that is not in the table, or has other operands than it says */
export function readSpirv(words: Uint32Array): ReadModule {
  const [magic, version = 0, , bound = 0] = words;
  if (magic !== 0x0723_0203) throw new Error('no module of SPIR-V');
  const instructions: ReadInstruction[] = [];
  for (let at = 5; at < words.length; ) {
    const first = words[at]!;
    const count = first >>> 16;
    const name = NAMES.get(first & 0xffff);
    if (name === undefined || count === 0 || at + count > words.length) throw new Error(`word ${at}: ${first}`);
    const operands = [...words.subarray(at + 1, at + count)];
    instructions.push({ name, at, operands, ...readOperands(SPIRV_INSTRUCTIONS[name].operands, operands) });
    at += count;
  }
  return { version: [(version >> 16) & 0xff, (version >> 8) & 0xff], bound, instructions };
}
