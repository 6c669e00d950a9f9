/** Signatures, statistics and feature bits: written as the compiler writes them, made anew, and misuse refused. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { wordBytes } from '../../smith/bytes.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Bytes } from '../../src/base/words.ts';
import { readSfi0, serializeSfi0 } from '../../src/chunks/sfi0.ts';
import { NO_REGISTER, readSignature, type SignatureElement, serializeSignature } from '../../src/chunks/signature.ts';
import { readStat, serializeStat } from '../../src/chunks/stat.ts';
import { type Chunk, type Container, readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';

const SIGNATURES = ['ISGN', 'ISG1', 'OSGN', 'OSG5', 'OSG1', 'PCSG', 'PSG1'] as const;

interface Found {
  readonly id: string;
  readonly container: Container;
  readonly chunk: Chunk;
}

/** Every chunk with one of `tags` in the recorded files. */
function recordedChunks(how: 'compiled' | 'edited', ...tags: number[]): Found[] {
  return readRecorded().flatMap(({ bytes, provenance: { id, how: made } }) => {
    const container = made === how ? readContainer(bytes, new Diagnostics()) : undefined;
    return (container?.chunks ?? [])
      .filter(({ tag }) => tags.includes(tag))
      .map((chunk) => ({ id, container: container!, chunk }));
  });
}

function elementsOf({ container, chunk }: Pick<Found, 'container' | 'chunk'>): readonly SignatureElement[] {
  return readSignature(container, chunk, new Diagnostics())!.elements;
}

/** A container with one chunk. */
function around(tag: number, data: Uint8Array): Pick<Found, 'container' | 'chunk'> {
  const container = readContainer(serializeContainer([{ tag, data }]), new Diagnostics())!;
  return { container, chunk: container.chunks[0]! };
}

const ELEMENT: SignatureElement = {
  semanticName: 'TEXCOORD',
  semanticIndex: 1,
  systemValue: 0,
  componentType: 3,
  register: 2,
  mask: 7,
  readWriteMask: 3,
  stream: 0,
  minPrecision: 0,
};

describe('signatures', () => {
  it('are written as the compiler writes them', () => {
    const kinds: Record<string, number> = {};
    for (const found of recordedChunks('compiled', ...SIGNATURES.map((name) => TAG[name]))) {
      const { id, chunk } = found;
      kinds[chunk.name] = (kinds[chunk.name] ?? 0) + 1;
      const same = Buffer.compare(serializeSignature(elementsOf(found), chunk.tag), chunk.data) === 0;
      expect(same, `${id} ${chunk.name}`).toBe(true);
    }
    for (const [name, least] of [
      ...['ISGN', 'OSGN'].map((one) => [one, 200]),
      ['OSG5', 8],
      ['ISG1', 20],
      ['PCSG', 15],
    ]) {
      expect(kinds[name!], `${name}`).toBeGreaterThan(least as number);
    }
  });

  it('keep all facts where another writer laid them out', { tags: 'slow' }, () => {
    const chunks = recordedChunks('edited', ...SIGNATURES.map((name) => TAG[name]));
    expect(new Set(chunks.map(({ chunk }) => chunk.name))).toContain('PSG1');
    for (const found of chunks) {
      const { tag } = found.chunk;
      const elements = elementsOf(found);
      expect(elementsOf(around(tag, serializeSignature(elements, tag))), found.id).toEqual(elements);
    }
  });

  it('are written as the same bytes in any layout if nothing is changed', { tags: 'slow' }, () => {
    let otherwise = 0;
    for (const { id, container, chunk } of recordedChunks('edited', ...SIGNATURES.map((name) => TAG[name]))) {
      const signature = readSignature(container, chunk, new Diagnostics())!;
      expect(Buffer.compare(serializeSignature(signature), chunk.data), id).toBe(0);
      const anew = { ...signature, elements: [...signature.elements] };
      if (Buffer.compare(serializeSignature(anew), chunk.data) !== 0) otherwise++;
    }
    expect(otherwise).toBeGreaterThan(3);
  });

  it('have names once, in the order of their first use', () => {
    const elements = [
      ELEMENT,
      { ...ELEMENT, semanticName: 'A' },
      { ...ELEMENT, semanticName: 'TEXCOORD', semanticIndex: 2 },
    ];
    const bytes = serializeSignature(elements, TAG.ISGN);
    expect(Buffer.from(bytes.subarray(8 + 24 * 3))).toEqual(Buffer.from('TEXCOORD\0A\0\xab', 'latin1'));
    expect(elementsOf(around(TAG.ISGN, bytes))).toEqual(elements);
  });

  it('have streams and precisions where their records have', () => {
    const element = { ...ELEMENT, register: NO_REGISTER, stream: 3, minPrecision: 2 };
    const back = (tag: number) => {
      const [one] = elementsOf(around(tag, serializeSignature([element], tag)));
      return [one!.stream, one!.minPrecision, one!.register];
    };
    expect(back(TAG.OSGN)).toEqual([0, 0, NO_REGISTER]);
    expect(back(TAG.OSG5)).toEqual([3, 0, NO_REGISTER]);
    expect(back(TAG.OSG1)).toEqual([3, 2, NO_REGISTER]);
  });

  it('may be empty', () => {
    expect(serializeSignature([], TAG.ISGN)).toEqual(wordBytes(0, 8));
  });

  it.each([
    ['a mask', { mask: 256 }],
    ['a written mask', { readWriteMask: -1 }],
    ['a register', { register: 2 ** 32 }],
    ['an index', { semanticIndex: 0.5 }],
    ['a name', { semanticName: 'Ā' }],
    ['a name with an end inside', { semanticName: 'A\0B' }],
  ])('do not fit: %s', (_, wrong) => {
    expect(() => serializeSignature([{ ...ELEMENT, ...wrong }], TAG.ISGN)).toThrow(RangeError);
  });
});

describe('statistics', () => {
  it('are written as they were read, of every size', () => {
    const sizes = new Set<number>();
    for (const { id, container, chunk } of [
      ...recordedChunks('compiled', TAG.STAT),
      ...recordedChunks('edited', TAG.STAT),
    ]) {
      const statistics = readStat(container, chunk, new Diagnostics());
      sizes.add(statistics.size);
      const written = serializeStat(statistics.all(), statistics.size);
      expect(Buffer.compare(written, chunk.data), id).toBe(0);
    }
    expect(sizes).toContain(116);
    expect(sizes).toContain(148);
  });

  it('have zeros for what is not given', () => {
    const bytes = serializeStat({ instructionCount: 7, textureStoreInstructions: 9 });
    expect(bytes).toEqual(wordBytes(7, ...Array.from({ length: 35 }, () => 0), 9));
  });

  it('refuse what does not fit', () => {
    expect(() => serializeStat({ instructionCount: -1 })).toThrow(RangeError);
    expect(() => serializeStat({ textureStoreInstructions: 1 }, 116)).toThrow(RangeError);
    expect(() => serializeStat({ textureStoreInstructions: 1 }, 147)).toThrow(RangeError);
    expect(() => serializeStat({}, -4)).toThrow(RangeError);
    expect(() => serializeStat({ textureStoreInstructions: 0 }, 116)).not.toThrow();
  });
});

describe('feature bits', () => {
  it('are written as they were read', () => {
    const chunks = recordedChunks('compiled', TAG.SFI0);
    expect(chunks.length).toBeGreaterThan(30);
    for (const { id, container, chunk } of chunks) {
      const { low, high } = readSfi0(container, chunk, new Diagnostics());
      expect(Buffer.compare(serializeSfi0(low, high), chunk.data), id).toBe(0);
    }
  });

  it('are 64', () => {
    expect(serializeSfi0(0x8000_0001)).toEqual(wordBytes(0x8000_0001, 0));
    expect(serializeSfi0(1, 2)).toEqual(wordBytes(1, 2));
    expect(() => serializeSfi0(2 ** 32)).toThrow(RangeError);
    expect(() => serializeSfi0(0, -1)).toThrow(RangeError);
  });
});

it('names have one byte for each character', () => {
  const bytes = serializeSignature([{ ...ELEMENT, semanticName: 'Ä' }], TAG.ISGN);
  expect(bytes.subarray(32)).toEqual(latin1Bytes('Ä\0\xab\xab'));
});
