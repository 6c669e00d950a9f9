/** Edits of shader model 1-3 programs: what they change, and that everything else stays bit for bit. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { sm1Text } from '../../../smith/checks/print.ts';
import { Random } from '../../../smith/random.ts';
import { floatWord, wildSm1Words } from '../../../smith/sm1.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { bytesOf, fourCC, wordsOf } from '../../../src/base/words.ts';
import { detectFormat } from '../../../src/file/detect-format.ts';
import { sm1Mnemonics, sm1Registers, sm1Shader, sm1TextComment } from '../../../src/isa/sm1/builder.ts';
import { Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import {
  findSm1Nodes,
  findSm1Register,
  insertSm1Nodes,
  removeSm1Nodes,
  renameSm1Register,
  renameSm1Registers,
  replaceSm1Nodes,
  replaceSm1Program,
  type Sm1RegisterRef,
  setSm1Comment,
  setSm1Constant,
  sm1CommentData,
  sm1OpcodeOf,
  sm1RegisterOf,
} from '../../../src/isa/sm1/edit.ts';
import { decodeSm1, encodeSm1, type Sm1Module, type Sm1Node } from '../../../src/isa/sm1/encode.ts';
import { readSm1 } from '../../../src/isa/sm1/program.ts';
import { listingStyle, optionsOfFlags } from '../../../src/text/options.ts';

const { r, c, v, a, b, i, oPos } = sm1Registers;
const vs = sm1Mnemonics('vs_2_0');

/** The instruction lines of a listing. */
function lines(module: Sm1Module): string[] {
  const listing = sm1Text(readSm1(wordsOf(encodeSm1(module))), listingStyle(optionsOfFlags(0x40)));
  return listing
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('// approx'));
}

const temp = (number: number): Sm1RegisterRef => ({ register: 'temp', number });
const constant = (number: number): Sm1RegisterRef => ({ register: 'const', number });
const mov = (number: number): Sm1Node => vs.mov(r(number), c(0));

const SHADER = sm1Shader('vs_2_0', [
  sm1TextComment('first'),
  vs.def(c(0), 1, 2, 3, 4),
  vs.mova(a(0).mask('x'), v(0).swizzle('x')),
  sm1TextComment('middle'),
  vs.add(r(0), r(1), c(0).at(a(0).swizzle('x'))),
  vs.mov(oPos, r(0)),
]);

/** Every program that the tests have, as drafts. */
function* drafts(): Generator<Sm1Module, void, void> {
  for (const { bytes } of readRecorded()) if (detectFormat(bytes).format === 'sm1') yield decodeSm1(bytes);
  const random = new Random(51);
  for (let n = 0; n < 100; n++) {
    yield decodeSm1(bytesOf(validSm1Words(random)));
    yield decodeSm1(bytesOf(wildSm1Words(random)));
  }
}

describe('instructions', () => {
  it('are inserted, removed and replaced', () => {
    expect(lines(insertSm1Nodes(SHADER, 4, mov(3), mov(4)))).toEqual([
      'vs_2_0',
      '// first',
      'def c0, 1, 2, 3, 4',
      'mova a0.x, v0.x',
      '// middle',
      'mov r3, c0',
      'mov r4, c0',
      'add r0, r1, c0[a0.x]',
      'mov oPos, r0',
    ]);
    expect(lines(removeSm1Nodes(SHADER, 4))).not.toContain('add r0, r1, c0[a0.x]');
    expect(lines(replaceSm1Nodes(SHADER, { start: 4, end: 6 }, mov(7)))).toEqual([
      'vs_2_0',
      '// first',
      'def c0, 1, 2, 3, 4',
      'mova a0.x, v0.x',
      '// middle',
      'mov r7, c0',
    ]);
  });

  it('comments of a removed or replaced range stay where they are', () => {
    expect(lines(removeSm1Nodes(SHADER, 0, 6))).toEqual(['vs_2_0', '// first', '// middle']);
    expect(lines(replaceSm1Nodes(SHADER, { start: 0, end: 6 }, mov(7)))).toEqual([
      'vs_2_0',
      '// first',
      'mov r7, c0',
      '// middle',
    ]);
    expect(lines(replaceSm1Nodes(SHADER, { start: 3, end: 4 }, mov(7))).slice(4, 6)).toEqual([
      '// middle',
      'mov r7, c0',
    ]);
  });

  it('the original is not changed', () => {
    const before = encodeSm1(SHADER);
    insertSm1Nodes(SHADER, 0, mov(0));
    renameSm1Register(SHADER, temp(0), temp(9));
    expect(encodeSm1(SHADER)).toEqual(before);
  });

  it('positions that do not exist are the caller’s error', () => {
    expect(() => removeSm1Nodes(SHADER, 6)).toThrow(RangeError);
    expect(() => insertSm1Nodes(SHADER, -1, mov(0))).toThrow(RangeError);
    expect(() => replaceSm1Nodes(SHADER, { start: 3, end: 2 })).toThrow(RangeError);
    expect(() => insertSm1Nodes(SHADER, 1.5, mov(0))).toThrow(RangeError);
  });

  it('are found by opcode and by register', () => {
    expect(findSm1Nodes(SHADER, 'def')).toEqual([1]);
    expect(findSm1Nodes(SHADER, ({ kind }) => kind === 'comment')).toEqual([0, 3]);
    expect(findSm1Register(SHADER, temp(0))).toEqual([4, 5]);
    expect(findSm1Register(SHADER, { register: 'addressOrTexture', number: 0 })).toEqual([2, 4]);
    expect(findSm1Register(SHADER, constant(0))).toEqual([1, 4]);
  });

  it('inserted and removed again, any program is the same', { tags: 'slow' }, () => {
    const random = new Random(52);
    for (const module of drafts()) {
      const at = random.below(module.nodes.length + 1);
      const longer = insertSm1Nodes(module, at, mov(1), mov(2));
      expect(encodeSm1(removeSm1Nodes(longer, at, at + 2))).toEqual(encodeSm1(module));
    }
  });

  it('one removed, the words of all others are the same', { tags: 'slow' }, () => {
    const random = new Random(53);
    for (const module of drafts()) {
      if (module.nodes.length === 0) continue;
      const at = random.below(module.nodes.length);
      const size = (nodes: readonly Sm1Node[]) =>
        encodeSm1({ ...module, nodes, end: undefined, tail: new Uint8Array(0) });
      const before = size(module.nodes.slice(0, at)).byteLength;
      const removed = module.nodes[at]!.kind === 'comment' ? before : size(module.nodes.slice(0, at + 1)).byteLength;
      const old = encodeSm1(module);
      expect(encodeSm1(removeSm1Nodes(module, at))).toEqual(
        Uint8Array.from([...old.subarray(0, before), ...old.subarray(removed)]),
      );
    }
  });
});

describe('registers', () => {
  it('are renamed everywhere', () => {
    expect(lines(renameSm1Register(SHADER, temp(0), temp(5))).slice(-2)).toEqual([
      'add r5, r1, c0[a0.x]',
      'mov oPos, r5',
    ]);
    expect(lines(renameSm1Register(SHADER, constant(0), constant(3000)))).toEqual([
      'vs_2_0',
      '// first',
      'def c3000, 1, 2, 3, 4',
      'mova a0.x, v0.x',
      '// middle',
      'add r0, r1, c3000[a0.x]',
      'mov oPos, r0',
    ]);
  });

  it('and the address registers of relative operands', () => {
    const from = { register: 'addressOrTexture', number: 0 } as const;
    const renamed = renameSm1Register(SHADER, from, { register: 'loop', number: 0 });
    expect(lines(renamed)).toContain('add r0, r1, c0[aL.x]');
  });

  it('in a range', () => {
    const renamed = renameSm1Register(SHADER, temp(0), temp(5), { start: 5, end: 6 });
    expect(lines(renamed).slice(-2)).toEqual(['add r0, r1, c0[a0.x]', 'mov oPos, r5']);
  });

  it('are exchanged', () => {
    const exchanged = renameSm1Registers(SHADER, ({ register, number }) => ({
      register,
      number: register === 'temp' && number < 2 ? 1 - number : number,
    }));
    expect(lines(exchanged).slice(-2)).toEqual(['add r1, r0, c0[a0.x]', 'mov oPos, r1']);
  });

  it('renamed and renamed back, any program is the same; only the bits of registers differ', { tags: 'slow' }, () => {
    const REGISTER_BITS = 0x7000_1fff;
    for (const module of drafts()) {
      const shift = (by: number) => (ref: Sm1RegisterRef) =>
        ref.register === 'temp' ? temp((ref.number + by) & 2047) : ref;
      const there = renameSm1Registers(module, shift(1));
      const old = wordsOf(encodeSm1(module));
      const made = wordsOf(encodeSm1(there));
      expect(made.length).toBe(old.length);
      for (let at = 0; at < old.length; at++) {
        if (old[at] === made[at]) continue;
        expect((old[at]! ^ made[at]!) & ~REGISTER_BITS).toBe(0);
        expect(sm1RegisterOf(old[at]!)?.register).toBe('temp');
        expect(sm1RegisterOf(made[at]!)?.number).toBe((sm1RegisterOf(old[at]!)!.number + 1) & 2047);
      }
      expect(encodeSm1(renameSm1Registers(there, shift(-1)))).toEqual(encodeSm1(module));
    }
  });

  it('the fixed address register of 1_x stays', () => {
    const shader = sm1Shader('vs_1_1', [sm1Mnemonics('vs_1_1').mov(r(0), c(1).at(a(0).swizzle('x')))]);
    const from = { register: 'addressOrTexture', number: 0 } as const;
    expect(renameSm1Register(shader, from, temp(3)).nodes[0]).toBe(shader.nodes[0]);
  });
});

describe('constants', () => {
  it('existing ones are changed', () => {
    expect(lines(setSm1Constant(SHADER, 'const', 0, [0.5, -1, 0, 1e9]))[2]).toBe('def c0, 0.5, -1, 0, 1e+009');
    const raw = setSm1Constant(SHADER, 'const', 0, Uint32Array.of(0x7fc0_0001, 0, 0, 0));
    expect(raw.nodes[1]).toHaveProperty('literals', [0x7fc0_0001, 0, 0, 0]);
  });

  it('new ones are inserted before the code', () => {
    const set = setSm1Constant(SHADER, 'const', 7, [1, 1, 1, 1]);
    expect(lines(set).slice(1, 4)).toEqual(['// first', 'def c0, 1, 2, 3, 4', 'def c7, 1, 1, 1, 1']);
    const more = setSm1Constant(setSm1Constant(set, 'constInt', 1, [1, -2, 3, 4]), 'constBool', 2, [true]);
    expect(lines(more).slice(4, 6)).toEqual(['defi i1, 1, -2, 3, 4', 'defb b2, true']);
    expect(encodeSm1(more)).toEqual(encodeSm1(insertSm1Nodes(set, 3, vs.defi(i(1), 1, -2, 3, 4), vs.defb(b(2), true))));
  });

  it('need the right count of values', () => {
    expect(() => setSm1Constant(SHADER, 'const', 0, [1])).toThrow(RangeError);
  });

  it('of any program: nothing but the values changes', { tags: 'slow' }, () => {
    for (const module of drafts()) {
      const position = findSm1Nodes(module, 'def')[0];
      const node = position === undefined ? undefined : module.nodes[position];
      if (node?.kind !== 'instruction' || node.destination === undefined) continue;
      const ref = sm1RegisterOf(node.destination.token);
      if (ref?.register !== 'const' || node.literals.length < 4) continue;
      const set = setSm1Constant(module, 'const', ref.number, [9, 8, 7, 6]);
      for (const [at, after] of set.nodes.entries()) {
        if (after === module.nodes[at]) continue;
        expect(sm1OpcodeOf(after)).toBe('def');
        expect({ ...after, literals: [] }).toEqual({ ...module.nodes[at], literals: [] });
        expect(after).toHaveProperty('literals', [9, 8, 7, 6].map(floatWord));
      }
    }
  });
});

describe('comments', () => {
  const DATA = fourCC('DATA');

  it('are added at the start, changed in place, and removed', () => {
    const added = setSm1Comment(SHADER, DATA, Uint8Array.of(1, 2, 3, 4));
    expect(added.nodes[0]).toHaveProperty('words', Uint32Array.of(DATA, 0x0403_0201));
    expect(sm1CommentData(added, DATA)).toEqual(Uint8Array.of(1, 2, 3, 4));
    const changed = setSm1Comment(insertSm1Nodes(added, 0, mov(0)), DATA, new Uint8Array(8));
    expect(changed.nodes[1]).toHaveProperty('words', Uint32Array.of(DATA, 0, 0));
    expect(encodeSm1(setSm1Comment(added, DATA, undefined))).toEqual(encodeSm1(SHADER));
    expect(sm1CommentData(SHADER, DATA)).toBeUndefined();
  });

  it('a constant table keeps its position', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes } of readRecorded()) {
      if (detectFormat(bytes).format !== 'sm1') continue;
      const module = decodeSm1(bytes);
      const table = sm1CommentData(module, Sm1CommentTag.constantTable);
      if (table === undefined) continue;
      count++;
      const edited = removeSm1Nodes(insertSm1Nodes(module, module.nodes.length, mov(0)), 0, module.nodes.length);
      expect(sm1CommentData(edited, Sm1CommentTag.constantTable)).toEqual(table);
      expect(encodeSm1(setSm1Comment(module, Sm1CommentTag.constantTable, table))).toEqual(new Uint8Array(bytes));
    }
    expect(count).toBeGreaterThan(20);
  });
});

describe('replaceSm1Program', () => {
  const table = Uint8Array.of(1, 2, 3, 4);
  const program = setSm1Comment(sm1Shader('vs_2_0', [vs.mov(oPos, c(1))]), Sm1CommentTag.constantTable, table);

  it('keeps the comments of the original, except debug information', () => {
    const original = setSm1Comment(SHADER, Sm1CommentTag.debug, table);
    const replaced = replaceSm1Program({ ...original, tail: Uint8Array.of(7) }, program);
    expect(lines(replaced)).toEqual(['vs_2_0', '// first', '// middle', 'mov oPos, c1']);
    expect(sm1CommentData(replaced, Sm1CommentTag.debug)).toBeUndefined();
    expect(sm1CommentData(replaced, Sm1CommentTag.constantTable)).toBeUndefined();
    expect(replaced.tail).toEqual(Uint8Array.of(7));
  });

  it('takes the constant table of the program in place of that of a preshader', () => {
    const original = setSm1Comment(SHADER, Sm1CommentTag.preshader, Uint8Array.of(0, 0, 0, 0));
    const replaced = replaceSm1Program(original, program);
    expect(sm1CommentData(replaced, Sm1CommentTag.preshader)).toBeUndefined();
    expect(sm1CommentData(replaced, Sm1CommentTag.constantTable)).toEqual(table);
  });
});
