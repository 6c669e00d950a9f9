// fxc /T ps_2_a /E main

sampler2D map;
float4 weights[8];
float limit;

float4 main(
  float2 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float2 coordinates = texcoord + weights[0].xy;
  float4 map_texel = tex2D(map, texcoord.yx);
  float4 map_texel1 = tex2D(map, coordinates);
  float4 v = map_texel1 * weights[0].z + color;
  float2 coordinates1 = texcoord + weights[1].xy;
  float2 coordinates2 = texcoord + weights[2].xy;
  float4 map_texel2 = tex2D(map, coordinates1);
  float4 map_texel3 = tex2D(map, coordinates2);
  float4 v1 = map_texel2 * weights[1].z + v;
  float4 v2 = map_texel3 * weights[2].z + v1;
  float4 map_texel4 = tex2D(map, texcoord + weights[3].xy);
  float4 v3 = map_texel4 * weights[3].z + v2;
  float4 v4 = v3 * map_texel;
  float v5 = sqrt(v3.x);
  float v6 = sqrt(v3.y);
  float2 v7 = rsqrt(v3.zw);
  float v8 = 1.0 / v7.y;
  float v9 = 1.0 / v7.x;
  float4 out_color = limit - color.x >= 0.0 ? float4(v5, v6, float2(v8, v9).yx) : v4;
  return out_color;
}
