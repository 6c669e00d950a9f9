// fxc /T hs_5_0 /E main

cbuffer Frame : register(b0)
{
  float4 eye;
  float factor;
  float4x4 transform;
};

SamplerState s : register(s0);
Texture2D<float4> heights : register(t0);

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
  float tess_factor[4] : SV_TessFactor;
  float inside_tess_factor[2] : SV_InsideTessFactor;
};

PatchConstants patch_constants(
  InputPatch<Vertex, 16> patch,
  OutputPatch<ControlPoint, 4> points,
  uint primitive_id : SV_PrimitiveID)
{
  PatchConstants constants = (PatchConstants)0;
  [unroll] for (uint i = 0; i < 4; i++) {
    constants.tess_factor[i] = patch[i + 12u].texcoord.y + factor * points[i].texcoord.x;
  }
  constants.inside_tess_factor[0] = factor;
  constants.inside_tess_factor[1] = (float)primitive_id * factor;
  return constants;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(4)]
[patchconstantfunc("patch_constants")]
ControlPoint main(
  InputPatch<Vertex, 16> patch,
  uint output_control_point_id : SV_OutputControlPointID,
  uint primitive_id : SV_PrimitiveID)
{
  ControlPoint made = (ControlPoint)0;
  float2 texcoord = patch[output_control_point_id].texcoord;
  float heights_texel = heights.SampleLevel(s, texcoord, 0.0).x;
  made.position = float3(patch[output_control_point_id].position.x, heights_texel + patch[output_control_point_id].position.y, patch[output_control_point_id].position.z);
  made.texcoord = texcoord;
  return made;
}
