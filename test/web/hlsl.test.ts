/**
 * HLSL on the page: which files are sources, what they include, entry points and options of the first line, and the
 * worker's calls that compile them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SAMPLES } from '../../fixtures/sources.ts';
import { reflectShader } from '../../src/reflect/reflect.ts';
import { disassemble } from '../../src/text/disassemble.ts';
import { validate } from '../../src/validate/validate.ts';
import { hlslText, includedFile, includedFiles } from '../../web/src/model/hlsl/detect.ts';
import { functionsOf, likelyEntry } from '../../web/src/model/hlsl/functions.ts';
import {
  chosenEntry,
  type EntryChoice,
  firstLineOptions,
  profileFor,
  textWithChoice,
  withFirstLine,
} from '../../web/src/model/hlsl/options.ts';
import type { ShaderRow } from '../../web/src/model/shader-row.ts';
import { DEFAULT_CHOICE } from '../../web/src/model/translation.ts';
import { createHandlers } from '../../web/src/worker/handlers.ts';
import type { CompileInput } from '../../web/src/worker/protocol.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const sampleText = (name: string) => readFileSync(join(SAMPLES, name), 'utf8');

describe('files', () => {
  test.for([
    ['a.hlsl', 'int x;', true],
    ['effects/a.FXH', '#define A 1', true],
    ['pasted text', 'float4 f(float2 uv : UV) : SV_Target { return 1; }', true],
    ['notes.txt', 'cbuffer Frame { float time; };', true],
    ['notes.txt', 'There is no shader here.', false],
    ['a.wgsl', '@fragment fn main() -> @location(0) vec4f { return f; } // Texture2D', false],
    ['a.hlsl', ' \n', false],
    ['a.fx', 'float4 \0', false],
  ] as const)('%s: %j', ([name, text, isSource]) => {
    expect(hlslText(name, bytesOf(text))).toBe(isSource ? text : undefined);
  });

  test('a byte order mark and returns are no part of the text', () => {
    expect(hlslText('a.hlsl', bytesOf('\ufeffint x;\r\nint y;'))).toBe('int x;\nint y;');
  });

  test('includes are the file at the path, else one whose path ends so', () => {
    const files = ['lib/light.hlsli', 'src/lib/light.hlsli', 'fog.hlsli'].map((name) => ({ name, text: '' }));
    const found = (path: string, from: string) => includedFile(path, from, files)?.name;
    expect(found('lib/light.hlsli', 'src/a.hlsl')).toBe('src/lib/light.hlsli');
    expect(found('../lib/./light.hlsli', 'src\\a.hlsl')).toBe('lib/light.hlsli');
    expect(found('LIGHT.hlsli', 'a.hlsl')).toBe('lib/light.hlsli');
    expect(found('common/fog.hlsli', 'src/a.hlsl')).toBe('fog.hlsli');
    expect(found('og.hlsli', 'a.hlsl')).toBeUndefined();
  });

  test('included files include others, and each other', () => {
    const [a, b, c] = [
      { name: 'a.hlsl', text: '#include "b.hlsli"\n' },
      { name: 'b.hlsli', text: 'int x;\n # include <c.hlsli>\n' },
      { name: 'c.hlsli', text: '#include "b.hlsli"\n#include "none.hlsli"\n' },
    ] as const;
    expect(includedFiles(a, [a, b, c]).map(({ name }) => name)).toEqual(['b.hlsli', 'c.hlsli']);
  });
});

describe('entry points', () => {
  const SOURCE = `
// void comment(float4 p : SV_Position) : SV_Target {}
#define BODY { return 1; } \\
  float4 macro() : SV_Target { return 1; }
struct Vertex { float4 position : SV_Position; float4 color : COLOR0; };
struct Pixel { float4 color : SV_Target0; };
cbuffer Frame : register(b0) { float4x4 world; float values[4]; };
static const float list[2] = { 1, 2 };
float shade(float3 n) { if (n.x > 0) { return 1; } return 0; }
Vertex vertexMain(float3 p : POSITION) { Vertex v = (Vertex)0; return v; }
void outputs(float3 p : POSITION, out float4 position : SV_Position) { position = 1; }
Pixel pixelMain(Vertex v) { Pixel p; p.color = shade(v.color.xyz); return p; }
[earlydepthstencil] float4 direct(float4 p : SV_Position) : SV_Target { return f("{"); }
void writes(float4 p : SV_Position) { }
[numthreads(8, 8, 1)]
void computeMain(uint3 id : SV_DispatchThreadID) { }
[maxvertexcount(3)] void geometryMain(triangle Vertex v[3], inout TriangleStream<Vertex> s) { }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")] Vertex hullMain(InputPatch<Vertex, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
[domain("tri")] Vertex domainMain(const OutputPatch<Vertex, 3> p, float3 uv : SV_DomainLocation) { return p[0]; }
technique10 T { pass P { SetPixelShader(CompileShader(ps_4_0, pixelMain())); } }
`;

  test('functions have the stage of their attributes and semantics', () => {
    expect(functionsOf(SOURCE).map(({ name, stage }) => `${name} ${stage}`)).toEqual([
      'shade undefined',
      'vertexMain vs',
      'outputs vs',
      'pixelMain ps',
      'direct ps',
      'writes ps',
      'computeMain cs',
      'geometryMain gs',
      'hullMain hs',
      'domainMain ds',
    ]);
    expect(likelyEntry(functionsOf(SOURCE))?.name).toBe('pixelMain');
  });

  test('structures of included files count', () => {
    const text = 'Out run(float2 uv : UV) { Out o; return o; }';
    expect(functionsOf(text)[0]?.stage).toBeUndefined();
    expect(functionsOf(text, ['struct Out { float4 c : SV_Target; };'])[0]?.stage).toBe('ps');
  });

  test('macros that are one word count as semantics', () => {
    const text =
      '#ifdef D3D9\n#define OUT COLOR\n#else\n# define OUT SV_Target\n#endif\nfloat4 run() : OUT { return 1; }';
    expect(functionsOf(text)).toEqual([{ name: 'run', stage: 'ps' }]);
  });

  test('the entry points of recorded sources are found', () => {
    for (const name of readdirSync('fixtures/hlsl')) {
      const text = readFileSync(join('fixtures/hlsl', name), 'utf8');
      const compiled = Array.from(
        text.matchAll(/^\/\/ compile: (\w+) ([vpghdc]s)_[45]_[01]\b/gm),
        ([, entry, stage]) => `${entry} ${stage}`,
      );
      const likely = likelyEntry(functionsOf(text));
      if (compiled.length > 0) expect(compiled, name).toContain(`${likely?.name} ${likely?.stage}`);
    }
  });

  test('text without ends is read in linear time', { tags: 'slow' }, () => {
    for (const text of [
      '/*'.repeat(2 ** 19),
      '{'.repeat(2 ** 20),
      '('.repeat(2 ** 20),
      'a '.repeat(2 ** 19) + '{}'.repeat(2 ** 16),
    ]) {
      const start = performance.now();
      functionsOf(text);
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });

  test('the first line counts more than a choice, and a choice more than a guess', () => {
    const functions = functionsOf(SOURCE);
    const given = { profile: 'vs_4_0', entry: 'vertexMain' };
    expect(chosenEntry(SOURCE, functions, undefined)).toEqual({ profile: 'ps_5_0', entry: 'pixelMain' });
    expect(chosenEntry(SOURCE, functions, given)).toEqual(given);
    expect(chosenEntry(SOURCE, functions, { ...given, entry: 'gone' })?.entry).toBe('pixelMain');
    expect(chosenEntry(`// fxc /T ps_4_1\n${SOURCE}`, functions, given)).toEqual({ ...given, profile: 'ps_4_1' });
    expect(chosenEntry('// fxc /T cs_5_0', [], undefined)).toEqual({ profile: 'cs_5_0', entry: 'main' });
    expect(chosenEntry(`// fxc /E computeMain\n`, functions, undefined)?.profile).toBe('cs_5_0');
    expect(chosenEntry('Texture2D t : register(t0, space1);', functions, undefined)?.profile).toBe('ps_5_1');
    expect(chosenEntry('sampler2D s; // tex2D(s, uv)', functions, undefined)?.profile).toBe('ps_3_0');
    expect(chosenEntry('float f;', [], undefined)).toBeUndefined();
  });

  test('options of the first line', () => {
    expect(firstLineOptions('// fxc /nologo /Tps_4_0 -E main /Gis /D A /DB=2=3 /Zpr /Gfa /D 1x\n/T vs_5_0')).toEqual({
      profile: 'ps_4_0',
      entry: 'main',
      strict: true,
      rowMajor: true,
      flow: 'avoid',
      defines: { A: '1', B: '2=3' },
    });
    expect(firstLineOptions('int x; // fxc /T ps_4_0')).toEqual({});
    const choice = { profile: 'cs_5_0', entry: 'run' };
    expect(withFirstLine('// fxc /Tps_4_0 /Gis\nint x;', choice)).toBe('// fxc /T cs_5_0 /Gis /E run\nint x;');
    expect(withFirstLine('int x;', choice)).toBe('int x;');
    const functions = functionsOf('float4 a() : SV_Target { return 1; } float4 b() : SV_Target { return 1; }');
    expect(textWithChoice('int x;', functions, { profile: 'ps_5_0', entry: 'a' })).toBe('int x;');
    expect(textWithChoice('int x;', functions, { profile: 'ps_4_0', entry: 'b' })).toBe(
      '// fxc /T ps_4_0 /E b\nint x;',
    );
    expect(profileFor('cs', 'ps_5_1')).toBe('cs_5_1');
    expect(profileFor(undefined, undefined)).toBe('ps_5_0');
    expect(profileFor('vs', 'ps_4_0_level_9_1')).toBe('vs_4_0_level_9_1');
    expect(profileFor('cs', 'ps_3_0')).toBe('cs_5_0');
  });
});

describe('compiling in the worker', { tags: 'slow' }, () => {
  const context = (rows: ShaderRow[] = []) => ({
    report: (found: { readonly rows: readonly ShaderRow[] }) => {
      for (const row of found.rows) rows.push(row);
    },
    signal: new AbortController().signal,
  });

  async function session(files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>) {
    const handlers = createHandlers();
    const rows: ShaderRow[] = [];
    for (const [name, content] of Object.entries(files))
      await handlers.find({ name, file: new Blob([content]) }, context(rows));
    const compile = (
      text: string,
      {
        id = 0,
        target = 'shader',
        choice,
      }: { id?: number; target?: CompileInput['target']; choice?: EntryChoice } = {},
    ) => Promise.resolve(handlers.compile({ id, text, choice, target }, context()));
    return { handlers, rows, compile };
  }

  test('a source becomes a shader that all calls are about', async () => {
    const text = sampleText('lake.hlsl');
    const { handlers, rows, compile } = await session({ 'lake.hlsl': text });
    expect(rows.map(({ file, format, source }) => [file, format, source])).toEqual([['lake.hlsl', 'HLSL', text]]);
    const { shader, choice, diagnostics, roles, values } = await compile(text);
    expect([choice, diagnostics]).toEqual([{ profile: 'ps_5_0', entry: 'main' }, []]);
    expect(values[0]).toBe('ps_5_0');
    expect(validate(shader!.bytes).valid).toBe(true);
    expect(roles.length).toBeGreaterThan(30);
    const before = reflectShader(readFileSync(join(SAMPLES, 'lake.cso'))).reflection;
    const after = reflectShader(shader!.bytes).reflection;
    if (before?.format !== 'dxbc' || after?.format !== 'dxbc') throw new Error('no reflection');
    expect(after.boundResources).toEqual(before.boundResources);
    expect((await handlers.view(0, context())).bytes).toEqual(shader!.bytes);
    const { code } = await handlers.translate({ id: 0, choice: { ...DEFAULT_CHOICE, to: 'wgsl' } }, context());
    expect(code?.text).toContain('@fragment');
  });

  test('errors have their place in the text, and the last shader stays', async () => {
    const text = 'float4 main(float2 uv : UV) : SV_Target { return uv.xyxy; }';
    const { handlers, compile } = await session({ 'a.hlsl': text });
    const { shader } = await compile(text);
    const broken = text.replace('uv.xyxy', 'vu.xyxy');
    const { diagnostics, shader: none, functions } = await compile(broken);
    expect(none).toBeUndefined();
    const [{ code, file, span, line }] = diagnostics as [(typeof diagnostics)[number]];
    expect([code, file, line, broken.slice(span.start, span.end)]).toEqual(['X3004', 'a.hlsl', 1, 'vu']);
    expect(functions).toEqual([{ name: 'main', stage: 'ps' }]);
    expect((await handlers.view(0, context())).bytes).toEqual(shader!.bytes);
  });

  test('sources include each other, with their changes', async () => {
    const text = '#include "tint.hlsli"\nfloat4 main() : SV_Target { return tint(); }';
    const header = 'float4 tint() { return float4(1, 0, 0, 1); }';
    const { compile } = await session({ 'a.hlsl': text, 'lib/tint.hlsli': header });
    expect(disassemble((await compile(text)).shader!.bytes).text).toContain('l(1.000000,0,0,1.000000)');
    const { problem } = await compile(header.replace('1, 0, 0', '0, 1, 0'), { id: 1 });
    expect(problem).toContain('No function looks like an entry point');
    expect(disassemble((await compile(text)).shader!.bytes).text).toContain('l(0,1.000000,0,1.000000)');
    await compile('float4 tint() { return none; }', { id: 1 });
    expect((await compile(text)).diagnostics.map(({ file, code }) => [file, code])).toEqual([
      ['lib/tint.hlsli', 'X3004'],
    ]);
  });

  test('a choice selects the function and the model', async () => {
    const text = 'float4 a() : SV_Target { return 0.25; } float4 b() : SV_Position { return 0.75; }';
    const { compile } = await session({ 'a.hlsl': text });
    expect((await compile(text)).shader?.profile).toBe('ps_5_0');
    const { shader } = await compile(text, { choice: { profile: 'vs_4_0', entry: 'b' } });
    expect(shader?.profile).toBe('vs_4_0');
    expect(disassemble(shader!.bytes).text).toContain('0.75');
  });

  test('the source of a shader has its lines, although the shader has no debug information', async () => {
    const text = '#include "tint.hlsli"\nfloat4 main(float4 p : P) : SV_Target\n{\n  return tint(p);\n}\n';
    const header = '// → as a text\nfloat4 tint(float4 p) { return p * p; }';
    const { handlers, compile } = await session({ 'a.hlsl': text, 'tint.hlsli': header });
    const source = () => Promise.resolve(handlers.source(0, context()));
    expect((await source()).files).toEqual([]);
    const { shader } = await compile(text);
    expect(disassemble(shader!.bytes).text).not.toContain('#line');
    const { files, instructions, functions } = await source();
    expect(files).toEqual([
      { name: 'a.hlsl', text },
      { name: 'tint.hlsli', text: header },
    ]);
    expect(functions.map(({ name, parent }) => [name, parent])).toEqual([
      ['main', -1],
      ['tint', 0],
    ]);
    const { starts } = shader!.listing;
    expect(instructions.map(({ start, file, line }) => [starts.includes(start), file, line])).toEqual([
      [true, 1, 2],
      [true, 0, 4],
    ]);
    // With /Zi, the shader has it.
    const { shader: other } = await compile(`// fxc /Zi\n${text}`);
    expect(disassemble(other!.bytes).text).toContain('#line');
    expect((await source()).files).toHaveLength(2);
  });

  test('decompiled HLSL that is changed becomes the program of its shader', async () => {
    const lake = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
    const { handlers, compile } = await session({ 'lake.cso': lake });
    const { code } = await handlers.translate({ id: 0, choice: DEFAULT_CHOICE }, context());
    const text = code!.text;
    expect((await compile(text, { target: 'original' })).shader?.bytes).toEqual(lake);
    const changed = text.replace('* 0.4', '* 0.8125');
    expect(changed).not.toBe(text);
    const { shader, problem } = await compile(changed, { target: 'program' });
    expect(problem).toBeUndefined();
    expect(disassemble(shader!.bytes).text).toContain('0.8125');
    expect(validate(shader!.bytes).valid).toBe(true);
    // The rest of the file stays, such as the names in its reflection and its creator.
    expect(reflectShader(shader!.bytes).reflection).toMatchObject({ creator: expect.stringContaining('Microsoft') });
    expect((await compile(text, { target: 'original' })).shader?.bytes).toEqual(lake);
    expect((await handlers.view(0, context())).bytes).toEqual(lake);
  });

  test('a program with other inputs or bindings is refused', async () => {
    const lake = new Uint8Array(readFileSync(join(SAMPLES, 'lake.cso')));
    const { compile } = await session({ 'lake.cso': lake });
    const more = await compile(
      'Texture2D more : register(t9); float4 main(float4 p : SV_Position, float3 w : WORLD, float2 uv : TEXCOORD0) : SV_Target { return more.Load(int3(uv, 0)); }',
      { target: 'program' },
    );
    expect([more.shader, more.problem]).toEqual([undefined, expect.stringContaining('uses t9')]);
    const other = await compile('float4 main(float2 uv : UV) : SV_Target { return uv.xyxy; }', { target: 'program' });
    expect([other.shader, other.problem]).toEqual([undefined, expect.stringContaining('of its inputs')]);
  });
});
