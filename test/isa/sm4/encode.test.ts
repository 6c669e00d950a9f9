/** Decoding and encoding shader model 4-5.1 programs: the same bytes for any input. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { programsIn } from '../../../smith/sm4-programs.ts';
import { validProgram } from '../../../smith/sm4-valid.ts';
import { wildProgram } from '../../../smith/sm4-wild.ts';
import { bytesOf } from '../../../src/base/words.ts';
import {
  decodeSm4,
  decodeSm4Bytes,
  encodeSm4,
  type Sm4InstructionNode,
  type Sm4Module,
  sm4Module,
  sm4NodeLength,
} from '../../../src/isa/sm4/encode.ts';
import { readSm4 } from '../../../src/isa/sm4/program.ts';

function same(bytes: Uint8Array): Sm4Module {
  const module = decodeSm4Bytes(bytes);
  const again = encodeSm4(module);
  if (Buffer.compare(again, bytes) !== 0) expect(again).toEqual(new Uint8Array(bytes));
  return module;
}

/** The only node of a program whose instructions are `words`. */
function only(...words: readonly number[]) {
  const module = same(bytesOf(Uint32Array.of(0x50, 2 + words.length, ...words)));
  expect(module.nodes).toHaveLength(1);
  return module.nodes[0]!;
}

/** `mov r0, r1` */
const MOV = [0x0500_0036, 0x0010_00f2, 0, 0x0010_0e46, 1];

describe('decoded and encoded again', () => {
  it('every recorded program is the same, and all of it is decoded', { tags: 'slow' }, () => {
    let count = 0;
    for (const { bytes } of readRecorded()) {
      for (const words of programsIn(bytes)) {
        const module = same(bytesOf(words));
        expect(module.nodes).toHaveLength(readSm4(words).count);
        expect(module.tail).toHaveLength(0);
        expect(module.length).toBeUndefined();
        count++;
      }
    }
    expect(count).toBeGreaterThan(300);
  });

  it('so are random, wild and damaged ones', { tags: 'slow' }, () => {
    const random = new Random(41);
    for (let n = 0; n < 300; n++) {
      same(bytesOf(validProgram(random).words));
      const bytes = bytesOf(wildProgram(random));
      same(bytes);
      for (let changes = random.below(20); changes > 0; changes--) bytes[random.below(bytes.length)] = random.word();
      same(bytes);
      same(bytes.subarray(0, random.below(bytes.length)));
    }
  });

  it('so is junk of any length', { tags: 'slow' }, () => {
    const random = new Random(42);
    for (let n = 0; n < 600; n++) {
      same(Uint8Array.from({ length: random.below(120) }, () => random.word()));
      // Existing opcodes with plausible lengths, and words that nest operands.
      const words = Uint32Array.from({ length: random.below(60) }, (_, at) => {
        if (at < 2) return at === 0 ? 0x50 : random.below(80);
        const opcode = random.below(240) | (random.below(40) << 24);
        return (random.oneIn(3) ? opcode | (random.word() & 0xfff_f800) : random.word() & 0xffff_f3ff) >>> 0;
      });
      same(bytesOf(words));
    }
  });

  it('words and bytes are the same input, at any offset', () => {
    const words = Uint32Array.of(0x50, 7, ...MOV);
    const buffer = new Uint8Array(31);
    buffer.set(bytesOf(words), 1);
    expect(encodeSm4(decodeSm4(words))).toEqual(bytesOf(words));
    expect(same(buffer.subarray(1, 29)).nodes).toHaveLength(1);
    expect(same(buffer.subarray(1, 31)).tail).toHaveLength(2);
  });
});

describe('parts', () => {
  it('an instruction', () => {
    expect(only(...MOV)).toEqual({
      kind: 'instruction',
      token: 0x36,
      extensions: [],
      operands: [
        { token: 0x0010_00f2, indices: [{ immediate: 0 }], literal: [] },
        { token: 0x0010_0e46, indices: [{ immediate: 1 }], literal: [] },
      ],
      payload: [],
    });
  });

  it('words after operands', () => {
    const [token, ...rest] = MOV;
    expect(only(token! + 0x0200_0000, ...rest, 7, 8)).toHaveProperty('payload', [7, 8]);
  });

  it('operands past the end of the instruction stay words', () => {
    const node = only(0x0400_0036, ...MOV.slice(1, 4)) as Sm4InstructionNode;
    expect(node.operands).toHaveLength(1);
    expect(node.payload).toEqual([0x0010_0e46]);
  });

  it('opcodes without a row are words', () => {
    expect(only(0x0300_0000 + 1000, 5, 6)).toMatchObject({ token: 1000, operands: [], payload: [5, 6] });
  });

  it('extensions; the last may have the extended bit', () => {
    expect(only(0x8300_003a, 0x8000_0001, 2)).toMatchObject({ token: 0x3a, extensions: [1, 2] });
    expect(only(0x8300_003a, 0x8000_0001, 0x8000_0002)).toMatchObject({ extensions: [1, 0x8000_0002] });
    expect(only(0x8100_003a)).toMatchObject({ token: 0x8000_003a, extensions: [] });
  });

  it('lengths of function tables and interfaces, which may have a DWORD of their own', () => {
    const list = (count: number) => Array.from({ length: count }, (_, i) => i);
    const long = only(0x8000_0091 + ((132 % 128) << 24), 132, 3, 128, ...list(128));
    expect(long).toEqual({
      kind: 'instruction',
      token: 0x91,
      extensions: [],
      operands: [],
      payload: [3, 128, ...list(128)],
    });
    // A length that would fit in the token, and a wrong length.
    expect(only(0x8500_0091, 5, 3, 1, 0)).toMatchObject({ longLength: 5, payload: [3, 1, 0] });
    expect(only(0x8600_0091, 5, 3, 1, 0)).toMatchObject({ longLength: 5, length: 6 });
    expect(only(0x8900_0092, 9, 3, 1)).toMatchObject({ longLength: 9, length: 9 });
  });

  it('indices of every kind', () => {
    // x0[1 << 32 | 2][r3.y + 4]
    const token = 0x0010_3e46 + (1 << 20) + (1 << 22) + (3 << 25);
    const node = only(0x0a00_0036, ...MOV.slice(1, 3), token, 1, 2, 4, 0x0010_001a, 3, 0) as Sm4InstructionNode;
    expect(node.operands[1]!.indices).toEqual([
      { high: 1, immediate: 2 },
      { immediate: 4, relative: { token: 0x0010_001a, indices: [{ immediate: 3 }], literal: [] } },
    ]);
    expect(node.payload).toEqual([0]);
  });

  it('the extended operand token', () => {
    const node = only(0x0600_0036, ...MOV.slice(1, 3), 0x8010_0e46, 0x41, 1) as Sm4InstructionNode;
    expect(node.operands[1]).toMatchObject({ token: 0x0010_0e46, extension: 0x41 });
  });

  it('data blocks by class', () => {
    const block = (dataClass: number) => only(53 | (dataClass << 11), 6, 1, 2, 3, 4);
    expect(block(0)).toMatchObject({ kind: 'comment', words: Uint32Array.of(1, 2, 3, 4) });
    expect(block(3)).toMatchObject({ kind: 'immediateConstantBuffer', words: Uint32Array.of(1, 2, 3, 4) });
    expect(block(2)).toMatchObject({ kind: 'customData' });
    // Too short for a message.
    expect(block(4)).toMatchObject({ kind: 'customData' });
  });

  it('messages with their operands', () => {
    const message = (count: number, size: number) =>
      only(53 | (4 << 11), 10, 0x20_0102, 1, 2, count, size, 0x0010_000a, 5, 0x0000_6425);
    expect(message(1, 2)).toMatchObject({ kind: 'shaderMessage', characters: 2, words: Uint32Array.of(0x6425) });
    expect(message(1, 2)).toHaveProperty('operands', [
      { token: 0x0010_000a, indices: [{ immediate: 5 }], literal: [] },
    ]);
    for (const [count, size] of [
      [2, 2],
      [1, 1],
      [1, 3],
      [0, 2],
      [1, 9],
    ] as const) {
      expect(message(count, size).kind).toBe('customData');
    }
  });

  it('a wrong length of an instruction, a block or the program is kept', () => {
    const cut = same(bytesOf(Uint32Array.of(0x50, 7, 0x0900_0036, ...MOV.slice(1))));
    expect(cut.nodes[0]).toHaveProperty('length', 9);
    expect(same(bytesOf(Uint32Array.of(0x50, 7, 53, 9, 1, 2, 3))).nodes[0]).toMatchObject({
      kind: 'comment',
      length: 9,
    });
    expect(same(bytesOf(Uint32Array.of(0x50, 99, ...MOV))).length).toBe(99);
    expect(same(bytesOf(Uint32Array.of(0x50, 7, ...MOV, 1, 2)))).toMatchObject({ tail: { length: 8 } });
    // Nothing can be found after an instruction of length 0.
    const stopped = same(bytesOf(Uint32Array.of(0x50, 9, ...MOV, 0x36, 5)));
    expect(stopped).toMatchObject({ length: 9, nodes: { length: 1 }, tail: { length: 8 } });
  });

  it('input that is shorter than a program is all tail', () => {
    for (const length of [0, 3, 4, 7])
      expect(same(new Uint8Array(length))).toMatchObject({ version: undefined, nodes: [] });
  });
});

describe('computed fields', () => {
  const node = only(...MOV) as Sm4InstructionNode;

  it('lengths and extended bits', () => {
    const longer: Sm4InstructionNode = { ...node, extensions: [1, 2], payload: [9] };
    expect(encodeSm4(sm4Module(0x50, [longer, node]))).toEqual(
      bytesOf(Uint32Array.of(0x50, 15, 0x8800_0036, 0x8000_0001, 2, ...MOV.slice(1), 9, ...MOV)),
    );
    expect(sm4NodeLength(longer)).toBe(8);
  });

  it('lengths above the limit of the field throw', () => {
    const payload = Array.from({ length: 130 }, () => 0);
    expect(() => encodeSm4(sm4Module(0x50, [{ ...node, payload }]))).toThrow(RangeError);
  });
});
