/** Debug information of models 1 to 3 after edits: its lines and variables stay with their instructions. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../../fixtures/recorded.ts';
import { Random } from '../../../smith/random.ts';
import { randomDbug, withDbug } from '../../../smith/sm1-debug.ts';
import { validSm1Words } from '../../../smith/sm1-valid.ts';
import { Diagnostics } from '../../../src/base/diagnostics.ts';
import { bytesOf } from '../../../src/base/words.ts';
import { readAon9 } from '../../../src/chunks/aon9.ts';
import { TAG } from '../../../src/container/tags.ts';
import { moveDbugOffsets } from '../../../src/debug/dbug/move.ts';
import { openShaderFile } from '../../../src/file/shader-file.ts';
import { findSm1Comment, Sm1CommentTag } from '../../../src/isa/sm1/comments.ts';
import { insertSm1Nodes, removeSm1Nodes } from '../../../src/isa/sm1/edit.ts';
import { decodeSm1Bytes, encodeSm1, type Sm1Node } from '../../../src/isa/sm1/encode.ts';
import { openShader } from '../../../src/shader/index.ts';
import { disassemble } from '../../../src/text/disassemble.ts';

const fixture = (id: string) => readRecorded().find(({ provenance }) => provenance.id === id)!.bytes;
const pixel = fixture('debug-information.main.ps_3_0.0x1');
const level9 = fixture('debug-information.vertex.vs_4_0_level_9_1.0x1');

/** Each instruction with its line and variables, without the blanks before it. */
const lines = (bytes: Uint8Array) => disassemble(bytes, { header: false }).text.split('\n');

/** The lines of the program for feature level 9. */
function level9Lines(bytes: Uint8Array): string[] {
  const { container } = openShaderFile(bytes);
  const { words } = readAon9(container!, container!.find(TAG.Aon9)!, new Diagnostics())!;
  return lines(bytesOf(words));
}

/** A stream with other nodes and the debug information of before. */
function edited(
  bytes: Uint8Array,
  edit: (module: ReturnType<typeof decodeSm1Bytes>) => Parameters<typeof encodeSm1>[0],
) {
  return moveDbugOffsets(bytes, encodeSm1(edit(decodeSm1Bytes(bytes))));
}

const nop: Sm1Node = { kind: 'instruction', token: 0, literals: [], sources: [] };
const isCode = (node: Sm1Node) => node.kind === 'instruction';

describe('offsets', () => {
  it('follow a constant table that grows and shrinks again', () => {
    const shader = openShader(pixel);
    const { reflection } = shader.reflect();
    const constant = reflection?.format === 'sm1' ? reflection.constants[0] : undefined;
    const renamed = shader.rename(constant!.name, 'a_name_that_is_much_longer_than_before').toBytes();
    expect(renamed.byteLength).toBeGreaterThan(pixel.byteLength);
    expect(lines(renamed)).toEqual(lines(pixel));
    expect(shader.rename('a_name_that_is_much_longer_than_before', constant!.name).toBytes()).toEqual(pixel);
  });

  it('follow comments and bytes of any kind before the code', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const program = validSm1Words(random);
      const bytes = bytesOf(withDbug(program, randomDbug(program, random)));
      const comment: Sm1Node = { kind: 'comment', token: 0xfffe, words: new Uint32Array(random.between(1, 20)) };
      const longer = edited(bytes, (module) => insertSm1Nodes(module, random.below(2), comment));
      expect(lines(longer), `${seed}`).toEqual(lines(bytes));
    }
  });

  it('of feature level 9 follow its program', () => {
    const before = level9Lines(level9);
    const after = level9Lines(openShader(level9).setConstant('c200', [1, 2, 3, 4]).toBytes());
    expect(before.some((line) => line.includes('#line'))).toBe(true);
    expect(after.filter((line) => !line.includes('def c200, 1, 2, 3, 4'))).toEqual(before);
    expect(after.length).toBe(before.length + 1);
  });
});

describe('records', () => {
  it('are added for new instructions, without a line and without variables', () => {
    const before = lines(pixel);
    const { nodes } = decodeSm1Bytes(pixel);
    for (let at = nodes.findIndex(isCode); at <= nodes.length; at++) {
      const longer = edited(pixel, (module) => insertSm1Nodes(module, at, nop));
      const after = lines(longer).filter((line) => line.trim() !== 'nop' && !/#line/.test(line) && line.trim() !== '');
      expect(after, `${at}`).toEqual(before.filter((line) => !/#line/.test(line) && line.trim() !== ''));
      const back = edited(longer, (module) => removeSm1Nodes(module, at));
      expect(lines(back), `${at}`).toEqual(before);
    }
  });

  it('are removed with their instructions', () => {
    const before = lines(pixel).filter((line) => /<\d/.test(line));
    const { nodes } = decodeSm1Bytes(pixel);
    const at = nodes.findLastIndex(isCode);
    const shorter = edited(pixel, (module) => removeSm1Nodes(module, at));
    expect(lines(shorter).filter((line) => /<\d/.test(line))).toEqual(before.slice(0, -1));
  });

  it('grow once in a comment, not with every edit', () => {
    let bytes = pixel;
    const sizes = [1, 2, 3, 4].map((_, i) => {
      bytes = openShader(bytes)
        .setConstant(`c${100 + i}`, [1, 2, 3, 4])
        .toBytes();
      return bytes.byteLength;
    });
    expect(sizes[3]! - sizes[2]!).toBe(24 + 8);
    expect(sizes[2]! - sizes[1]!).toBe(24 + 8);
  });
});

describe('what is left as it is', () => {
  it('is other debug information, and a program without any', () => {
    const without = encodeSm1({ ...decodeSm1Bytes(pixel), nodes: decodeSm1Bytes(pixel).nodes.filter(isCode) });
    expect(moveDbugOffsets(pixel, without)).toBe(without);
    expect(moveDbugOffsets(without, pixel)).toBe(pixel);
    const span = findSm1Comment(new Uint32Array(pixel.slice().buffer), Sm1CommentTag.debug)!;
    const other = pixel.slice();
    other[4 * span.start + 50]! ^= 1;
    expect(moveDbugOffsets(pixel, other)).toBe(other);
  });

  it('is a table that does not lie in its comment', () => {
    const span = findSm1Comment(new Uint32Array(pixel.slice().buffer), Sm1CommentTag.debug)!;
    const damaged = pixel.slice();
    new DataView(damaged.buffer).setUint32(4 * span.start + 20, 0x7fff_ffff, true);
    const longer = encodeSm1(insertSm1Nodes(decodeSm1Bytes(damaged), 1, nop));
    expect(moveDbugOffsets(damaged, longer)).toBe(longer);
  });
});
