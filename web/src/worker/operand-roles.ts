/**
 * The roles of the operands in a line of a listing, by the tables of opcodes: destinations, sources, resources and
 * constants, immediates.
 *
 * Not for: mnemonics and comments, which the printers mark.
 */
import { SM1_OPCODE_BY_CODE, SM1_OPCODES, Sm1InstructionToken, type Sm1OpcodeRow } from 'dxlens/internals/sm1';
import { SM4_OPCODE_BY_CODE, Sm4OpcodeToken } from 'dxlens/internals/sm4';
import { TEXT_ROLES, type TextRole } from '../model/listing.ts';

/** Registers that are constants or resources, as listings spell them. */
const RESOURCE = /^-?\|?(?:cb|icb|CB|c|i|b|t|T|s|S|u|U|g)\d*(?=[[.:|]|$|\W)/;
const IMMEDIATE = /^l\(|^-?[\d.]|^0x/;

/** Collects parts of a text with their roles. */
export class RoleWriter {
  #numbers: number[] = [];

  /** Adds the characters from `from` to `to`; nothing where there are none. */
  add(from: number, to: number, role: TextRole): void {
    if (to > from) this.#numbers.push(from, to, TEXT_ROLES.indexOf(role));
  }

  /**
   * Adds the operands of an instruction.
   *
   * @param at the first character of the line in the text
   * @param token the first word of the instruction
   */
  addOperands(line: string, at: number, isa: 'sm1' | 'sm4', token: number): void {
    const words = /^\s*(?:\(!?p\d[.\w]*\)\s+)?(?:\+\s*)?[^\s(]+(?:\([^)]*\))*\s+/.exec(line);
    if (words === null) return;
    const roles = isa === 'sm4' ? sm4Roles(token) : sm1Roles(token);
    const comment = line.indexOf(' //', words[0].length);
    const end = comment < 0 ? line.length : comment;
    let operand = 0;
    for (const [from, to] of splitOperands(line, words[0].length, end)) {
      const text = line.slice(from, to);
      const role = IMMEDIATE.test(text)
        ? 'immediate'
        : (roles[operand] ?? (RESOURCE.test(text) ? 'resource' : 'source'));
      this.add(at + from, at + to, role);
      operand++;
    }
  }

  /** The parts in order; where two overlap, the first one counts. */
  finish(): Int32Array {
    const count = this.#numbers.length / 3;
    const numbers = this.#numbers;
    const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
      (a, b) => numbers[3 * a]! - numbers[3 * b]! || a - b,
    );
    const sorted = new Int32Array(numbers.length);
    let used = 0;
    let end = 0;
    for (const i of order) {
      const from = Math.max(numbers[3 * i]!, end);
      const to = numbers[3 * i + 1]!;
      if (from >= to) continue;
      sorted.set([from, to, numbers[3 * i + 2]!], used);
      used += 3;
      end = to;
    }
    return sorted.slice(0, used);
  }
}

/** The ranges between the commas that are in no parentheses or brackets. */
function splitOperands(line: string, from: number, end: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at <= end; at++) {
    const character = at === end ? ',' : line[at]!;
    if (character === '(' || character === '[' || character === '{') depth++;
    else if (character === ')' || character === ']' || character === '}') depth--;
    else if (character === ',' && (depth <= 0 || at === end)) {
      const text = line.slice(start, at);
      const lead = text.length - text.trimStart().length;
      const length = text.trim().length;
      if (length > 0) ranges.push([start + lead, start + lead + length]);
      start = at + 1;
    }
  }
  return ranges;
}

/** Roles that operands have by the table; undefined where the register decides. */
function sm4Roles(token: number): (TextRole | undefined)[] {
  const row = SM4_OPCODE_BY_CODE[Sm4OpcodeToken.opcode.get(token)];
  if (row === undefined) return [];
  return row.operands.map(({ role }) => {
    if (role === 'destination') return 'destination';
    return role === 'source' ? undefined : row.kind === 'declaration' ? undefined : 'resource';
  });
}

function sm1Roles(token: number): (TextRole | undefined)[] {
  const name = SM1_OPCODE_BY_CODE.get(Sm1InstructionToken.opcode.get(token));
  if (name === undefined) return [];
  const row: Sm1OpcodeRow = SM1_OPCODES[name];
  return row.operands.map(({ role }) => (role === 'destination' ? 'destination' : undefined));
}
