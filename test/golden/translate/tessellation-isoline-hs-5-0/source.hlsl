// fxc /T hs_5_0 /E main

cbuffer Frame : register(b0)
{
  float4 eye;
  float factor;
  float4x4 transform;
};

struct Vertex
{
  float3 position : POSITION;
  float2 texcoord : TEXCOORD;
};

struct ControlPoint
{
  float3 position : POSITION;
  float2 texcoord : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[2] : SV_TessFactor;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 2> patch)
{
  PatchConstants constants = (PatchConstants)0;
  constants.tess_factor[0] = 8.0;
  constants.tess_factor[1] = factor;
  return constants;
}

[domain("isoline")]
[partitioning("fractional_even")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 2> patch,
  uint output_control_point_id : SV_OutputControlPointID)
{
  ControlPoint made = (ControlPoint)0;
  made.position = patch[output_control_point_id].position;
  float2 texcoord = patch[output_control_point_id].texcoord;
  made.texcoord = texcoord + texcoord;
  return made;
}
