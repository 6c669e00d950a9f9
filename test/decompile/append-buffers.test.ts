/** Buffers that elements are appended to or taken from, in decompiled shaders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { decompile } from '../../src/decompile/index.ts';

const codeOf = (id: string) => decompile(new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)))).code!;

describe('the counter of a buffer', () => {
  const code = codeOf('append-consume.main.cs_5_0');

  it('is an element that is appended or taken where nothing else uses it', () => {
    expect(code).toContain('AppendStructuredBuffer<Particle> alive : register(u0);');
    expect(code).toContain('ConsumeStructuredBuffer<Particle> pending : register(u3);');
    expect(code).toContain('Particle pending_element = pending.Consume();');
    expect(code).toMatch(/alive_element\.age = \w+;\n\s+alive\.Append\(alive_element\);/);
  });

  it('is a number where the program has one', () => {
    expect(code).toContain('RWStructuredBuffer<uint> counted : register(u1);');
    expect(code).toContain('counted.IncrementCounter()');
  });

  it('appends a scalar without a variable', () => {
    expect(codeOf('compute-algorithms.moveParticles.cs_5_0')).toContain('dead.Append(dispatch_thread_id.x);');
  });
});
