// fxc /T ps_5_0 /E main

RasterizerOrderedTexture2D<float4> image : register(u1);
RasterizerOrderedTexture2DArray<float> layers : register(u2);
RasterizerOrderedTexture1D<uint> line1 : register(u3);
RasterizerOrderedTexture1DArray<uint> lines : register(u4);
RasterizerOrderedTexture3D<float> volume : register(u5);
RasterizerOrderedBuffer<float> typed : register(u6);
RasterizerOrderedByteAddressBuffer raw : register(u7);
RasterizerOrderedStructuredBuffer<float2> structured : register(u8);

float4 main(
  noperspective float4 position : SV_Position,
  uint inner_coverage : SV_InnerCoverage) : SV_Target
{
  uint v = (uint)position.x;
  uint v1 = (uint)position.y;
  uint v2 = (uint)position.z;
  uint2 v3 = uint2(v, v1);
  image[v3] = position;
  float v4 = layers[uint3(int3(uint3(v2, v1, v)))];
  uint3 v5 = uint3(v, v1, v2);
  float v6 = v4 + position.x;
  layers[v5] = v6;
  line1[v] = v1;
  lines[v3] = v2;
  volume[v5] = position.w;
  float v7 = typed[v1];
  float v8 = v7 + 1.0;
  typed[v] = v8;
  raw.Store(v, inner_coverage);
  float2 value = structured[v];
  structured[v1] = value + value;
  return position;
}
