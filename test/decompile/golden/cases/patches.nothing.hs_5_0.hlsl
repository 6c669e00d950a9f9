// fxc /T hs_5_0 /E main

struct Vertex
{
  float3 position : POSITION;
  float size : SIZE;
};

struct PatchConstants
{
  float tess_factor[2] : SV_TessFactor;
  float2 corner : CORNER;
  float length1 : LENGTH;
  float weight : WEIGHT;
  int before : BEFORE;
  int first : FIRST;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 1> patch,
  uint primitive_id : SV_PrimitiveID)
{
  PatchConstants constants = (PatchConstants)0;
  constants.tess_factor[0] = patch[0].size;
  float size = patch[0].size;
  constants.tess_factor[1] = size + size;
  constants.corner.x = patch[0].position.x;
  constants.corner.y = patch[0].position.y;
  constants.length1 = patch[0].position.z;
  constants.weight = patch[0].size * 0.5;
  constants.before = int(primitive_id);
  constants.first = int(primitive_id) + 1;
  return constants;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(0)]
[patchconstantfunc("patch_constants")]
void main(InputPatch<Vertex, 1> patch)
{
}
