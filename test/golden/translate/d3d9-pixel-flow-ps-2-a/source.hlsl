// fxc /T ps_2_a /E main

sampler2D map;
float4 weights[8];
float limit;

float4 main(
  float2 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float2 v = texcoord + weights[0].xy;
  float4 map_texel = tex2D(map, texcoord.yx);
  float4 map_texel1 = tex2D(map, v);
  float4 v1 = map_texel1 * weights[0].z + color;
  float2 v2 = texcoord + weights[1].xy;
  float2 v3 = texcoord + weights[2].xy;
  float4 map_texel2 = tex2D(map, v2);
  float4 map_texel3 = tex2D(map, v3);
  float4 v4 = map_texel2 * weights[1].z + v1;
  float4 v5 = map_texel3 * weights[2].z + v4;
  float4 map_texel4 = tex2D(map, texcoord + weights[3].xy);
  float4 v6 = map_texel4 * weights[3].z + v5;
  float4 v7 = v6 * map_texel;
  float v8 = sqrt(v6.x);
  float v9 = sqrt(v6.y);
  float2 v10 = rsqrt(v6.zw);
  float v11 = 1.0 / v10.y;
  float v12 = 1.0 / v10.x;
  float4 v13 = limit - color.x >= 0.0 ? float4(v8, v9, float2(v11, v12).yx) : v7;
  return v13;
}
