import { describe, expect, it } from 'vitest';
import {
  colorMaskText,
  componentIndex,
  componentsRead,
  FULL_MASK,
  IDENTITY_SWIZZLE,
  isReplicateSwizzle,
  maskText,
  replicateSwizzle,
  swizzleComponent,
  swizzleText,
} from '../../src/isa/components.ts';

const SWIZZLES = Array.from({ length: 256 }, (_, swizzle) => swizzle);
const MASKS = Array.from({ length: 16 }, (_, mask) => mask);

describe('masks', () => {
  it('are named by their components', () => {
    expect([0, 1, 5, 8, 15].map(maskText)).toEqual(['', 'x', 'xz', 'w', 'xyzw']);
    expect([0, 1, 5, 8, 15].map(colorMaskText)).toEqual(['', 'r', 'rb', 'a', 'rgba']);
    expect(maskText(0xf5)).toBe('xz');
  });
});

describe('components', () => {
  it('have indices', () => {
    expect(['x', 'y', 'z', 'w', '', 'r', 'xy', 'yz'].map(componentIndex)).toEqual([0, 1, 2, 3, -1, -1, -1, -1]);
  });
});

describe('swizzles', () => {
  it('are named by the components that they read', () => {
    expect(swizzleText(IDENTITY_SWIZZLE)).toBe('xyzw');
    expect(swizzleText(0x1b)).toBe('wzyx');
    expect(swizzleText(0)).toBe('xxxx');
  });

  it('replicate one component', () => {
    expect(SWIZZLES.filter(isReplicateSwizzle)).toEqual([0, 1, 2, 3].map(replicateSwizzle));
    expect([0, 1, 2, 3].map((component) => swizzleText(replicateSwizzle(component)))).toEqual([
      'xxxx',
      'yyyy',
      'zzzz',
      'wwww',
    ]);
  });

  it('read the components that their text names, for each mask', { tags: 'slow' }, () => {
    for (const swizzle of SWIZZLES) {
      const text = swizzleText(swizzle);
      for (const mask of MASKS) {
        const named = [0, 1, 2, 3].filter((i) => mask & (1 << i)).map((i) => text[i]!);
        expect(componentsRead(swizzle, mask)).toBe(
          named.reduce((all, letter) => all | (1 << 'xyzw'.indexOf(letter)), 0),
        );
      }
      for (let i = 0; i < 4; i++) expect('xyzw'[swizzleComponent(swizzle, i)]).toBe(text[i]);
    }
    for (const mask of MASKS) expect(componentsRead(IDENTITY_SWIZZLE, mask)).toBe(mask & FULL_MASK);
  });
});
