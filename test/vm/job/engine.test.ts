/** Jobs with both engines: the same outputs, and the same limits. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/assemble/index.ts';
import { compile } from '../../../src/hlsl/index.ts';
import { type Job, type RunEngine, run } from '../../../src/vm/index.ts';

const TRIANGLE = `
struct Output { float4 position : SV_Position; float2 place : TEXCOORD0; float3 normal : NORMAL; };
Output main(uint id : SV_VertexID)
{
    Output result;
    float2 corner = float2((id << 1) & 2, id & 2);
    result.position = float4(corner * float2(2, -2) + float2(-1, 1), 0.5, 1 + 0.5 * id);
    result.place = corner;
    result.normal = float3(corner, 1);
    return result;
}`;

const LIT = `
Texture2D image : register(t0);
SamplerState filter : register(s0);
StructuredBuffer<float4> lights : register(t1);
RWByteAddressBuffer hits : register(u1);
cbuffer Settings { float4 tint; float4 curve[4]; };
float4 main(float4 position : SV_Position, float2 place : TEXCOORD0, float3 normal : NORMAL) : SV_Target
{
    float3 color = 0;
    for (int i = 0; i < 4; i++)
    {
        float light = saturate(dot(normalize(normal), normalize(lights[i].xyz)));
        color += pow(light, 1 + 3 * i) * curve[i].xyz;
    }
    uint before;
    if (color.x > 0.5) hits.InterlockedAdd(4 * ((uint)position.x & 3), 1, before);
    clip(place.x + place.y - 0.25);
    return image.Sample(filter, place * 3) * tint + float4(sin(color * 20), ddx(place.x) * 8);
}`;

const SUMS = `
RWStructuredBuffer<float2> values : register(u0);
RWTexture2D<float> image : register(u1);
groupshared float part[64];
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    part[i] = values[id.x].x * 0.5 + id.x;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint s = 32; s > 0; s >>= 1)
    {
        if (i < s) part[i] += part[i + s];
        GroupMemoryBarrierWithGroupSync();
    }
    values[id.x].y = part[0] / (1 + i);
    if (i == 0) image[uint2(id.x >> 6, 0)] = part[0];
}`;

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => ((i * 7919) % 255) / 255);
}

const DRAW: Job = {
  version: 1,
  textures: {
    image: { format: 'R8G8B8A8_UNORM', width: 16, height: 16, data: numbers(1024) },
    target: { format: 'R32G32B32A32_FLOAT', width: 96, height: 96 },
  },
  buffers: {
    lights: { format: 'R32G32B32A32_FLOAT', data: numbers(16) },
    hits: { format: 'R32_UINT', size: 16 },
  },
  samplers: { filter: { minFilter: 'linear', magFilter: 'linear' } },
  shaders: {
    triangle: { text: TRIANGLE, profile: 'vs_5_0' },
    lit: { text: LIT, profile: 'ps_5_0' },
  },
  commands: [
    {
      command: 'draw',
      vs: { shader: 'triangle' },
      ps: {
        shader: 'lit',
        bindings: {
          image: 'image',
          filter: 'filter',
          lights: 'lights',
          hits: 'hits',
          Settings: {
            values: {
              tint: [1, 0.5, 0.25, 1],
              curve: [
                [1, 2, 3, 4],
                [0.5, 0.25, 0, 1],
                [0, 1, 0, 0],
                [2, 0, 1, 0],
              ],
            },
          },
        },
      },
      count: 3,
      targets: ['target'],
    },
  ],
  outputs: { picture: { texture: 'target', as: 'raw' }, hits: { buffer: 'hits' } },
};

const DISPATCH: Job = {
  version: 1,
  textures: { image: { format: 'R32_FLOAT', width: 32, height: 1 } },
  buffers: { values: { format: ['R32G32_FLOAT'], data: numbers(4096) } },
  shaders: { sums: { text: SUMS, profile: 'cs_5_0' } },
  commands: [{ command: 'dispatch', shader: 'sums', groups: [32], bindings: { values: 'values', image: 'image' } }],
  outputs: { values: { buffer: 'values', as: 'raw' }, image: { texture: 'image', as: 'raw' } },
};

const GRID = `
struct Output { float4 position : SV_Position; float3 color : COLOR; };
Output main(uint id : SV_VertexID)
{
    Output result;
    result.position = float4((id % 40) / 20.0 - 1, (id / 40) / 20.0 - 1, 0.5, 1);
    result.color = sin(id * float3(0.1, 0.2, 0.3)) * 0.5 + 0.5;
    return result;
}`;

/** Each point becomes up to two strips; the last vertices are more than declared. */
const SPRITES = `
struct Output { float4 position : SV_Position; float3 color : COLOR; };
float size;
[maxvertexcount(7)] void main(point Output input[1], uint id : SV_PrimitiveID, inout TriangleStream<Output> stream)
{
    [loop] for (uint i = 0; i < 2 + (id & 1); i++)
    {
        [unroll] for (uint j = 0; j < 4; j++)
        {
            Output corner = input[0];
            corner.position.xy += size * float2((j & 1) + i * 0.3, j >> 1);
            corner.color *= 1 - 0.2 * j;
            stream.Append(corner);
        }
        if (input[0].color.x > 0.25) stream.RestartStrip();
    }
}`;

const POINTS: Job = {
  version: 1,
  textures: { target: { format: 'R32G32B32A32_FLOAT', width: 64, height: 64 } },
  shaders: {
    grid: { text: GRID, profile: 'vs_5_0' },
    sprites: { text: SPRITES, profile: 'gs_5_0' },
    color: {
      text: 'float4 main(float4 p : SV_Position, float3 color : COLOR) : SV_Target { return float4(color, 1); }',
      profile: 'ps_5_0',
    },
  },
  commands: [
    {
      command: 'draw',
      vs: { shader: 'grid' },
      gs: { shader: 'sprites', bindings: { $Globals: { values: { size: 0.04 } } } },
      ps: { shader: 'color' },
      topology: 'point-list',
      count: 1600,
      targets: ['target'],
      rasterizer: { cullMode: 'none' },
    },
  ],
  outputs: { picture: { texture: 'target', as: 'raw' } },
};

const LEGACY_PIXELS = `
sampler2D image : register(s0);
float4 tint : register(c0);
float steps : register(c1);
float4 main(float2 place : TEXCOORD0) : COLOR
{
    float4 color = tex2D(image, place * 3);
    [loop] for (int i = 0; i < 3; i++) color = steps > i ? color : lerp(color, color.yzxw * tint, 0.25 + pow(abs(place.x), 2 + i));
    clip(color.r - 0.05);
    return float4(normalize(color.rgb), 1 / color.g);
}`;

const LEGACY_VERTICES = [
  'vs_3_0',
  'dcl_position v0',
  'dcl_texcoord v1',
  'dcl_position o0',
  'dcl_texcoord o1',
  'mov o0, v0',
  'mul o1, v1, c2.x',
].join('\n');

const LEGACY: Job = {
  version: 1,
  textures: {
    image: { format: 'D3DFMT_A8R8G8B8', width: 16, height: 16, data: numbers(1024) },
    target: { format: 'D3DFMT_A32B32G32R32F', width: 96, height: 96 },
  },
  buffers: {
    square: {
      format: ['R32G32_FLOAT', 'R32G32_FLOAT'],
      data: [
        [
          [-1, 1],
          [0, 0],
        ],
        [
          [1, 1],
          [1, 0],
        ],
        [
          [-1, -1],
          [0, 1],
        ],
        [
          [1, -1],
          [1, 1],
        ],
      ] as never,
    },
  },
  samplers: { linear: { minFilter: 'linear', magFilter: 'linear' } },
  shaders: {
    vertices: { text: LEGACY_VERTICES },
    pixels: { text: LEGACY_PIXELS, profile: 'ps_3_0' },
  },
  commands: [
    {
      command: 'draw',
      vs: { shader: 'vertices', constants: { c2: [1.5, 0, 0, 0] } },
      ps: {
        shader: 'pixels',
        bindings: { s0: { texture: 'image', sampler: 'linear' } },
        constants: { tint: [1, 0.75, 0.5, 1], steps: 3 },
      },
      vertexBuffers: [
        {
          buffer: 'square',
          attributes: [
            { semantic: 'POSITION', format: 'R32G32_FLOAT' },
            { semantic: 'TEXCOORD', format: 'R32G32_FLOAT' },
          ],
        },
      ],
      topology: 'triangle-strip',
      count: 4,
      targets: ['target'],
    },
  ],
  outputs: { picture: { texture: 'target', as: 'raw' } },
};

/** Pixels of a shader without a draw: not a multiple of four, and more work than the interpreter does alone. */
function invoked(job: Job, name: string): Job {
  const draw = job.commands.find((one) => one.command === 'draw')!;
  const inputs = Array.from({ length: 1998 }, (_, i) => ({
    TEXCOORD0: [(i % 50) / 25, i / 999],
    ...(job === DRAW && { NORMAL0: [Math.sin(i), 1, 0.5], SV_Position: [i % 50, i / 50, 0, 1] }),
  }));
  return {
    ...job,
    commands: [{ command: 'invoke', name: 'pixels', inputs, ...draw.ps!, shader: name }],
    outputs: { pixels: { invocation: 'pixels' } },
  };
}

function runWith(job: Job, engine: RunEngine) {
  return run(job, { assemble, compile: (source, options) => compile(source, options), engine });
}

describe('the engine of a job', () => {
  it.each([
    ['draw', DRAW],
    ['dispatch', DISPATCH],
    ['draw of Direct3D 9', LEGACY],
    ['draw with a geometry shader', POINTS],
    ['pixel shader alone', invoked(DRAW, 'lit')],
    ['pixel shader of Direct3D 9 alone', invoked(LEGACY, 'pixels')],
  ])('gives the same outputs for a %s', { tags: 'slow' }, (_, job) => {
    const [wasm, interpreter] = [runWith(job, 'wasm'), runWith(job, 'interpreter')];
    expect(wasm.diagnostics).toEqual(interpreter.diagnostics);
    expect(interpreter.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(wasm.outputs).toEqual(interpreter.outputs);
    // Operations of the representation are counted otherwise than instructions: WebAssembly has run.
    expect(wasm.instructions).not.toBe(interpreter.instructions);
  });

  it('ends a shader that runs for ever', { tags: 'slow' }, () => {
    const text = `RWByteAddressBuffer values : register(u0);
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex)
{
    uint x = i;
    [loop] while (x != 0xffffffff) { x = (x * 5 + 1) | 1; values.Store(4 * (x & 3), x & 0xffff); x &= 0x7fffffff; }
}`;
    const job: Job = {
      version: 1,
      limits: { instructions: 300_000 },
      buffers: { values: { format: 'R32_UINT', size: 16 } },
      shaders: { loop: { text, profile: 'cs_5_0' } },
      commands: [{ command: 'dispatch', shader: 'loop', groups: [256], bindings: { values: 'values' } }],
    };
    const codes = runWith(job, 'wasm').diagnostics.map(({ code }) => code);
    expect(codes).toEqual(['DX7030']);
    expect(codes).toEqual(runWith(job, 'interpreter').diagnostics.map(({ code }) => code));
  });

  it('refuses an unknown engine', () => {
    expect(() => runWith(DRAW, 'gpu' as RunEngine)).toThrow(TypeError);
  });
});
