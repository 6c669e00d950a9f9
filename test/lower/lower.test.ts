/** `lower()` on files that are damaged: where the diagnostic is. */
import { expect, test } from 'vitest';
import { bytesOf, fourCC } from '../../src/base/words.ts';
import { TAG } from '../../src/container/tags.ts';
import { serializeContainer } from '../../src/container/write.ts';
import { lower } from '../../src/lower/index.ts';

test('operands that are missing at the end are reported where the program ends', () => {
  // A comparison sample without any operand.
  const program = bytesOf(Uint32Array.of(0x4_0150, 3, 0x8100_00e5));
  const bytes = serializeContainer([{ tag: TAG.SHEX, data: program }]);
  const { module, diagnostics } = lower(bytes);
  expect(module).toBeUndefined();
  expect(diagnostics.map(({ code, span }) => [code, span.start])).toEqual([['DX5104', bytes.byteLength]]);
});

test('a chunk with something else than a program of its models is reported', () => {
  // A container inside, and a program of vs_2_0.
  for (const words of [Uint32Array.of(fourCC('DXBC'), 2), Uint32Array.of(0xfffe_0200, 0xffff)]) {
    const { module, diagnostics } = lower(serializeContainer([{ tag: TAG.SHEX, data: bytesOf(words) }]));
    expect(module).toBeUndefined();
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  }
});
