// fxc /T ds_5_0 /E main

struct ControlPoint
{
  float4 position : POSITION;
  float4 weight : WEIGHT;
  float4 weight1 : WEIGHT1;
  float4 weight2 : WEIGHT2;
  float4 weight3 : WEIGHT3;
};

struct PatchConstants
{
  float tess_factor[3] : SV_TessFactor;
  float inside_tess_factor : SV_InsideTessFactor;
  float3 color[5] : COLOR;
};

[domain("tri")]
float4 main(
  PatchConstants constants,
  const OutputPatch<ControlPoint, 3> patch,
  float3 domain_location : SV_DomainLocation) : SV_Position
{
  return float4(constants.color[1] * constants.color[4] + constants.color[0], 1.0) + patch[0].position * domain_location.xyzz;
}
