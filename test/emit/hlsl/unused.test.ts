/** Definitions that are removed because nothing uses them. */
import { expect, it } from 'vitest';
import { LineWriter } from '../../../src/emit/common/lines.ts';
import { withoutUnused } from '../../../src/emit/hlsl/unused.ts';

it('removes a variable where only members have its name', () => {
  const lines = new LineWriter();
  for (const text of ['float3 v = 1.0;', 'float3 color = v;', 'float4 depth = 2.0;', 'output.color = depth;'])
    lines.line(text);
  const left = withoutUnused(lines, new Set(['v', 'color', 'depth']));
  expect(left.text).toBe('float4 depth = 2.0;\noutput.color = depth;\n');
});
