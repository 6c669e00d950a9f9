// fxc /T vs_1_1 /E main

float3 ambient : register(c15) = { 0.1, 0.2, 0.3 };
bool fogged : register(c16);
float4 lights[3] : register(c12);
struct material_type { float4 diffuse; float power; float2 pad[2]; };
material_type material : register(c8);
bool shiny : register(c17) = true;
row_major float4x3 world : register(c4);
float4x4 worldViewProjection : register(c0);

struct Output
{
  float4 position : POSITION;
  float4 color1 : COLOR1;
  float2 texcoord : TEXCOORD0;
  float3 texcoord3 : TEXCOORD3;
  float fog : FOG;
  float psize : PSIZE;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION,
  float4 normal : NORMAL,
  float4 texcoord : TEXCOORD0,
  float4 color : COLOR)
{
  Output output;
  output.position = mul(position, worldViewProjection);
  float3 v = ambient * color.xyz + saturate(dot(normal.xyz, lights[0].xyz)) * lights[0].w;
  float3 v1 = saturate(dot(normal.xyz, lights[1].xyz)) * lights[1].w + v;
  float3 v2 = saturate(dot(normal.xyz, lights[2].xyz)) * lights[2].w + v1;
  float3 v3 = mul(position, world);
  float v4 = dot(normal.xyz, v3);
  output.color1 = float4(1.0, max(v4, 0.0), lit(v4, normal.x, material.power).z, 1.0) * material.diffuse;
  output.texcoord = (texcoord.xy + material.pad[1].yx).yx;
  float3 v5 = mul(normal.xyz, (float3x3)world);
  output.texcoord3 = normalize(v5);
  output.fog = fogged * (exp2(v3.z * -1.442695) - 1.0) + 1.0;
  float v6 = log2(v3.x);
  float v7 = rsqrt(v3.y);
  float v8 = v6 - v7;
  float v9 = shiny * v8 + v7;
  output.psize = v9;
  output.color = float4(v2, color.w);
  return output;
}
