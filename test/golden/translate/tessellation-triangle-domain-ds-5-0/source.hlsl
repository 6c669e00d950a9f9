// fxc /T ds_5_0 /E main

cbuffer Frame : register(b0)
{
  float4 eye;
  float factor;
  float4x4 transform;
};

struct ControlPoint
{
  float3 position : POSITION;
  float2 texcoord : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[3] : SV_TessFactor;
  float3 normal : NORMAL;
  float inside_tess_factor : SV_InsideTessFactor;
  float4 extra[3] : EXTRA;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

[domain("tri")]
Output main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 3> patch,
  float3 domain_location : SV_DomainLocation,
  uint primitive_id : SV_PrimitiveID)
{
  Output output;
  float3 v = patch[0].position * domain_location.x + domain_location.y * patch[1].position + patch[2].position * domain_location.z;
  uint v1 = primitive_id % 3u;
  output.texcoord = constants.tess_factor[1] + patch[v1].texcoord;
  float4 v2 = float4(constants.extra[v1].xyz + (v + constants.normal * constants.inside_tess_factor), 1.0);
  output.position = mul(v2, transform);
  return output;
}
