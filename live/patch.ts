/**
 * Compares edits of compiled shaders with what Microsoft's compiler makes of the edited source, live.
 *
 * A source has parts in {{A|B}}. The compiler makes two shaders of it, with all A and with all B. The edits of the case
 * turn the first into the second, byte for byte, and the reverse edits turn the second into the first. No move goes
 * past another range of its file: the compiler sorts bindings by their registers, and an edit leaves them where they
 * are.
 */
import { openShader, type Shader } from '../src/shader/index.ts';
import { Oracle } from '../tools/oracle/client.ts';

interface Case {
  readonly name: string;
  readonly profiles: readonly string[];
  readonly source: string;
  readonly edit: (shader: Shader) => Shader;
  readonly back: (shader: Shader) => Shader;
}

const SM1 = ['ps_2_0', 'ps_2_a', 'ps_3_0'];
const SM4 = ['ps_4_0', 'ps_4_1', 'ps_5_0', 'ps_5_1'];
const ALL = [...SM1, ...SM4];

const CASES: readonly Case[] = [
  {
    name: 'name of a variable',
    profiles: ALL,
    source: `float4 {{tint|tone}} = float4(1, 2, 3, 4); float4 unused;
      float4 main(float4 v : TEXCOORD0) : SV_Target { return v * {{tint|tone}}; }`,
    edit: (shader) => shader.rename('tint', 'tone'),
    back: (shader) => shader.rename('tone', 'tint'),
  },
  {
    name: 'name of another length',
    profiles: ALL,
    source: `float4 {{tint|tint_of_everything}}; float4x4 world;
      float4 main(float4 v : TEXCOORD0) : SV_Target { return mul(v, world) * {{tint|tint_of_everything}}; }`,
    edit: (shader) => shader.rename('tint', 'tint_of_everything'),
    back: (shader) => shader.rename('tint_of_everything', 'tint'),
  },
  {
    name: 'names of a buffer and a texture',
    profiles: SM4,
    source: `cbuffer {{Scene|Frame}} { float4 tint; }; Texture2D {{albedo|color}}; SamplerState linearly;
      float4 main(float4 v : TEXCOORD0) : SV_Target { return {{albedo|color}}.Sample(linearly, v.xy) * tint; }`,
    edit: (shader) => shader.rename('Scene', 'Frame').rename('albedo', 'color'),
    back: (shader) => shader.rename('Frame', 'Scene').rename('color', 'albedo'),
  },
  {
    name: 'default values',
    profiles: ALL,
    source: `struct Light { float4 place; float3 color; float power; };
      float4 tint = float4(1, 2, 3, {{4|8}}); int count = {{5|-7}}; bool flag = {{false|true}};
      float4 list[3] = { float4(1, 1, 1, 1), float4(2, {{2|0.5}}, 2, 2), float4(3, 3, 3, 3) };
      float4 main(float4 v : TEXCOORD0) : SV_Target { return v * tint * count * (flag ? 2 : 3) + list[0] + list[1] + list[2]; }`,
    edit: (shader) =>
      shader
        .setDefault('tint.w', [8])
        .setDefault('count', [-7])
        .setDefault('flag', [true])
        .setDefault('list[1].y', [0.5]),
    back: (shader) =>
      shader
        .setDefault('tint.w', [4])
        .setDefault('count', [5])
        .setDefault('flag', [false])
        .setDefault('list[1].y', [2]),
  },
  {
    name: 'registers of models 4 to 5.1',
    profiles: SM4,
    source: `cbuffer Scene : register(b{{0|4}}) { float4 tint; }; Texture2D albedo : register(t{{0|7}});
      Texture2D normals : register(t9); SamplerState linearly : register(s{{0|3}});
      float4 main(float4 v : TEXCOORD0) : SV_Target
      { return albedo.Sample(linearly, v.xy) * tint + normals.Sample(linearly, v.zw); }`,
    edit: (shader) => shader.rebind({ cb0: 'cb4', albedo: 't7', s0: 's3' }),
    back: (shader) => shader.rebind({ cb4: 'cb0', t7: 't0', s3: 's0' }),
  },
  {
    name: 'registers and spaces of model 5.1',
    profiles: ['ps_5_1'],
    source: `Texture2D list[4] : register(t{{0|16}}, space{{0|2}}); SamplerState linearly : register(s0); int n;
      float4 main(float4 v : TEXCOORD0) : SV_Target { return list[n].Sample(linearly, v.xy); }`,
    edit: (shader) => shader.rebind({ list: 't16,space2' }),
    back: (shader) => shader.rebind({ 't16,space2': 't0,space0' }),
  },
  {
    name: 'unordered access views',
    profiles: ['cs_5_0', 'cs_5_1'],
    source: `RWStructuredBuffer<float> data : register(u{{0|5}}); StructuredBuffer<float> from : register(t{{2|9}});
      [numthreads(64, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] = from[i] * 2; }`,
    edit: (shader) => shader.rebind({ u0: 'u5', from: 't9' }),
    back: (shader) => shader.rebind({ u5: 'u0', t9: 't2' }),
  },
  {
    name: 'registers of models 1 to 3',
    profiles: SM1,
    source: `float4 tint : register(c{{3|9}}); sampler2D albedo : register(s{{0|5}});
      float4 main(float4 v : TEXCOORD0) : COLOR { return tex2D(albedo, v.xy) * tint * 0.25; }`,
    edit: (shader) => shader.rebind({ tint: 'c9', albedo: 's5' }),
    back: (shader) => shader.rebind({ c9: 'c3', s5: 's0' }),
  },
  {
    name: 'a literal',
    profiles: SM1,
    source: `float4 main(float4 v : TEXCOORD0) : COLOR { return v * {{0.25|0.75}}; }`,
    edit: (shader) => shader.setConstant('c0.x', [0.75]),
    back: (shader) => shader.setConstant('c0.x', [0.25]),
  },
  {
    name: 'a literal of models 4 to 5.1',
    profiles: SM4,
    source: `float4 main(float4 v : TEXCOORD0) : SV_Target { return v * float4({{0.25|0.75}}, 0.5, 3, 7); }`,
    edit: (shader) => shader.setLiteral(shader.literals()[0]!, [0.75, 0.5, 3, 7]),
    back: (shader) => shader.setLiteral(shader.literals()[0]!, [0.25, 0.5, 3, 7]),
  },
];

const variant = (source: string, which: 1 | 2) =>
  source.replace(/\{\{([^|}]*)\|([^}]*)\}\}/g, (_, one: string, other: string) => (which === 1 ? one : other));

export async function run(): Promise<void> {
  const oracle = await Oracle.start();
  let count = 0;
  let failures = 0;
  const compare = (what: string, ours: Uint8Array, theirs: Uint8Array) => {
    count++;
    if (Buffer.compare(ours, theirs) === 0) return;
    failures++;
    const at = ours.findIndex((byte, i) => i >= 20 && byte !== theirs[i]);
    console.log(
      `${what}: ${ours.byteLength} bytes, Microsoft's ${theirs.byteLength}, the first difference is at ${at}`,
    );
  };
  for (const { name, profiles, source, edit, back } of CASES) {
    for (const profile of profiles) {
      const [one, other] = [
        await oracle.compile(variant(source, 1), 'main', profile),
        await oracle.compile(variant(source, 2), 'main', profile),
      ];
      if (one.hr !== 0 || other.hr !== 0) {
        console.log(`${name}, ${profile}: ${one.messages}${other.messages}`);
        failures++;
        continue;
      }
      compare(`${name}, ${profile}`, edit(openShader(one.output)).toBytes(), other.output);
      compare(`${name}, ${profile}, back`, back(openShader(other.output)).toBytes(), one.output);
    }
  }
  oracle.stop();
  console.log(`${count - failures} of ${count} edits give the bytes of Microsoft's compiler`);
  process.exitCode = failures === 0 ? 0 : 1;
}
