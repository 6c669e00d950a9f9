/** Decompiled shaders. live/decompile.ts compiles sources with Microsoft's compiler and compares the programs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORDED, readProvenance, readRecorded } from '../../fixtures/recorded.ts';
import { assemble } from '../../src/assemble/assemble.ts';
import { stripShader } from '../../src/container/index.ts';
import { decompile } from '../../src/decompile/index.ts';
import { hlslIdentifier } from '../../src/emit/hlsl/types.ts';
import { openShaderFile } from '../../src/file/index.ts';
import { compile } from '../../src/hlsl/index.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../samples', name));
const recorded = (id: string) => new Uint8Array(readFileSync(join(RECORDED, `${id}.bin`)));

/** A container whose names, but those of system values, have a line break and a bracket. */
function withHostileNames(bytes: Uint8Array): Uint8Array {
  const changed = Buffer.from(bytes);
  const count = changed.readUInt32LE(28);
  for (let i = 0; i < count; i++) {
    const start = changed.readUInt32LE(32 + 4 * i);
    const tag = changed.toString('latin1', start, start + 4);
    if (!/^(RDEF|IFCE|[IO]SGN|[IO]SG1|OSG5|PCSG|PSG1)$/.test(tag)) continue;
    const end = start + 8 + changed.readUInt32LE(start + 4);
    const text = changed.toString('latin1', start + 8, end);
    for (const { 0: name, index } of text.matchAll(/(?<![\w ])(?!SV_|sv_)[A-Za-z_]\w{3,}(?=\0)/g))
      changed.write(`${name[0]}\n}${name.slice(3)}`, start + 8 + index, 'latin1');
  }
  return new Uint8Array(changed);
}

/** The text of a shader after its declarations. */
function bodyOf(bytes: Uint8Array): string {
  const { code } = decompile(bytes);
  return code!.slice(code!.indexOf('main('));
}

describe('a decompiled shader', () => {
  it('begins with the way to compile it', () => {
    const { code, profile, entryPoint, switches } = decompile(sample('arrays-of-arrays.cso'));
    expect(code!.split('\n')[0]).toBe('// fxc /T ps_5_1 /E main /enable_unbounded_descriptor_tables');
    expect([profile, entryPoint]).toEqual(['ps_5_1', 'main']);
    expect(switches).toEqual(['/enable_unbounded_descriptor_tables']);
  });

  // Microsoft's compiler writes the same flags there.
  it.each(['ps_4_0', 'ps_5_0', 'ps_3_0'] as const)('has the switches that reflection has: %s', (profile) => {
    const source = `float4 k; float4 main(float4 p : TEXCOORD) : ${profile === 'ps_3_0' ? 'COLOR' : 'SV_Target'} { return p * k + k.x; }`;
    const { bytes } = compile(source, { profile, strict: true });
    expect(decompile(bytes!).switches).toEqual(['/Gis']);
    expect(decompile(compile(source, { profile }).bytes!).switches).toEqual([]);
  });

  it('knows strict arithmetic by its marks without reflection', () => {
    const source = 'float4 k; float4 main(float4 p : P) : SV_Target { return p * k + k.x; }';
    const { bytes } = compile(source, { profile: 'ps_5_0', strict: true });
    expect(decompile(stripShader(bytes!, 1).bytes!).switches).toEqual(['/Gis']);
  });

  it('has uniform parameters', () => {
    const source =
      'float4 k; float4 main(float4 p : P, uniform bool q, uniform float4 z) : SV_Target { return q ? p * k : z; }';
    const { code } = decompile(compile(source, { profile: 'ps_4_0' }).bytes!);
    expect(code).toContain('uniform bool q,\n  uniform float4 z) : SV_Target');
  });

  it('keeps names of buffers that other things have', () => {
    const source =
      'cbuffer p { float4 k; }; cbuffer main { float4 p; }; float4 main(float4 a : A) : SV_Target { return a * k + p; }';
    const { code } = decompile(compile(source, { profile: 'ps_4_0' }).bytes!);
    expect(code).toMatch(/cbuffer p : .*cbuffer main : /s);
  });

  it('ends for a factor that is a part of the product with a literal', () => {
    const { bytes } = assemble(
      'ps_4_0\ndcl_input_ps linear v0.x\ndcl_output o0.xyzw\ndcl_temps 1\nsincos null, r0.x, v0.x\nmul r0.y, r0.x, l(0.45)\nmul o0.xyzw, r0.yyyy, r0.xxxx\nret\n',
    );
    expect(bodyOf(bytes!)).toMatch(/cos\(/);
  });

  // Microsoft's compiler leaves out a switch with nothing but a default, and its statements.
  it('has the statements of a switch with a default only outside of any switch', () => {
    const { bytes } = assemble(
      'ps_4_0\ndcl_constantbuffer CB0[1], immediateIndexed\ndcl_output o0.xyzw\ndcl_temps 1\nmov r0.xyzw, l(0,0,0,0)\n' +
        'switch cb0[0].x\n  default\n  sqrt r0.xyzw, cb0[0].yyyy\n  break\nendswitch\nmov o0.xyzw, r0.xyzw\nret\n',
    );
    const body = bodyOf(bytes!);
    expect(body).toContain('sqrt(');
    expect(body).not.toContain('switch');
  });

  it('has the variables of its buffers, with their types', () => {
    const { code } = decompile(sample('lake.cso'));
    expect(code).toContain(
      'cbuffer Frame : register(b0)\n{\n  float time;\n  float3 eye;\n  float4 fogColor = { 0.7, 0.75, 0.8, 1.0 };\n  float2 fogRange = { 20.0, 200.0 };\n};\n',
    );
  });

  it('leads from each line to a token', () => {
    const { code, sourceMap } = decompile(sample('lake.cso'));
    const lines = code!.split('\n').length;
    expect(sourceMap.length).toBeGreaterThan(5);
    for (const [line, token] of sourceMap) {
      expect(line).toBeLessThan(lines);
      expect(token).toBeLessThan(220);
    }
  });

  it('names what the signature names', () => {
    const body = bodyOf(sample('lake.cso'));
    expect(body).toContain('float3 world : WORLD');
    expect(body).toContain(') : SV_Target\n{');
  });
});

describe('statuses of reads', () => {
  // Microsoft's compiler aborts with `&&`.
  it('are masks where both are needed', () => {
    expect(bodyOf(recorded('tiled-feedback.loads.cs_5_0'))).toMatch(
      /CheckAccessFullyMapped\(status\d\) & CheckAccessFullyMapped\(status\d\)/,
    );
  });
});

describe('loops', () => {
  it('have their counter in the opening where only they use it', () => {
    expect(bodyOf(recorded('post-effects.occlusion.ps_5_0'))).toContain('[loop] for (int i = 0; i < 16; i++) {');
  });

  it('keep a counter that is used after them', () => {
    const code = decompile(recorded('interfaces.main.ps_5_0')).code!;
    expect(code).toContain('[loop] for (int i = 0; i < 2; i++) {');
    expect(code).toContain('[loop] while (n < which) {');
  });
});

describe('idioms', () => {
  // Microsoft's compiler makes the words of the original of this text.
  it('are functions again', () => {
    const body = bodyOf(sample('lake.cso'));
    expect(body).toMatch(/normalize\(v\d\)/);
    expect(body).toContain('length(from_eye)');
    expect(body).toMatch(/lerp\(v\d, fogColor\.xyz, /);
  });

  it('are products with matrices', () => {
    expect(bodyOf(recorded('scene-lighting.vertexMain.vs_4_0'))).toMatch(/mul\([\w.]+, \w+\)/);
  });

  it('are members of elements', () => {
    const body = bodyOf(recorded('compute-algorithms.moveParticles.cs_5_0'));
    expect(body).toContain('float3 velocity = particles[dispatch_thread_id.x].velocity;');
    expect(body).toMatch(/particles\[dispatch_thread_id\.x\]\.age = v\d+;/);
  });
});

describe('stages', () => {
  it('have streams of vertices', () => {
    const { code } = decompile(recorded('geometry-primitives.instanced.gs_5_0'));
    expect(code).toContain('[maxvertexcount(3)]\n[instance(24)]\nvoid main(\n  triangle Vertex vertices[3],');
    expect(code).toContain('stream.Append(vertex);');
  });

  it('have a function of patch constants', () => {
    const { code } = decompile(recorded('tessellation.tri.hs_5_0'));
    expect(code).toContain('[patchconstantfunc("patch_constants")]\n[maxtessfactor(15.5)]\nControlPoint main(');
    expect(code).toContain('float tess_factor[3] : SV_TessFactor;');
  });
});

describe('names', () => {
  it('cannot end the text that they are in', () => {
    expect(hlslIdentifier('a; } void main() { //')).toBe('a_void_main');
    expect(hlslIdentifier('*/')).toBe('unnamed');
    expect(hlslIdentifier('9lives')).toBe('n9lives');
    expect(hlslIdentifier('_MainTex')).toBe('_MainTex');
  });

  it('cannot break out of it, wherever the file has them', () => {
    // Each name of variables, members, types, resources and semantics becomes one with a line break and a bracket.
    for (const { provenance, bytes } of readRecorded()) {
      if (provenance.how !== 'compiled' || openShaderFile(bytes).container === undefined) continue;
      const hostile = withHostileNames(bytes);
      const { code } = decompile(hostile);
      expect(code ?? '', provenance.id).not.toMatch(/\n\}\w/);
    }
  });
});

describe('the page about decompiling', () => {
  it('shows the source of a sample', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/decompiling.md'), 'utf8');
    const { code } = decompile(sample('lake.cso'));
    const shown = [...page.matchAll(/```hlsl\n([^`]*)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
    expect(shown.length).toBeGreaterThan(3);
    for (const line of shown) expect(code).toContain(line.trim());
  });
});

describe('recorded shaders', () => {
  const inputs = readProvenance().filter(({ how }) => how === 'compiled');

  it('have a text', () => {
    let sources = 0;
    for (const { id } of inputs) {
      const bytes = recorded(id);
      const { programs, profile } = openShaderFile(bytes);
      if (programs.length === 0 || !/^[vpghdc]s_/.test(profile ?? '')) continue;
      const { code, diagnostics } = decompile(bytes);
      expect(
        diagnostics.filter(({ severity }) => severity === 'error'),
        id,
      ).toEqual([]);
      sources++;
      expect(code, id).not.toMatch(/undefined|NaN|\[object/);
      expect(code!.split('{').length, id).toBe(code!.split('}').length);
    }
    expect(sources).toBeGreaterThan(300);
  });
});
