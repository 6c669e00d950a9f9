// fxc /T vs_3_0 /E main

sampler2D heights;
sampler3D volume;
samplerCUBE cube;

float4 main(
  float4 position : POSITION,
  float4 texcoord : TEXCOORD0) : POSITION
{
  float4 v = texcoord.xyxx * float4(1.0, 1.0, 0.0, 0.0) + float4(0.0, 0.0, 0.0, 1.0);
  float4 heights_texel = tex2Dlod(heights, v);
  float4 volume_texel = tex3Dlod(volume, position);
  float v1 = volume_texel.y + heights_texel.x;
  float4 cube_texel = texCUBElod(cube, position);
  float v2 = cube_texel.z + v1;
  float v3 = position.y + v2;
  return float4(position.x, v3, position.zw);
}
