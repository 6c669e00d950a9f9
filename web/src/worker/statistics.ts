/** Counts the instructions of the programs of a shader by what they do. */
import { sm1Profile, sm4Profile } from 'dxlens/internals/base';
import { readSm1, SM1_OPCODE_BY_CODE, Sm1Cursor, sm1OpcodeRow } from 'dxlens/internals/sm1';
import { readSm4, SM4_OPCODE_BY_CODE, Sm4OpcodeToken } from 'dxlens/internals/sm4';
import type { CategoryCount, ProgramStatistics } from '../model/statistics.ts';
import type { ListedProgram } from './listing.ts';

/** The statistics of programs, in their order. */
export function statisticsOf(programs: readonly ListedProgram[]): ProgramStatistics[] {
  return programs.map((program) => {
    const counter = new Counter();
    if (program.isa === 'sm4') countSm4(program.words, counter);
    else countSm1(program.words, counter);
    const profile = (program.isa === 'sm4' ? sm4Profile : sm1Profile)(program.words[0] ?? 0) ?? 'program';
    return { profile, ...counter.finish() };
  });
}

function countSm4(words: Uint32Array, counter: Counter): void {
  const { starts, count } = readSm4(words);
  for (let i = 0; i < count; i++) {
    const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(words[starts[i]!]!)];
    if (row === undefined) counter.add('unknown', 'unknown');
    else if (row.kind === 'instruction') counter.add(row.category, row.mnemonic);
    else counter.declarations++;
  }
}

function countSm1(words: Uint32Array, counter: Counter): void {
  const program = readSm1(words);
  const cursor = new Sm1Cursor(program);
  for (let i = 0; i < program.count; i++) {
    cursor.moveTo(program.starts[i]!);
    if (cursor.isComment) continue;
    const row = sm1OpcodeRow(cursor.opcode);
    if (row?.category === 'declaration') counter.declarations++;
    else counter.add(row?.category ?? 'unknown', SM1_OPCODE_BY_CODE.get(cursor.opcode) ?? 'unknown');
  }
}

class Counter {
  declarations = 0;
  #instructions = 0;
  readonly #categories = new Map<string, Map<string, number>>();

  add(category: string, opcode: string): void {
    let opcodes = this.#categories.get(category);
    if (opcodes === undefined) {
      opcodes = new Map();
      this.#categories.set(category, opcodes);
    }
    opcodes.set(opcode, (opcodes.get(opcode) ?? 0) + 1);
    this.#instructions++;
  }

  finish(): Omit<ProgramStatistics, 'profile'> {
    const byCount = (a: { count: number }, b: { count: number }) => b.count - a.count;
    const categories = [...this.#categories].map(
      ([category, found]): CategoryCount => ({
        category,
        count: [...found.values()].reduce((sum, count) => sum + count, 0),
        opcodes: [...found].map(([name, count]) => ({ name, count })).sort(byCount),
      }),
    );
    return {
      instructions: this.#instructions,
      declarations: this.declarations,
      categories: categories.sort(byCount),
    };
  }
}
