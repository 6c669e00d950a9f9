/** Averages of samples. */
import { describe, expect, it } from 'vitest';
import { resolve } from '../../../live/wine/resolve.ts';
import { callOf, drawn, floatsAt, rectangle, target, wordsAt } from '../../support/draws.ts';

describe('resolving', () => {
  it('averages colors', () => {
    const source = target('R32G32B32A32_FLOAT', 4);
    const destination = target();
    drawn(callOf(rectangle(0, 0, 2.5, 8, [4, 8, 12, 16]), { renderTargets: [source] }));
    expect(resolve(source, destination)).toEqual([]);
    expect(floatsAt(destination, 1, 1)).toEqual([4, 8, 12, 16]);
    // Two of four samples are left of the middle.
    expect(floatsAt(destination, 2, 1)).toEqual([2, 4, 6, 8]);
    expect(floatsAt(destination, 3, 1)).toEqual([0, 0, 0, 0]);
  });

  it('takes the first sample of integers', () => {
    const source = target('R32G32B32A32_UINT', 2);
    const destination = target('R32G32B32A32_UINT');
    new Uint32Array(source.texture.bytes.buffer).set([7, 8, 9, 10, 1, 1, 1, 1]);
    resolve(source, destination);
    expect(wordsAt(destination, 0, 0)).toEqual([7, 8, 9, 10]);
  });

  it('reports sizes that differ', () => {
    expect(resolve(target(), target('R32G32B32A32_FLOAT', 2)).map(({ code }) => code)).toEqual(['DX7103']);
  });
});
