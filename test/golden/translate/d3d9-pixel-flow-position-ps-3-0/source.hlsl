// fxc /T ps_3_0 /E main

sampler2D map;

float4 main(
  float4 texcoord5 : TEXCOORD5,
  float3 normal2 : NORMAL2,
  float4 tangent : TANGENT,
  float fog : FOG,
  float2 vpos : VPOS,
  float vface : VFACE) : COLOR
{
  float4 map_texel = tex2D(map, texcoord5.zw * vpos);
  float4 v = normal2.xyzx + map_texel;
  return -vface >= 0.0 ? fog * tangent : v;
}
