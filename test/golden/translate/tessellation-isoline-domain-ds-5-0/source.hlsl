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

[domain("isoline")]
void main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 2> patch,
  float2 domain_location : SV_DomainLocation,
  out float4 out_position : SV_Position,
  out float2 out_texcoord : TEXCOORD)
{
  float3 v = patch[0].position;
  out_position = constants.tess_factor[0] + float4(lerp(v, patch[1].position, domain_location.x), 1.0);
  out_texcoord = domain_location;
}
