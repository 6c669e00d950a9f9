// fxc /T hs_5_0 /E main

cbuffer Constants : register(b0)
{
  float4x4 world;
  row_major float3x2 uvs;
  int count;
};

struct Vertex
{
  float4 position : SV_Position;
  float2 texcoord[2] : TEXCOORD;
};

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

PatchConstants patch_constants(
  InputPatch<Vertex, 3> patch)
{
  PatchConstants constants = (PatchConstants)0;
  constants.tess_factor[0] = patch[0].texcoord[0].x;
  [unroll] for (uint i = 0; i < 2; i++) {
    constants.tess_factor[1 + i] = (float)count;
  }
  constants.inside_tess_factor = sqrt((float)count * patch[0].texcoord[0].x);
  constants.normal.x = patch[1].position.x;
  constants.normal.y = patch[1].position.y;
  constants.normal.z = patch[1].position.z;
  return constants;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 3> patch,
  uint output_control_point_id : SV_OutputControlPointID)
{
  ControlPoint made = (ControlPoint)0;
  float4 position = patch[output_control_point_id].position;
  made.position = position + position;
  made.texcoord[0] = patch[output_control_point_id].texcoord[0];
  made.texcoord[1] = patch[output_control_point_id].texcoord[1];
  return made;
}
