// fxc /T hs_5_0 /E main

cbuffer Selection : register(b0)
{
  uint first;
  uint second;
};

struct Vertex
{
  float3 position : POSITION;
  float2 texcoord[3] : TEXCOORD;
  float3 normal : NORMAL;
};

struct ControlPoint
{
  float4 position : POSITION;
  float4 weight[4] : WEIGHT;
};

struct PatchConstants
{
  float tess_factor[3] : SV_TessFactor;
  float inside_tess_factor : SV_InsideTessFactor;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 4> patch,
  OutputPatch<ControlPoint, 3> points)
{
  PatchConstants constants = (PatchConstants)0;
  uint2 v = uint2(second, first) & 1u;
  constants.tess_factor[0] = patch[v.y].texcoord[v.x].x;
  constants.tess_factor[1] = patch[0].position.x;
  uint2 v1 = uint2(first, second) & 1u;
  constants.tess_factor[2] = patch[v1.y].texcoord[v1.x].y;
  uint2 v2 = uint2(second, first) & 1u;
  constants.inside_tess_factor = points[v2.y].weight[v2.x].y;
  return constants;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 4> patch,
  uint output_control_point_id : SV_OutputControlPointID)
{
  ControlPoint made = (ControlPoint)0;
  made.position = float4(patch[output_control_point_id].position, patch[output_control_point_id].texcoord[second & 1u].x);
  made.weight[0] = float4(1.0, 1.0, 1.0, 1.0);
  made.weight[1] = float4(1.0, 1.0, 1.0, 1.0);
  made.weight[2] = float4(1.0, 1.0, 1.0, 1.0);
  made.weight[3] = float4(1.0, 1.0, 1.0, 1.0);
  return made;
}
