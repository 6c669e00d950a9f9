// fxc /T ds_5_0 /E main

struct ControlPoint
{
  float3 position : POSITION;
  float2 texcoord : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[2] : SV_TessFactor;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

[domain("isoline")]
Output main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 2> patch,
  float2 domain_location : SV_DomainLocation)
{
  Output output;
  float3 position = patch[0].position;
  output.position = float4(lerp(position, patch[1].position, domain_location.x), 1.0) + constants.tess_factor[0];
  output.texcoord = domain_location;
  return output;
}
