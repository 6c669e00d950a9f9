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
  float3 out_color = saturate(dot(normal.xyz, lights[2].xyz)) * lights[2].w + v1;
  float3 world_position = mul(position, world);
  float v2 = dot(normal.xyz, world_position);
  output.color1 = float4(1.0, max(v2, 0.0), lit(v2, normal.x, material.power).z, 1.0) * material.diffuse;
  output.texcoord = (texcoord.xy + material.pad[1].yx).yx;
  float3 world_normal = mul(normal.xyz, (float3x3)world);
  output.texcoord3 = normalize(world_normal);
  output.fog = fogged * (exp2(world_position.z * -1.442695) - 1.0) + 1.0;
  float v3 = log2(world_position.x);
  float v4 = rsqrt(world_position.y);
  float v5 = v3 - v4;
  float v6 = shiny * v5 + v4;
  output.psize = v6;
  output.color = float4(out_color, color.w);
  return output;
}
