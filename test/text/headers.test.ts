/** The header sections of listings where no compiler leads: type graphs without end, chunks that miss or overlap. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { containerOf, wordBytes } from '../../smith/bytes.ts';
import { containerText } from '../../smith/checks/print.ts';
import { type Diagnostic, Diagnostics } from '../../src/base/diagnostics.ts';
import { fastPaths } from '../../src/base/direct-mapped-cache.ts';
import { MAX_LISTING_LENGTH, MAX_TYPE_DEPTH } from '../../src/base/limits.ts';
import { bytesOf, fourCC, latin1Bytes } from '../../src/base/words.ts';
import { computeChecksum } from '../../src/container/digest.ts';
import { CHUNK_HEADER_SIZE, HEADER_SIZE, readContainer } from '../../src/container/dxbc.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { listingStyle } from '../../src/text/options.ts';

/** An empty signature. */
const NOTHING = wordBytes(0, 8);
/** A program `ps_4_0` that only returns. */
const PROGRAM = wordBytes(0x40, 3, 0x0100_003e);

function print(bytes: Uint8Array): { text: string; diagnostics: readonly Diagnostic[]; codes: string[] } {
  const diagnostics = new Diagnostics();
  const container = readContainer(bytes, diagnostics)!;
  const text = containerText(container, listingStyle(), diagnostics);
  return { text, diagnostics: diagnostics.list, codes: diagnostics.list.map(({ code }) => code) };
}

const NAME = 28;
const BUFFER = 32;
const VARIABLE = 56;
const FIRST_TYPE = 80;
const TYPE_SIZE = 16;
const MEMBER_SIZE = 12;
const STRUCT = 5;
const FLOAT = 3 << 16;

/**
 * Resource definitions with one variable, whose type is the first of `graph`. Each type is given by the numbers of the
 * types of its members; one without members is a float.
 */
function resourcesOf(graph: readonly (readonly number[])[]): Uint8Array {
  const positions: number[] = [];
  let at = FIRST_TYPE;
  for (const members of graph) {
    positions.push(at);
    at += TYPE_SIZE + MEMBER_SIZE * members.length;
  }
  const words = new Uint32Array(at / 4);
  const set = (offset: number, ...values: number[]) => words.set(values, offset / 4);
  set(0, 1, BUFFER, 0, 0, 0xffff_0400, 0, NAME, fourCC('n\0\0\0'));
  set(BUFFER, NAME, 1, VARIABLE, 16, 0, 0);
  set(VARIABLE, NAME, 0, 16, 2, FIRST_TYPE, 0);
  graph.forEach((members, index) => {
    const position = positions[index]!;
    set(position, members.length > 0 ? STRUCT : FLOAT, 0x0001_0001, members.length << 16, position + TYPE_SIZE);
    members.forEach((member, i) => {
      set(position + TYPE_SIZE + MEMBER_SIZE * i, NAME, positions[member]!, 4 * i);
    });
  });
  return bytesOf(words);
}

const withResources = (resources: Uint8Array) =>
  containerOf({ RDEF: resources, ISGN: NOTHING, OSGN: NOTHING, SHDR: PROGRAM });
/** Where the payload of the first of these four chunks begins. */
const RESOURCES = HEADER_SIZE + 4 * 4 + CHUNK_HEADER_SIZE;

describe('type graphs', () => {
  test('a structure in a structure', () => {
    const { text, codes } = print(withResources(resourcesOf([[1, 2], [2], []])));
    expect(codes).toEqual([]);
    expect(text.split('// cbuffer n\n')[1]!.split('// }\n')[0]).toBe(`// {
//
//   struct
//   {
//       
//       struct
//       {
//           
//           float n;                   // Offset:    0
//
//       } n;                           // Offset:    0
//       float n;                       // Offset:    4
//
//   } n;                               // Offset:    0 Size:    16
//
`);
  });

  test('a type that contains itself is reported with its location', () => {
    const { text, diagnostics } = print(withResources(resourcesOf([[0, 1], []])));
    const [{ code, span }] = diagnostics as [Diagnostic];
    expect([code, span.start]).toEqual(['DX1014', RESOURCES + FIRST_TYPE]);
    expect(text.length).toBeLessThan(3000);
  });

  test('two types that contain each other', () => {
    expect(print(withResources(resourcesOf([[1], [0]]))).codes).toEqual(['DX1014']);
  });

  test('types that nest too deeply', () => {
    const levels = MAX_TYPE_DEPTH + 10;
    const graph = Array.from({ length: levels }, (_, i) => (i + 1 < levels ? [i + 1] : []));
    expect(print(withResources(resourcesOf(graph))).codes).toEqual(['DX1015']);
  });

  test('a graph whose expansion would be larger than any disk', { tags: 'slow' }, () => {
    const graph = Array.from({ length: 60 }, (_, i) => (i < 59 ? [i + 1, i + 1] : []));
    const { text, codes } = print(withResources(resourcesOf(graph)));
    expect(codes).toEqual(['DX1016']);
    expect(text.length).toBeLessThan(1.01 * MAX_LISTING_LENGTH);
  });

  test('a member of a type outside the container: no header, and why', () => {
    const resources = resourcesOf([[1], []]);
    new DataView(resources.buffer, resources.byteOffset).setUint32(FIRST_TYPE + TYPE_SIZE + 4, 0x10_0000, true);
    const { text, codes } = print(withResources(resources));
    expect(codes).toEqual(['DX1010', 'DX1019']);
    expect(text).toBe('ps_4_0\nret \n');
  });
});

describe('missing chunks', () => {
  test('no signature: no header', () => {
    const { text, codes } = print(containerOf({ ISGN: NOTHING, SHDR: PROGRAM }));
    expect(text).toBe('ps_4_0\nret \n');
    expect(codes).toEqual(['DX1019']);
  });

  test('no program: the header, and that there is none', () => {
    const { text, codes } = print(containerOf({ ISGN: NOTHING, OSGN: NOTHING }));
    expect(text).toContain('// no Input\n');
    expect(codes).toEqual(['DX1008']);
  });

  test('no resources, no statistics', () => {
    const { text, codes } = print(containerOf({ ISGN: NOTHING, OSGN: NOTHING, SHDR: PROGRAM }));
    expect(codes).toEqual([]);
    expect(text).toContain('// Generated by Microsoft (R) D3D Shader Disassembler\n');
    expect(text.endsWith('ret \n// Approximately 0 instruction slots used\n')).toBe(true);
  });
});

/** A container with one chunk that its table names `count` times. */
function repeated(tag: string, payload: Uint8Array, count: number): Uint8Array {
  const offset = HEADER_SIZE + 4 * count;
  const bytes = new Uint8Array(offset + CHUNK_HEADER_SIZE + payload.byteLength);
  const words = new DataView(bytes.buffer);
  bytes.set(latin1Bytes('DXBC'));
  words.setUint32(20, 1, true);
  words.setUint32(24, bytes.byteLength, true);
  words.setUint32(28, count, true);
  for (let i = 0; i < count; i++) words.setUint32(HEADER_SIZE + 4 * i, offset, true);
  words.setUint32(offset, fourCC(tag), true);
  words.setUint32(offset + 4, payload.byteLength, true);
  bytes.set(payload, offset + CHUNK_HEADER_SIZE);
  bytes.set(bytesOf(computeChecksum(bytes)), 4);
  return bytes;
}

describe('overlapping chunks', () => {
  test('a library with one function many times, which is such a library again', () => {
    let bytes = repeated('LIBF', containerOf({ SHDR: PROGRAM }), 1000);
    for (let i = 0; i < 3; i++) bytes = repeated('LIBF', bytes, 1000);
    const { text, codes } = print(bytes);
    expect(codes).toContain('DX1021');
    expect(text.length).toBeLessThan(100 * bytes.byteLength);
  });

  test('a program of feature level 9 many times', { tags: 'slow' }, () => {
    const instructions = new Uint32Array(4000).fill(0x0000_0000);
    const program = [0xffff_0200, ...instructions, 0x0000_ffff];
    const header = [4 * program.length + 36, 0xffff_0200, 4 * program.length, 36, 0, 0, 0, 0, 0];
    const bytes = repeated('Aon9', wordBytes(...header, ...program), 4000);
    const { text, codes } = print(bytes);
    expect(codes).toContain('DX1021');
    expect(text.length).toBeLessThan(100 * bytes.byteLength);
  });
});

test('a program of feature level 9 at an offset outside its chunk is reported inside the file', () => {
  const bytes = containerOf({ Aon9: wordBytes(36, 0xffff_0200, 4, 0x0200_0000, 0, 0, 0, 0, 0) });
  const spans = disassemble(bytes).diagnostics.map(({ span }) => span);
  expect(spans.length).toBeGreaterThan(0);
  for (const { start, end } of spans) {
    expect(start).toBeLessThanOrEqual(end);
    expect(end).toBeLessThanOrEqual(bytes.byteLength);
  }
});

describe('names', () => {
  test('keep their bytes', () => {
    const recorded = readFileSync('fixtures/recorded/headers-pixel.printed.ps_5_0.bin');
    const bytes = new Uint8Array(recorded);
    const at = recorded.indexOf('SV_Target');
    bytes.set([0xff, 0x80, 0x9f], at);
    expect(print(bytes).text).toContain('// \xff\x80\x9fTarget                0   xyzw');
  });
});

describe('sections printed without reading their chunks', () => {
  const print = (bytes: Uint8Array, fast: boolean) => {
    fastPaths.enabled = fast;
    const { text, diagnostics } = disassemble(bytes);
    return { text, diagnostics };
  };
  const before = fastPaths.enabled;
  afterEach(() => {
    fastPaths.enabled = before;
  });

  test.each(['tint5.cso', 'link/ps51.cso', 'arrays-of-arrays.cso'])(
    'are as those that are read: every DWORD of %s replaced',
    { tags: 'slow' },
    (name) => {
      const shader = new Uint8Array(
        readFileSync(join(name.startsWith('arrays') ? 'samples' : 'test/cli/inputs', name)),
      );
      expect(print(shader, true)).toEqual(print(shader, false));
      for (let at = HEADER_SIZE; at + 4 <= shader.byteLength; at += 4) {
        for (const word of [0, 1, 0x0a41_0041, at, 0xffff_fff0]) {
          const changed = shader.slice();
          changed.set(wordBytes(word), at);
          expect(print(changed, true)).toEqual(print(changed, false));
        }
      }
    },
  );

  test('are as those that are read: structures in structures', () => {
    for (let levels = 1; levels < 40; levels++) {
      const graph = Array.from({ length: levels }, (_, i) => (i + 1 < levels ? [i + 1, levels - 1, i + 1] : []));
      const short = withResources(resourcesOf(levels < 6 ? graph : graph.map((members) => members.slice(0, 1))));
      expect(print(short, true)).toEqual(print(short, false));
    }
  });

  test('are as those that are read: default values', () => {
    for (const size of [0, 4, 16, 20, 18, 40, 0xffff_fffc]) {
      const resources = resourcesOf([[1, 2], [2], []]);
      const words = new DataView(resources.buffer, resources.byteOffset);
      words.setUint32(VARIABLE + 8, size, true);
      words.setUint32(VARIABLE + 20, FIRST_TYPE, true);
      const bytes = withResources(resources);
      expect(print(bytes, true)).toEqual(print(bytes, false));
    }
  });

  test('are as those that are read: containers cut inside their last signature', () => {
    const { chunks } = readContainer(new Uint8Array(readFileSync('test/cli/inputs/tint5.cso')), new Diagnostics())!;
    const last = (name: string) => (name === 'OSGN' ? 1 : 0);
    const ordered = chunks.toSorted((a, b) => last(a.name) - last(b.name));
    const shader = containerOf(Object.fromEntries(ordered.map(({ name, data }) => [name, data])));
    for (let length = shader.byteLength; length > shader.byteLength - 64; length--)
      expect(print(shader.slice(0, length), true)).toEqual(print(shader.slice(0, length), false));
  });

  test('are as those that are read: chunks at odd offsets', () => {
    const { chunks } = readContainer(new Uint8Array(readFileSync('test/cli/inputs/tint5.cso')), new Diagnostics())!;
    const tagged = chunks.map(({ name, data }) => [name, data] as const);
    const odd = containerOf(Object.fromEntries([['JUNK', new Uint8Array(3)] as const, ...tagged]));
    expect(print(odd, true).text).toContain('// Buffer Definitions');
    expect(print(odd, true)).toEqual(print(odd, false));
  });
});
