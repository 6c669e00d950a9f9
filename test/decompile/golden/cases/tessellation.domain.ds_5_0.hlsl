// fxc /T ds_5_0 /E main

cbuffer Patch : register(b0)
{
  float4x4 projection;
  float amount;
};

struct ControlPoint
{
  float3 position : POSITION;
};

struct PatchConstants
{
  float tess_factor[3] : SV_TessFactor;
  float inside_tess_factor : SV_InsideTessFactor;
};

[domain("tri")]
float4 main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 3> patch,
  float3 domain_location : SV_DomainLocation) : SV_Position
{
  float3 v = patch[0].position * domain_location.x + domain_location.y * patch[1].position + patch[2].position * domain_location.z;
  float4 v1 = float4(v, 1.0);
  return mul(v1, projection);
}
