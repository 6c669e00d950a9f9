// fxc /T vs_5_0 /E main

cbuffer Palette : register(b3)
{
  float4 colors[16];
  float3 triples[5];
  float4x4 matrices[4];
};

static const float4 table[5] = {
  float4(1.0, 2.0, 3.0, 4.0), float4(0.0, 0.0, 0.5, 123456.0), float4(0.0, 0.0, 0.0, 0.0),
  float4(-1.5, 1e+30, -0.00001, 65535.0), float4(3.0, 1.0, 4.0, 1.0),
};

struct Output
{
  float4 position : SV_Position;
  float4 array : ARRAY;
  float4 array1 : ARRAY1;
  float4 array2 : ARRAY2;
  float4 array3 : ARRAY3;
};

Output main(
  float4 v[4] : V,
  int2 at : AT)
{
  Output output;
  output.position = v[at.x];
  output.array = float4(0.0, 0.0, 0.0, 0.0);
  output.array1 = v[1];
  output.array2 = v[2] + v[2];
  output.array3 = colors[at.x] + table[at.y] + v[3] * 3.0;
  return output;
}
