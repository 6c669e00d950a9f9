// fxc /T hs_5_0 /E main

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
  InputPatch<Vertex, 3> patch)
{
  PatchConstants constants = (PatchConstants)0;
  [unroll] for (uint i = 0; i < 2; i++) {
    constants.tess_factor[i] = patch[i].texcoord.x;
  }
  return constants;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(3)]
[patchconstantfunc("patch_constants")]
ControlPoint main(InputPatch<Vertex, 3> patch, uint id : SV_OutputControlPointID)
{
  ControlPoint made;
  made.position = patch[id].position;
  made.texcoord = patch[id].texcoord;
  return made;
}
