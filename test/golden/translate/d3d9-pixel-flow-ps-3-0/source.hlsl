// fxc /T ps_3_0 /E main

sampler2D map;
float4 weights[8];
float limit;
int steps;

float4 main(
  float2 texcoord : TEXCOORD0,
  float4 color : COLOR) : COLOR
{
  float4 map_texel = tex2D(map, weights[0].xy + texcoord);
  float4 v = map_texel * weights[0].z + color;
  float4 map_texel1 = tex2D(map, weights[1].xy + texcoord);
  float4 v1 = map_texel1 * weights[1].z + v;
  float4 map_texel2 = tex2D(map, weights[2].xy + texcoord);
  float4 v2 = map_texel2 * weights[2].z + v1;
  float4 map_texel3 = tex2D(map, weights[3].xy + texcoord);
  float4 v3 = map_texel3 * weights[3].z + v2;
  float3 v4 = float3(1.0, 1.0, 0.0) * texcoord.xyx;
  float v5 = 0.0;
  float3 v6 = v3.xyz;
  float v7 = v3.w;
  [loop] for (int i = 0; i < steps; i++) {
    float4 map_texel4 = tex2Dlod(map, float4(v4.xy, v5, v5));
    float4 v8 = map_texel4 + float4(v6, v7);
    [branch] if (limit < v8.w) {
      v7 = v8.w;
      v6 = v8.xyz;
      break;
    }
    v7 = v8.w;
    v6 = v8.xyz;
    v5 = v5 + 1.0;
  }
  float v9 = limit - color.x;
  float4 map_texel5 = tex2D(map, texcoord.yx);
  float4 v10 = float4(v6, v7) * map_texel5;
  float3 v11 = rsqrt(v6);
  float v12 = rsqrt(v7);
  float v13 = 1.0 / v11.x;
  float v14 = 1.0 / v11.y;
  float v15 = 1.0 / v11.z;
  float v16 = 1.0 / v12;
  float4 v17 = v9 >= 0.0 ? float4(float3(v13, v14, v15), v16) : v10;
  return color.y >= 0.0 ? v17 : v17.wzyx;
}
