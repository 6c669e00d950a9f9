// fxc /T ds_5_0 /E main

SamplerState s : register(s0);
Texture2D<float4> heights : register(t0);

struct ControlPoint
{
  float3 position : POSITION;
  float2 texcoord : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[4] : SV_TessFactor;
  float inside_tess_factor[2] : SV_InsideTessFactor;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

[domain("quad")]
Output main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 4> patch,
  float2 domain_location : SV_DomainLocation)
{
  Output output;
  float2 texcoord = patch[2].texcoord;
  float2 texcoord1 = patch[0].texcoord;
  float2 v = lerp(texcoord1, patch[1].texcoord, domain_location.x);
  float2 coordinates = lerp(v, lerp(texcoord, patch[3].texcoord, domain_location.x), domain_location.y);
  float heights_texel = heights.SampleLevel(s, coordinates, 0.0).x;
  output.texcoord = coordinates;
  output.position = float4(coordinates, heights_texel, constants.inside_tess_factor[0]);
  return output;
}
