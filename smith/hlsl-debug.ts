/**
 * Random HLSL with much for debug information: many variables, functions, control flow, several files and all stages.
 * The source of a seed mostly compiles.
 *
 * Not for: declarations of every kind (live/headers-hlsl.ts).
 */
import { HlslBody, type HlslFunction } from './hlsl-debug-body.ts';
import { type HlslType, HlslTypes } from './hlsl-debug-types.ts';
import { Random } from './random.ts';

export interface DebugShader {
  readonly source: string;
  readonly entry: string;
  readonly profile: string;
  /** `D3DCOMPILE_*` flags, with debug information. */
  readonly flags: number;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly defines: Readonly<Record<string, string>>;
}

const PROFILES = [
  ...['vs_4_0', 'ps_4_0', 'gs_4_0', 'vs_4_1', 'ps_4_1', 'cs_4_0', 'cs_4_1', 'gs_4_1'],
  ...['vs_5_0', 'ps_5_0', 'gs_5_0', 'hs_5_0', 'ds_5_0', 'cs_5_0', 'ps_5_0', 'vs_5_0', 'hs_5_0', 'lib_5_0'],
  ...['vs_5_1', 'ps_5_1', 'gs_5_1', 'hs_5_1', 'ds_5_1', 'cs_5_1', 'lib_4_0', 'lib_4_1'],
];
const DEBUG = 1;
/** Not allowed from 5.1 on, where resources may be unbound. */
const AVOID_FLOW = 0x200;
/**
 * D3DCOMPILE flags: skip optimization, levels 0 to 3, avoid and prefer flow control, packing, strictness, names of
 * debug files.
 */
const FLAGS = [
  ...[0, 0, 0, 0x4, 0x4, 0x4000, 0x8000, 0x4000 | 0x8000, 0x200, 0x400, 0x8, 0x10, 0x1000, 0x2000],
  ...[0x40_0000, 0x80_0000, 0x4 | 0x40_0000, 0x400 | 0x4],
];

const FLOAT: HlslType = { name: 'float', arrays: '', scalars: [''], wide: true };
const FLOAT4: HlslType = { name: 'float4', arrays: '', scalars: ['.x', '.y', '.z', '.w'], wide: true };

/** The shader that belongs to `seed`. */
export function randomDebugShader(seed: number): DebugShader {
  return new DebugShaderMaker(new Random(seed)).make();
}

class DebugShaderMaker {
  readonly #random: Random;
  readonly #profile: string;
  readonly #stage: string;
  readonly #model: number;
  readonly #level9: boolean;
  readonly #types: HlslTypes;
  readonly #functions: HlslFunction[] = [];
  readonly #globals: { name: string; type: HlslType; readonly: boolean }[] = [];
  readonly #top: string[] = [];
  #functionCount = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#profile = random.pick(PROFILES);
    this.#stage = this.#profile.split('_')[0]!;
    this.#model = Number(this.#profile.split('_')[1]) + Number(this.#profile.split('_')[2]) / 10;
    this.#level9 = this.#profile.includes('level');
    this.#types = new HlslTypes(random, this.#model >= 5, this.#level9);
    this.#top.push(...this.#types.declarations);
  }

  make(): DebugShader {
    const random = this.#random;
    this.#top.push('cbuffer Constants { int bound; float4 factors[3]; float4x4 world; };');
    this.#globals.push(
      { name: 'factors[1]', type: FLOAT4, readonly: true },
      { name: 'bound', type: FLOAT, readonly: true },
    );
    for (let n = random.below(3); n > 0; n--) this.#global();
    if (this.#model >= 5 && this.#stage !== 'lib' && random.oneIn(6)) this.#classes();
    if (this.#stage === 'cs' && random.oneIn(2)) this.#top.push('groupshared float4 shared_[16];');
    for (let n = random.below(4); n > 0; n--) this.#function('');
    const entry = this.#entry();
    const { source, files } = this.#files(`${this.#top.join('\n')}\n${entry}\n`);
    return {
      source,
      files,
      entry: this.#stage === 'lib' ? '' : 'main',
      profile: this.#profile,
      flags: DEBUG | (random.pick(FLAGS) & (this.#model > 5 ? ~AVOID_FLOW : ~0)),
      name: random.pick(['input.hlsl', 'a.hlsl', 'src/deep/shader.fx', 'C:\\Users\\me\\x y.hlsl', 'Z']),
      defines: random.oneIn(4) ? { ONE: '1', NAME: 'abc' } : {},
    };
  }

  /** Puts parts of the text into other files or under `#line` directives. */
  #files(text: string): { source: string; files: Record<string, string> } {
    const random = this.#random;
    const files: Record<string, string> = {};
    if (random.oneIn(3)) {
      const lines = text.split('\n');
      const cut = random.between(1, Math.max(1, this.#top.length - 1));
      const name = random.pick(['common.hlsli', 'inc/deep.h', 'b.fxh']);
      files[name] = `${random.oneIn(3) ? '#pragma once\n' : ''}${lines.slice(0, cut).join('\n')}\n`;
      return { source: `#include "${name}"\n${lines.slice(cut).join('\n')}`, files };
    }
    if (!random.oneIn(5)) return { source: text, files };
    const lines = text.split('\n');
    for (let n = random.between(1, 3); n > 0; n--) {
      const at = random.below(lines.length);
      lines.splice(
        at,
        0,
        `#line ${random.below(2000)}${random.oneIn(2) ? ` "${random.pick(['other.hlsl', 'gen\\\\made.fx'])}"` : ''}`,
      );
    }
    return { source: lines.join('\n'), files };
  }

  #global(): void {
    const type = this.#types.type();
    const name = `g${this.#globals.length}`;
    const bare = type.name.replace(/^(row|column)_major /, '');
    this.#top.push(`static ${type.name} ${name}${type.arrays} = (${bare}${type.arrays})${this.#random.between(0, 3)};`);
    this.#globals.push({ name, type, readonly: false });
  }

  #classes(): void {
    this.#top.push(
      'interface Shape { float area(float s); };',
      'class Circle : Shape { float r; float area(float s) { float q = r * s;\n  return q * 3.14; } };',
      'class Box : Shape { float w; float4 h; float area(float s) { float q = w + s; if (q > 1) q = h.x; return q; } };',
      'cbuffer Shapes { Circle circle; Box box; };',
      'Shape shape; Shape shapes[2];',
    );
    this.#functions.push({ name: 'shape.area', result: FLOAT, parameters: [{ type: FLOAT, direction: '' }] });
    this.#functions.push({ name: 'shapes[1].area', result: FLOAT, parameters: [{ type: FLOAT, direction: '' }] });
    this.#functions.push({ name: 'box.area', result: FLOAT, parameters: [{ type: FLOAT, direction: '' }] });
  }

  /** A function that others may call. */
  #function(prefix: string): void {
    const random = this.#random;
    const name = `f${this.#functionCount++}`;
    const result = this.#types.numeric();
    const body = new HlslBody(random, this.#types, [...this.#functions], this.#globals);
    const exported = prefix !== '';
    const parameters: { type: HlslType; direction: '' | 'in ' | 'out ' | 'inout ' }[] = [];
    const lines: string[] = [];
    let set = '';
    for (let n = random.below(4); n > 0; n--) {
      const type = exported ? this.#types.numeric() : this.#types.type();
      const direction = random.pick(['', '', 'in ', 'out ', 'inout '] as const);
      const parameter = `p${n}`;
      lines.push(`${direction}${type.name} ${parameter}${type.arrays}`);
      parameters.push({ type, direction });
      body.declare(parameter, type);
      if (direction === 'out ')
        set += `${parameter} = (${type.name.replace(/^(row|column)_major /, '')}${type.arrays})0; `;
    }
    const early = random.oneIn(4) ? `  if (${body.float(1)} > 2) return (${bare(result)})${body.float(0)};\n` : '';
    const statements = body.statements(1);
    this.#top.push(
      `${prefix}${result.name} ${name}(${lines.join(', ')})\n{\n  ${set}${statements}\n${early}  return ${body.value(result)};\n}`,
    );
    if (!exported) this.#functions.push({ name, result, parameters });
  }

  /** Members of a stage's input or output. */
  #members(prefix: string, modes: boolean): { text: string; type: HlslType } {
    const random = this.#random;
    let text = '';
    const scalars: string[] = [];
    for (let i = random.between(1, 3); i > 0; i--) {
      const type = this.#level9 ? { ...FLOAT4, name: 'float4' } : this.#types.numeric();
      if (!type.wide || /bool|min|x/.test(type.name)) continue;
      const integer = !/float|half/.test(type.name);
      const mode = modes && integer ? 'nointerpolation ' : '';
      const array = !this.#level9 && random.oneIn(6) ? '[2]' : '';
      text += `${mode}${type.name} ${prefix}${i}${array} : ${prefix.toUpperCase()}${'ABCD'[i]}; `;
      scalars.push(...type.scalars.map((scalar) => `.${prefix}${i}${array && '[1]'}${scalar}`));
    }
    if (scalars.length === 0)
      return { text: `float4 ${prefix} : ${prefix.toUpperCase()}; `, type: { ...FLOAT4, scalars: [`.${prefix}.x`] } };
    return { text, type: { name: '', arrays: '', scalars, wide: true } };
  }

  #body(inputs: readonly (readonly [string, HlslType])[], outputs: readonly (readonly [string, HlslType])[]): string {
    const body = new HlslBody(this.#random, this.#types, this.#functions, this.#globals);
    for (const [name, type] of inputs) body.declare(name, type, true);
    for (const [name, type] of outputs) body.declare(name, type);
    return `${body.statements(1)}\n  ${outputs.map(([name, type]) => `${name}${type.scalars[0]} = ${body.float(3)};`).join('\n  ')}`;
  }

  #entry(): string {
    const input = this.#members('i', this.#stage === 'ps');
    const output = this.#members('o', true);
    const position = '  float4 pos : SV_Position; ';
    const inputType = { ...input.type, name: 'In' };
    const outputType = { ...output.type, name: 'Out' };
    const end: [string, HlslType] = ['o.pos', FLOAT4];
    switch (this.#stage) {
      case 'vs':
        return `struct In { ${input.text}${this.#level9 ? '' : 'uint id : SV_VertexID; '}};
struct Out { ${output.text}${position}};
Out main(In v, uniform int unused)
{
  Out o = (Out)0;
  ${this.#body([['v', inputType]], [['o', outputType], end])}
  return o;
}`;
      case 'ps':
        return `struct In { ${input.text}};
Texture2D tex; SamplerState smp;
float4 main(In v${this.#random.oneIn(2) ? ', out float depth : SV_Depth' : ', out float4 depth : SV_Target1'}) : SV_Target
{
  float4 c = tex.SampleLevel(smp, v${input.type.scalars[0]}, 0);
  depth = 0;
  ${this.#body(
    [['v', inputType]],
    [
      ['c', FLOAT4],
      ['depth', FLOAT],
    ],
  )}
  ${this.#random.oneIn(4) ? 'clip(c.w - 0.5); ' : ''}return c;
}`;
      case 'gs':
        return this.#geometry(input, output, inputType, outputType, position);
      case 'hs':
        return this.#hull(input, output, inputType, outputType);
      case 'ds':
        return `struct In { ${input.text}}; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 n[2] : N; };
struct Out { ${output.text}${position}};
[domain("tri")]
Out main(K k, float3 at : SV_DomainLocation, const OutputPatch<In, 3> p)
{
  Out o = (Out)0;
  ${this.#body(
    [
      ['p[1]', inputType],
      ['at', { ...FLOAT4, name: 'float3', scalars: ['.x', '.y', '.z'] }],
      ['k.n[1]', { ...FLOAT4, name: 'float3', scalars: ['.y'] }],
    ],
    [['o', outputType], end],
  )}
  return o;
}`;
      case 'cs':
        return `RWStructuredBuffer<float4> result;
[numthreads(4, 2, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex, uint3 group : SV_GroupID)
{
  float4 c = 0;
  ${this.#body(
    [
      ['id', { ...FLOAT4, name: 'uint3', scalars: ['.x', '.y'] }],
      ['index', { ...FLOAT, name: 'uint' }],
    ],
    [['c', FLOAT4]],
  )}
  ${this.#top.some((text) => text.startsWith('groupshared')) ? 'shared_[index] = c; GroupMemoryBarrierWithGroupSync(); c += shared_[7 - index];' : ''}
  result[index] = c;
}`;
      default:
        for (let n = this.#random.between(1, 3); n > 0; n--) this.#function('export ');
        return '';
    }
  }

  #geometry(
    input: { text: string },
    output: { text: string },
    inputType: HlslType,
    outputType: HlslType,
    position: string,
  ): string {
    return `struct In { ${input.text}float4 pos : SV_Position; };
struct Out { ${output.text}${position}};
[maxvertexcount(6)]
void main(triangle In v[3], uint prim : SV_PrimitiveID, inout TriangleStream<Out> s)
{
  Out o = (Out)0;
  for (int n = 0; n < 2; n++) {
    ${this.#body(
      [
        ['v[1]', inputType],
        ['prim', { ...FLOAT, name: 'uint' }],
      ],
      [
        ['o', outputType],
        ['o.pos', FLOAT4],
      ],
    )}
    s.Append(o);
  }
  s.RestartStrip();
}`;
  }

  #hull(input: { text: string }, output: { text: string }, inputType: HlslType, outputType: HlslType): string {
    const factors: HlslType = {
      name: '',
      arrays: '',
      scalars: ['.e[0]', '.e[1]', '.e[2]', '.i', '.n[0].x', '.n[1].z'],
      wide: true,
    };
    return `struct In { ${input.text}}; struct Out { ${output.text}};
struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float3 n[2] : N; };
K constants(InputPatch<In, 3> p, uint prim : SV_PrimitiveID)
{
  K k = (K)0;
  ${this.#body(
    [
      ['p[0]', inputType],
      ['p[2]', inputType],
      ['prim', { ...FLOAT, name: 'uint' }],
    ],
    [['k', factors]],
  )}
  k.e[0] = k.e[1] = k.e[2] = k.i = ${this.#random.between(1, 4)};
  return k;
}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Out main(InputPatch<In, 3> p, uint id : SV_OutputControlPointID)
{
  Out o = (Out)0;
  ${this.#body(
    [
      ['p[0]', inputType],
      ['id', { ...FLOAT, name: 'uint' }],
    ],
    [['o', outputType]],
  )}
  return o;
}`;
  }
}

/** The type without the order of its elements. */
function bare(type: HlslType): string {
  return type.name.replace(/^(row|column)_major /, '');
}
