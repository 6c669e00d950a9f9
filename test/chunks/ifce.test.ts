/** Class linkage: written as the compiler writes it, made anew, and misuse refused. */
import { describe, expect, it } from 'vitest';
import { readRecorded } from '../../fixtures/recorded.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { u32At } from '../../src/base/words.ts';
import {
  type ClassInstance,
  type ClassLinkage,
  type ClassType,
  NO_SLOT,
  readIfce,
  serializeIfce,
} from '../../src/chunks/ifce.ts';
import { readContainer } from '../../src/container/dxbc.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';

function readBack(payload: Uint8Array): { linkage: ClassLinkage; codes: string[] } {
  const container = readContainer(serializeContainer([{ tag: TAG.IFCE, data: payload }]), new Diagnostics())!;
  const diagnostics = new Diagnostics();
  const { source: _, ...linkage } = readIfce(container, container.chunks[0]!, diagnostics)!;
  return { linkage, codes: diagnostics.list.map(({ code }) => code) };
}

const TYPE: ClassType = { name: 'Lamp', reserved: 1, constantBufferStride: 2, textureStride: 0, samplerStride: 0 };
const INSTANCE: ClassInstance = {
  name: 'lamp',
  type: 1,
  elements: 1,
  constantBuffer: 0,
  constantBufferOffset: 3,
  texture: NO_SLOT,
  sampler: NO_SLOT,
};
const SLOTS = { count: 2, typeIds: Uint16Array.of(1), tableIds: Uint32Array.of(5) };
const LINKAGE: ClassLinkage = { types: [TYPE], instances: [INSTANCE], slots: [SLOTS], slotCount: 2 };

describe('class linkage', () => {
  it('is written as the compiler writes it', () => {
    let count = 0;
    for (const { bytes, provenance } of readRecorded()) {
      const container = readContainer(bytes, new Diagnostics());
      const chunk = container?.find(TAG.IFCE);
      if (chunk === undefined) continue;
      count++;
      const { source: _, ...linkage } = readIfce(container!, chunk, new Diagnostics())!;
      expect(Buffer.compare(serializeIfce(linkage), chunk.data), provenance.id).toBe(0);
    }
    expect(count).toBeGreaterThan(8);
  });

  it('is written as the same bytes if nothing is changed', () => {
    const bytes = Uint8Array.from([...serializeIfce(LINKAGE), 1, 2, 3, 4]);
    const container = readContainer(serializeContainer([{ tag: TAG.IFCE, data: bytes }]), new Diagnostics())!;
    const linkage = readIfce(container, container.chunks[0]!, new Diagnostics())!;
    expect(serializeIfce(linkage)).toEqual(bytes);
    expect(serializeIfce({ ...linkage, slotCount: 3 }).byteLength).toBe(bytes.byteLength - 4);
  });

  it('can be made anew', () => {
    const { linkage, codes } = readBack(serializeIfce(LINKAGE));
    expect(codes).toEqual([]);
    expect(linkage).toEqual({ ...LINKAGE, unknown: [0, 0] });
  });

  it('may be empty', () => {
    const empty: ClassLinkage = { types: [], instances: [], slots: [], slotCount: 0, unknown: [1, 2] };
    const bytes = serializeIfce(empty);
    expect(bytes.byteLength).toBe(36);
    expect(readBack(bytes)).toEqual({ linkage: empty, codes: [] });
  });

  it('shares equal lists of function tables and not those of types', () => {
    const bytes = serializeIfce({ ...LINKAGE, slots: [SLOTS, SLOTS] });
    const word = (slots: number, field: number) => u32At(bytes, 36 + 16 * slots + 4 * field);
    expect(word(1, 3)).toBe(word(0, 3));
    expect(word(1, 2)).not.toBe(word(0, 2));
    expect(readBack(bytes).linkage.slots).toEqual([SLOTS, SLOTS]);
  });

  it.each<[string, Partial<ClassLinkage>]>([
    ['the reserved field of a type', { types: [{ ...TYPE, reserved: 0x1_0000 }] }],
    ['the stride of a type', { types: [{ ...TYPE, textureStride: -1 }] }],
    ['the elements of an instance', { instances: [{ ...INSTANCE, elements: 1.5 }] }],
    ['the name of an instance', { instances: [{ ...INSTANCE, name: '€' }] }],
    ['the count of slots', { slotCount: 2 ** 32 }],
    ['the lists of a slot', { slots: [{ ...SLOTS, tableIds: Uint32Array.of(1, 2) }] }],
  ])('does not fit: %s', (_, wrong) => {
    expect(() => serializeIfce({ ...LINKAGE, ...wrong })).toThrow(RangeError);
  });
});
