/** Recorded shaders compared with each other: facts, complete listings, and that no bytes make it throw. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { FIXTURES } from '../../fixtures/sources.ts';
import { Random } from '../../smith/random.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { boundedAligner, diffText } from '../../src/cli/verbs/diff/text.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { diffShaders } from '../../src/diff/diff-shaders.ts';

const read = (name: string) => Uint8Array.from(readFileSync(join(RECORDED, `${name}.bin`)));
const diff = (before: Uint8Array, after: Uint8Array) => diffShaders(before, after, boundedAligner());
const facts = (before: string, after: string) =>
  diff(read(before), read(after)).facts.map(({ change, subject, name, fields, differsAt }) => {
    const changes = fields.map((one) => `${one.field} ${one.before} -> ${one.after}`);
    return [change, subject, name, ...changes, ...(differsAt === undefined ? [] : [differsAt])].filter((x) => x !== '');
  });

describe('facts', () => {
  test('shaders of two feature levels', () => {
    expect(facts('headers-level-9.clipped.vs_4_0_level_9_1', 'headers-level-9.clipped.vs_4_0_level_9_3')).toEqual([
      ['changed', 'shader', expect.stringMatching(/^digest/), 'minFeatureLevel 9_1 -> 9_3'],
      ['changed', 'level 9 program', 'Aon9', 'profile vs_2_0 -> vs_2_x'],
      ['changed', 'chunk', 'Aon9', expect.any(Number)],
    ]);
  });

  test('a shader without its root signature', () => {
    const name = 'container-parts.main.ps_5_1.root-signature';
    const { facts: list, parts } = diff(read(name), read(`${name}-stripped`));
    expect(list.map(({ change, subject, name }) => [change, subject, name])).toEqual([
      ['changed', 'shader', ''],
      ['removed', 'chunk', 'RTS0'],
    ]);
    expect(parts.map((part) => part.name)).toEqual(['root signature']);
  });

  test('a stripped shader: counts that the compiler stored are not compared with none', () => {
    const name = 'bindings-5_1.main.ps_5_1.0x100000';
    const fields = diff(read(name), read(`${name}.stripped`)).facts[0]!.fields.map(({ field }) => field);
    expect(fields).toEqual(['size', 'digest', 'creator', 'flags']);
  });

  test('functions of a library, each with its chunks', () => {
    const list = facts('headers-libraries.lib_4_0_level_9_1', 'headers-libraries.lib_4_0_level_9_3');
    expect(list).toContainEqual(['changed', 'function', 'matrices', 'minFeatureLevel 9_1 -> 9_3']);
    expect(list).toContainEqual(['changed', 'chunk', 'LIBF 2.Aon9', expect.any(Number)]);
  });

  test('the constant table and the preshader of an effect', () => {
    const list = facts('preshader.fx_2_0.0', 'preshader.fx_2_0.1');
    expect(list).toContainEqual(['changed', 'constant', 'preshader.a', 'register c8 -> c9']);
    expect(list.map(([, subject, name]) => `${subject} ${name}`)).toContain('comment PRES');
  });

  test('containers of shader model 6, from their parts', () => {
    const [before, after] = ['compute.main.cs_6_0', 'compute.main.cs_6_6.heaps'].map((name) =>
      Uint8Array.from(readFileSync(join(FIXTURES, 'dxil/recorded', `${name}.bin`))),
    );
    const { facts: list, parts } = diff(before!, after!);
    expect(parts).toEqual([]);
    expect(list[0]!.fields).toContainEqual({ field: 'dxilVersion', before: '1.0', after: '1.6' });
    expect(list.slice(1).map(({ change, subject, name }) => `${change} ${subject} ${name}`)).toEqual([
      ...['SFI0', 'PSV0', 'STAT', 'HASH', 'DXIL'].map((name) => `changed chunk ${name}`),
      'added resource pipelineState.3',
    ]);
  });

  test('bytes that belong to no part of the shader', () => {
    const bytes = read('debug-information.main.ps_5_0.0x1.stripped');
    const reserved = Uint8Array.from(bytes);
    // The low half of the version of the container, which no reader uses.
    reserved[20]! ^= 2;
    const { identical, facts: list, parts } = diff(bytes, reserved);
    expect(identical).toBe(false);
    expect(parts).toEqual([]);
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ subject: 'shader', differsAt: 20 });
  });
});

describe('diffShaders', () => {
  const before = read('arithmetic-float.main.ps_5_0');
  const after = read('arithmetic-float.main.ps_5_0.0x4');

  test('aligns lines without a package, too', () => {
    const [part] = diffShaders(before, after.buffer).parts;
    const first = diff(before, after).parts[0]!;
    expect(part!.lines.flatMap((line) => line.after ?? [])).toEqual(first.lines.flatMap((line) => line.after ?? []));
    expect(part!.lines.filter(({ change }) => change === 'same').length).toBeGreaterThan(5);
  });

  test('wrong arguments', () => {
    expect(() => diffShaders('text' as never, after)).toThrow(TypeError);
    expect(() => diffShaders(before, undefined as never)).toThrow(TypeError);
    expect(() => diffShaders(before, after, {} as never)).toThrow(TypeError);
  });
});

describe('damaged files', () => {
  /** The library whose every function is the first one, `count` times. */
  function repeated(count: number): Uint8Array {
    const library = readContainer(read('headers-libraries.lib_4_0'), new Diagnostics())!;
    const { offset, data } = library.find(TAG.LIBF)!;
    const start = 32 + 4 * count;
    const bytes = new Uint8Array(start + 8 + data.byteLength);
    bytes.set(library.bytes.subarray(0, 32));
    bytes.set(library.bytes.subarray(offset, offset + 8 + data.byteLength), start);
    const view = new DataView(bytes.buffer);
    view.setUint32(24, bytes.byteLength, true);
    view.setUint32(28, count, true);
    for (let i = 0; i < count; i++) view.setUint32(32 + 4 * i, start, true);
    return bytes;
  }

  test('functions that share their bytes are not compared again and again', { tags: 'slow' }, () => {
    const bytes = repeated(4000);
    const other = Uint8Array.from(bytes);
    other[other.length - 8]! ^= 1;
    const { identical, facts: list, parts } = diff(bytes, other);
    expect(identical).toBe(false);
    expect(list.length + parts.length).toBeLessThan(200);
  });

  test('many lines and comments', { tags: 'slow' }, () => {
    // nop, and comments without contents.
    const stream = (word: number) =>
      Uint32Array.from({ length: 100_002 }, (_, i) => (i === 0 ? 0xffff0200 : i > 100_000 ? 0xffff : word));
    const streams = [stream(0), stream(0xfffe)].map(({ buffer }) => new Uint8Array(buffer));
    const { parts } = diff(streams[0]!, streams[1]!);
    expect(parts[0]!.lines).toHaveLength(100_000);
    expect(diff(streams[1]!, streams[0]!).parts[0]!.lines).toHaveLength(100_000);
  });
});

const NAMES = readdirSync(RECORDED)
  .filter((name) => name.endsWith('.bin'))
  .map((name) => name.slice(0, -'.bin'.length));

describe('every recorded shader', { tags: ['slow', 'ci'] }, () => {
  test('is identical to itself, and differs from the next one in lines that add up to its listing', () => {
    for (const [i, name] of NAMES.entries()) {
      const bytes = read(name);
      expect(diff(bytes, Uint8Array.from(bytes))).toMatchObject({ identical: true, facts: [], parts: [] });
      const other = read(NAMES[(i + 1) % NAMES.length]!);
      const { identical, facts: list, parts } = diff(bytes, other);
      expect(identical, name).toBe(Buffer.compare(bytes, other) === 0);
      expect(list.length + parts.length > 0 || identical, name).toBe(true);
      const reversed = diff(other, bytes);
      for (const part of parts) {
        const counterpart = reversed.parts.find((one) => one.name === part.name)!;
        const before = part.lines.flatMap((line) => line.before ?? []);
        const after = part.lines.flatMap((line) => line.after ?? []);
        expect(
          counterpart.lines.flatMap((line) => line.after ?? []),
          name,
        ).toEqual(before);
        expect(
          counterpart.lines.flatMap((line) => line.before ?? []),
          name,
        ).toEqual(after);
        for (const { change, ...sides } of part.lines) {
          if (change !== 'same') continue;
          expect(sides.before!.words).toEqual(sides.after!.words);
        }
      }
    }
  });

  test('damaged, differs from the original, and the text says something', () => {
    const random = new Random(7);
    for (const name of NAMES) {
      const bytes = read(name);
      const damaged = Uint8Array.from(bytes);
      for (let i = 0; i < 3; i++) damaged[random.below(damaged.length)] = random.below(256);
      const cut = damaged.subarray(0, random.between(1, damaged.length));
      for (const other of [damaged, cut]) {
        if (Buffer.compare(bytes, other) !== 0) expect(diffText(bytes, other), name).not.toBe('');
      }
    }
  });
});
