/** Checks of the generator of valid programs that need no validator of Microsoft: determinism, structure, reach. */
import { describe, expect, test } from 'vitest';
import { Random } from '../../smith/random.ts';
import { WITH_REMNANT } from '../../smith/sm4-instructions.ts';
import { allTargets, profileName } from '../../smith/sm4-target.ts';
import { type ValidProgram, validProgram } from '../../smith/sm4-valid.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import {
  SM4_OPCODES,
  SM4_OPERAND_TYPES,
  Sm4Cursor,
  type Sm4Instruction,
  type Sm4OpcodeRow,
  type Sm4Program,
  sm4Instructions,
} from '../../src/isa/sm4/index.ts';
import { readSm4Words } from '../../src/isa/sm4/program.ts';

/** Opcodes that no program may have, and why; anything else that is not reached is a gap in the generator. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  jmp: 'no stage has it (source: oracle)',
  reserved_112: 'has no meaning',
  reserved_209: 'has no meaning',
  reserved_218: 'has no meaning',
  reserved_235: 'has no meaning',
};

/** Operand types that no program has in an operand, and why. */
const NO_OPERANDS: Readonly<Record<string, string>> = {
  functionTable: 'declared by number',
  functionInput: 'in libraries only',
  functionOutput: 'in libraries only',
};

const TARGETS = allTargets();

/** Programs for all targets in turn. */
function programs(count: number): ValidProgram[] {
  return Array.from({ length: count }, (_, seed) => validProgram(new Random(seed), TARGETS[seed % TARGETS.length]));
}

const SAMPLE = programs(600);

function eachInstruction(visit: (instruction: Sm4Instruction) => void): void {
  for (const { words } of SAMPLE) for (const instruction of sm4Instructions(readSm4Words(words))) visit(instruction);
}

describe('random valid programs of shader models 4 and 5', () => {
  test('are the same for the same seed', { tags: 'slow' }, () => {
    for (const seed of [0, 1, 12345]) {
      const [first, second] = [validProgram(new Random(seed)), validProgram(new Random(seed))];
      expect(first.profile).toBe(second.profile);
      expect(first.bytes).toEqual(second.bytes);
    }
    expect(validProgram(new Random(1)).bytes).not.toEqual(validProgram(new Random(2)).bytes);
  });

  test('come for every stage of every version', { tags: 'slow' }, () => {
    const profiles = new Set(Array.from({ length: 300 }, (_, seed) => validProgram(new Random(seed)).profile));
    expect([...profiles].sort()).toEqual(TARGETS.map(profileName).sort());
  });

  test('are read to their last word, without diagnostics', { tags: 'slow' }, () => {
    for (const { words, bytes, profile } of SAMPLE) {
      const diagnostics = new Diagnostics();
      const program = readSm4Words(words, diagnostics);
      readContainer(bytes, diagnostics);
      expect(diagnostics.list, profile).toEqual([]);
      expect(program.end, profile).toBe(words.length);
      expect(wrongLengths(program), profile).toEqual([]);
    }
  });

  test('have balanced blocks and end in ret', { tags: 'slow' }, () => {
    for (const { words } of SAMPLE) {
      let depth = 0;
      let last: string | undefined;
      for (const { mnemonic } of sm4Instructions(readSm4Words(words))) {
        const { block, kind }: Sm4OpcodeRow = SM4_OPCODES[mnemonic!];
        if (block === 'close') depth--;
        if (block !== undefined) expect(depth).toBeGreaterThanOrEqual(block === 'middle' ? 1 : 0);
        if (block === 'open') depth++;
        if (mnemonic === 'label') expect([depth, last]).toEqual([0, 'ret']);
        if (kind === 'instruction' || kind === 'custom') last = mnemonic;
      }
      expect([depth, last]).toEqual([0, 'ret']);
    }
  });

  test('reach every opcode', { tags: 'slow' }, () => {
    const reached = new Set<string>();
    eachInstruction(({ mnemonic }) => reached.add(mnemonic!));
    expect(Object.keys(SM4_OPCODES).filter((mnemonic) => !reached.has(mnemonic))).toEqual(Object.keys(UNREACHABLE));
  });

  test('reach every operand type', { tags: 'slow' }, () => {
    const reached = new Set<unknown>();
    eachInstruction(({ operands }) => {
      for (const { type } of operands) reached.add(type);
    });
    expect(Object.keys(SM4_OPERAND_TYPES).filter((type) => !reached.has(type))).toEqual(Object.keys(NO_OPERANDS));
  });

  test('have every modifier, minimum precision and kind of index', { tags: 'slow' }, () => {
    const reached = new Set<string | undefined>();
    eachInstruction(({ operands, saturate, precise }) => {
      if (saturate) reached.add('saturate');
      if (precise !== '') reached.add('precise');
      for (const { negate, absolute, minPrecision, nonUniform, indices } of operands) {
        if (negate) reached.add('negate');
        if (absolute) reached.add('absolute');
        if (nonUniform) reached.add('nonUniform');
        reached.add(minPrecision);
        for (const { register } of indices) reached.add(register && `index in ${register.type}`);
      }
    });
    const precisions = ['min16f', 'min2_8f', 'min16i', 'min16u'];
    const modifiers = ['saturate', 'precise', 'negate', 'absolute', 'nonUniform'];
    const indices = ['index in temp', 'index in indexableTemp'];
    expect([...precisions, ...modifiers, ...indices].filter((sort) => !reached.has(sort))).toEqual([]);
  });
});

/** The instructions whose operands are shorter or longer than their length says. */
function wrongLengths(program: Sm4Program): string[] {
  const cursor = new Sm4Cursor(program);
  const wrong: string[] = [];
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    const { row, payload, end } = cursor;
    if (row?.kind !== 'instruction' || payload === end) continue;
    const remnant = (WITH_REMNANT as readonly string[]).includes(row.mnemonic) && payload + 1 === end;
    if (!remnant) wrong.push(row.mnemonic);
  }
  return wrong;
}
