/** Interfaces and classes in decompiled shaders; live/decompile.ts compiles the sources and compares the programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED } from '../../fixtures/recorded.ts';
import { decompile } from '../../src/decompile/index.ts';

const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));
const codeOf = (id: string) => decompile(recorded(id)).code!;

describe('a shader with interfaces', () => {
  const code = codeOf('interfaces.main.ps_5_0');

  it('has classes with bases, data, textures and methods', () => {
    expect(code).toContain('class Ambient : Light\n{\n  float3 color;\n  float level;\n');
    expect(code).toContain('class Spot : Directional\n{\n  float4 cone[2];\n');
    expect(code).toContain('  Texture2D<float4> map;\n  SamplerState filter;\n  float4 method2(float2 uv)\n');
    expect(code).toContain('cone[i].xyz');
  });

  it('calls methods of its pointers', () => {
    expect(code).toContain('Light single;\nLight many[4];\nMaterial material;\n');
    expect(code).toContain('single.method(normal, eye)');
    expect(code).toContain('many[2].method1()');
    expect(code).toContain('nointerpolation uint which : WHICH');
    // Calls with equal functions are of one method.
    expect(code).toContain('many[n].method(normal, eye)');
  });

  it('has instances where they are', () => {
    expect(code).toContain('cbuffer Instances : register(b0)\n{\n  Ambient ambient;\n  Directional sun;\n');
    expect(code).not.toContain('register(t0)');
  });

  it('names textures of instances', () => {
    expect(codeOf('headers-classes.main.ps_5_0')).toContain('a.t.SampleLevel(a.s, ');
  });

  it('has interfaces without names where reflection is stripped', () => {
    const stripped = codeOf('interfaces-5_1.main.ps_5_1.stripped');
    expect(stripped).toContain('class Square : Interface\n{\n  float method(float v)\n');
    expect(stripped).toContain('pointer1[1].method(v.w)');
  });

  it('is refused once without class linkage', () => {
    const bytes = recorded('interfaces.main.ps_5_0');
    const at = Buffer.from(bytes).indexOf('IFCE', 64);
    bytes.set(Buffer.from('XXXX'), at);
    const { code: none, diagnostics } = decompile(bytes);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(none).toBeUndefined();
    expect(errors.map(({ code: one }) => one)).toEqual(['DX6005']);
  });
});
