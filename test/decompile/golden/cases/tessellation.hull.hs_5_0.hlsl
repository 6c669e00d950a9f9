// fxc /T hs_5_0 /E main

cbuffer Patch : register(b0)
{
  float4x4 projection;
  float amount;
};

struct Vertex
{
  float3 position : POSITION;
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

PatchConstants patch_constants(
  InputPatch<Vertex, 3> patch)
{
  PatchConstants constants = (PatchConstants)0;
  [unroll] for (uint i = 0; i < 3; i++) {
    float3 position = patch[i].position;
    constants.tess_factor[i] = length(position) * amount;
  }
  constants.inside_tess_factor = amount;
  return constants;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 3> patch,
  uint output_control_point_id : SV_OutputControlPointID)
{
  ControlPoint made = (ControlPoint)0;
  float3 position1 = patch[output_control_point_id].position;
  made.position = position1 + position1;
  return made;
}
