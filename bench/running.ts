/**
 * The speed of pixel shaders in draws of `run`: pixels a second as WebAssembly and in the interpreter, in jobs as users
 * have them, with the time to read, compile and draw. Pictures of WebAssembly are larger, because it needs less time.
 */
import type { Job, RunEngine } from '../src/vm/index.ts';
import type { Build } from './builds.ts';
import { alternate, median } from './measure.ts';

export interface RunningSpeed {
  readonly shaders: string;
  readonly programs: number;
  /** Medians, in millions of pixels a second. */
  readonly wasm: number;
  readonly interpreter: number;
}

const SIZES: Readonly<Record<RunEngine, number>> = { wasm: 512, interpreter: 64 };

const TRIANGLE = `
struct Output { float4 position : SV_Position; float2 at : TEXCOORD0; float3 normal : NORMAL; };
Output main(uint id : SV_VertexID)
{
    Output result;
    float2 corner = float2((id << 1) & 2, id & 2);
    result.position = float4(corner * float2(2, -2) + float2(-1, 1), 0.5, 1);
    result.at = corner;
    result.normal = float3(corner - 0.5, 1);
    return result;
}`;

const INPUT = 'float4 main(float4 position : SV_Position, float2 at : TEXCOORD0, float3 normal : NORMAL) : SV_Target';

/** Resources of the textured set. */
const TEXTURES = `Texture2D albedo : register(t0); Texture2D bumps : register(t1); Texture2D depths : register(t2);
SamplerState smooth : register(s0); SamplerComparisonState compare : register(s1);`;

/** The textures and the samplers of a job, by variable. */
const RESOURCES = { albedo: 'color', bumps: 'color', depths: 'depth', smooth: 'smooth', compare: 'compare' } as const;

/** A pixel shader, and the variables of resources that it reads. */
type PixelShader = readonly [source: string, reads?: readonly (keyof typeof RESOURCES)[]];

const SETS: Readonly<Record<string, readonly PixelShader[]>> = {
  arithmetic: [
    // Five octaves of noise.
    [
      `float hash(float2 p) { return frac(sin(dot(p, float2(12.9898, 78.233))) * 43758.5453); }
float noise(float2 p)
{
    float2 i = floor(p), f = frac(p), u = f * f * (3 - 2 * f);
    return lerp(lerp(hash(i), hash(i + float2(1, 0)), u.x), lerp(hash(i + float2(0, 1)), hash(i + 1), u.x), u.y);
}
${INPUT}
{
    float sum = 0, scale = 0.5;
    for (int i = 0; i < 5; i++) { sum += scale * noise(at * 8); at *= 2.03; scale *= 0.5; }
    return float4(sum.xxx, 1);
}`,
    ],
    // A field of spheres, 24 steps along each ray.
    [
      `${INPUT}
{
    float3 ray = normalize(float3(at * 2 - 1, 1.5));
    float far = 0;
    [loop] for (int i = 0; i < 24; i++)
    {
        float3 p = ray * far;
        p.xz = frac(p.xz * 0.25) * 4 - 2;
        float d = length(p - float3(0, -0.5, 0)) - 0.75;
        if (d < 0.001) break;
        far += d;
    }
    return float4(exp(-far * float3(0.1, 0.2, 0.3)), 1);
}`,
    ],
    // Four lights on a rough surface.
    [
      `static const float3 LIGHTS[4] = { float3(1, 1, 1), float3(-1, 1, 2), float3(0, -1, 1), float3(2, 0, 1) };
${INPUT}
{
    float3 n = normalize(normal), view = normalize(float3(0.5 - at, 2)), color = 0.03;
    float rough = 0.3 + 0.4 * at.x, a2 = rough * rough * rough * rough;
    [unroll] for (int i = 0; i < 4; i++)
    {
        float3 light = normalize(LIGHTS[i] - float3(at, 0)), middle = normalize(light + view);
        float nl = saturate(dot(n, light)), nh = saturate(dot(n, middle)), nv = saturate(dot(n, view)) + 0.001;
        float d = nh * nh * (a2 - 1) + 1, k = rough * 0.5 + 0.1;
        float3 fresnel = 0.04 + 0.96 * pow(1 - saturate(dot(middle, view)), 5);
        color += nl * (a2 / (3.14159 * d * d) * fresnel / ((nl * (1 - k) + k) * (nv * (1 - k) + k) * 4) + 0.3);
    }
    return float4(pow(color / (1 + color), 1 / 2.2), 1);
}`,
    ],
  ],
  textured: [
    // A normal map, a color, and a light.
    [
      `${TEXTURES}
${INPUT}
{
    float3 bump = bumps.Sample(smooth, at * 4).xyz * 2 - 1;
    float light = saturate(dot(normalize(normal + bump), normalize(float3(1, 2, 3))));
    float4 color = albedo.Sample(smooth, at * 2);
    return float4(color.rgb * (0.1 + light) + pow(light, 32), color.a);
}`,
      ['albedo', 'bumps', 'smooth'],
    ],
    // A blur of nine texels.
    [
      `${TEXTURES}
${INPUT}
{
    float4 sum = 0;
    [unroll] for (int i = -4; i <= 4; i++) sum += albedo.SampleLevel(smooth, at + float2(i, 0) / 64, 0) * exp(-0.1 * i * i);
    return sum / 6;
}`,
      ['albedo', 'smooth'],
    ],
    // A shadow with four comparisons, and fog.
    [
      `${TEXTURES}
${INPUT}
{
    float lit = 0;
    [unroll] for (int i = 0; i < 4; i++)
        lit += depths.SampleCmpLevelZero(compare, at + float2(i & 1, i >> 1) / 64, 0.5) * 0.25;
    float4 color = albedo.Sample(smooth, at * 3);
    return lerp(color * (0.2 + 0.8 * lit), float4(0.6, 0.7, 0.8, 1), 1 - exp(-at.y * 2));
}`,
      ['albedo', 'depths', 'smooth', 'compare'],
    ],
  ],
};

export async function runningSpeeds({ vm, compile }: Build, rounds: number): Promise<RunningSpeed[]> {
  const bytesOf = (source: string, profile: string) => compile.compile(source, { profile }).bytes!;
  const triangle = bytesOf(TRIANGLE, 'vs_5_0');
  const speeds: RunningSpeed[] = [];
  for (const [shaders, sources] of Object.entries(SETS)) {
    const programs = sources.map(([source, reads = []]) => ({ pixels: bytesOf(source, 'ps_5_0'), reads }));
    const rate = (engine: RunEngine) => () => {
      const size = SIZES[engine];
      const jobs = programs.map(({ pixels, reads }) => pictureJob(triangle, pixels, reads, size));
      const begin = performance.now();
      for (const job of jobs) {
        const { diagnostics } = vm.run(job, { engine });
        if (diagnostics.length > 0) throw new Error(diagnostics[0]!.message);
      }
      return (jobs.length * size * size) / (performance.now() - begin) / 1000;
    };
    const candidates = { wasm: rate('wasm'), interpreter: rate('interpreter') };
    candidates.wasm();
    candidates.interpreter();
    const { wasm, interpreter } = await alternate(candidates, rounds);
    speeds.push({ shaders, programs: programs.length, wasm: median(wasm), interpreter: median(interpreter) });
  }
  return speeds;
}

const TEXELS = 64;
const COLORS = /* @__PURE__ */ Array.from({ length: 4 * TEXELS * TEXELS }, (_, i) => ((i * 7919) % 251) / 250);

function pictureJob(
  vertices: Uint8Array,
  pixels: Uint8Array,
  reads: readonly (keyof typeof RESOURCES)[],
  size: number,
): Job {
  const square = { width: TEXELS, height: TEXELS };
  const filters = { minFilter: 'linear', magFilter: 'linear', mipmapFilter: 'linear' } as const;
  const bindings = Object.fromEntries(reads.map((name) => [name, RESOURCES[name]]));
  return {
    version: 1,
    textures: {
      target: { format: 'R8G8B8A8_UNORM', width: size, height: size },
      color: { format: 'R8G8B8A8_UNORM', ...square, data: COLORS },
      depth: { format: 'R32_FLOAT', ...square, data: COLORS.slice(0, TEXELS * TEXELS) },
    },
    samplers: { smooth: filters, compare: { ...filters, compare: 'less-equal' } },
    shaders: { vertices: { bytes: vertices }, pixels: { bytes: pixels } },
    commands: [
      {
        command: 'draw',
        vs: { shader: 'vertices' },
        ps: { shader: 'pixels', bindings },
        count: 3,
        targets: ['target'],
      },
    ],
    outputs: { picture: { texture: 'target', as: 'raw' } },
  };
}
