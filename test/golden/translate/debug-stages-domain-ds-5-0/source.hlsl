// fxc /T ds_5_0 /E main /Od

struct ControlPoint
{
  float4 position : SV_Position;
  float2 texcoord[2] : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[3] : SV_TessFactor;
  float3 normal : NORMAL;
  float inside_tess_factor : SV_InsideTessFactor;
};

[domain("tri")]
float4 main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 3> patch,
  float3 domain_location : SV_DomainLocation) : SV_Position
{
  float4 v = domain_location.y * patch[1].position + domain_location.x * patch[0].position;
  return float4(v.xyz + constants.normal, v.w);
}
