// fxc /T hs_5_0 /E main

static const uint table[2] = { 0x3f800000u, 0x40000000u };

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
  float tess_factor[2] : SV_TessFactor;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 32> patch)
{
  PatchConstants constants = (PatchConstants)0;
  [unroll] for (uint i = 0; i < 2; i++) {
    constants.tess_factor[i] = asfloat(table[i]);
  }
  return constants;
}

[domain("isoline")]
[partitioning("pow2")]
[outputtopology("line")]
[outputcontrolpoints(32)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 32> patch,
  uint output_control_point_id : SV_OutputControlPointID)
{
  ControlPoint made = (ControlPoint)0;
  made.position = patch[output_control_point_id].position;
  made.texcoord = patch[output_control_point_id].texcoord;
  return made;
}
