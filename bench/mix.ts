/** The composition of a set of shaders: sizes of files, numbers of instructions, and their categories. */
import { openShaderFile, type ShaderProgram } from '../src/file/shader-file.ts';
import { Sm1Cursor } from '../src/isa/sm1/cursor.ts';
import { sm1OpcodeRow } from '../src/isa/sm1/opcodes.ts';
import { readSm1Words } from '../src/isa/sm1/program.ts';
import { SM4_OPCODE_BY_CODE } from '../src/isa/sm4/opcodes.ts';
import { readSm4Words } from '../src/isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../src/isa/sm4/tokens.ts';
import type { ShaderSet } from './shaders.ts';

/** The least, the three quartiles and the most. */
type Quartiles = readonly [number, number, number, number, number];

export interface Mix {
  readonly shaders: string;
  readonly files: number;
  /** Bytes of a file. */
  readonly size: Quartiles;
  /** Instructions and declarations of the main program of a file. */
  readonly instructions: Quartiles;
  /** The part of the bytes that is code; the rest is constant tables, signatures and other chunks. */
  readonly code: number;
  /** The part of all instructions that each category of the opcode tables has, the largest first. */
  readonly categories: Readonly<Record<string, number>>;
}

/** The category of each instruction of a program: those of the opcode tables, and `declaration`. */
export function categoriesOf({ isa, words }: ShaderProgram): string[] {
  const all = isa === 'sm1' ? sm1Categories(words) : sm4Categories(words);
  return [...all].flatMap(({ category }) => category ?? []);
}

/** Describes a set by the main programs of its files. */
export function mixOf({ name, files }: ShaderSet): Mix {
  const counts = new Map<string, number>();
  const instructions: number[] = [];
  let code = 0;
  for (const file of files) {
    const program = openShaderFile(file).programs[0];
    if (program === undefined) continue;
    const categories = program.isa === 'sm1' ? sm1Categories(program.words) : sm4Categories(program.words);
    let count = 0;
    for (const { category, words } of categories) {
      code += 4 * words;
      if (category === undefined) continue;
      counts.set(category, (counts.get(category) ?? 0) + 1);
      count++;
    }
    instructions.push(count);
  }
  const all = instructions.reduce((sum, count) => sum + count, 0);
  const size = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return {
    ...{ shaders: name, files: files.length, code: code / size },
    size: quartiles(files.map(({ byteLength }) => byteLength)),
    instructions: quartiles(instructions),
    categories: Object.fromEntries(sorted.map(([category, count]) => [category, count / all])),
  };
}

/** An instruction; comments have no category and no words. */
interface Counted {
  readonly category: string | undefined;
  readonly words: number;
}

function* sm1Categories(words: Uint32Array): Generator<Counted> {
  const { starts, count } = readSm1Words(words);
  const cursor = new Sm1Cursor(words);
  for (let i = 0; i < count; i++) {
    cursor.moveTo(starts[i]!);
    if (cursor.isComment) yield { category: undefined, words: 0 };
    else yield { category: sm1OpcodeRow(cursor.opcode)?.category ?? 'other', words: cursor.end - cursor.start };
  }
}

function* sm4Categories(words: Uint32Array): Generator<Counted> {
  const { starts, count, end } = readSm4Words(words);
  for (let i = 0; i < count; i++) {
    const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
    const category = row?.kind === 'instruction' ? row.category : (row?.kind ?? 'other');
    yield { category, words: (i + 1 < count ? starts[i + 1]! : end) - starts[i]! };
  }
}

function quartiles(values: readonly number[]): Quartiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}
