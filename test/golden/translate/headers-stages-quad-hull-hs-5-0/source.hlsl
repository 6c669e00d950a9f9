// fxc /T hs_5_0 /E main

static const uint2 table[4] = {
  uint2(0x41480000u, 0x3f800000u), uint2(0u, 0x40000000u), uint2(0u, 0x40400000u), uint2(0u, 0x40800000u),
};

struct Vertex
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

struct ControlPoint
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

struct PatchConstants
{
  float tess_factor[4] : SV_TessFactor;
  float3 q : Q;
  float inside_tess_factor[2] : SV_InsideTessFactor;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 4> patch,
  uint primitive_id : SV_PrimitiveID)
{
  PatchConstants constants = (PatchConstants)0;
  float4 registers[32] = (float4[32])0;
  [unroll] for (uint i = 0; i < 4; i++) {
    registers[i].x = asfloat(table[i].y);
  }
  registers[4].x = min(patch[0].texcoord.x, 12.5);
  registers[5].x = min((float)primitive_id, 12.5);
  registers[0].y = patch[1].position.x;
  registers[0].z = patch[1].position.y;
  registers[0].w = patch[1].position.z;
  constants.tess_factor[0] = registers[0].x;
  constants.tess_factor[1] = registers[1].x;
  constants.tess_factor[2] = registers[2].x;
  constants.tess_factor[3] = registers[3].x;
  constants.q = registers[0].yzw;
  constants.inside_tess_factor[0] = registers[4].x;
  constants.inside_tess_factor[1] = registers[5].x;
  return constants;
}

[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch_constants")]
[maxtessfactor(12.5)]
ControlPoint main(
  InputPatch<Vertex, 4> patch,
  uint output_control_point_id : SV_OutputControlPointID,
  uint primitive_id : SV_PrimitiveID)
{
  ControlPoint made = (ControlPoint)0;
  made.position = patch[output_control_point_id].position;
  made.texcoord = patch[output_control_point_id].texcoord;
  return made;
}
