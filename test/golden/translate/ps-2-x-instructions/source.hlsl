// fxc /T ps_3_0 /E main
// The original is for ps_2_x, which the compiler does not write: this is the same for ps_3_0.

sampler2D s0 : register(s0);
sampler2D s15 : register(s15);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 color : COLOR) : COLOR
{
  float4 color1;
  float4 v = ddx(texcoord);
  float4 v1 = ddy(texcoord.wzyx);
  float4 s0_texel = tex2Dgrad(s0, texcoord.xy, v.xy, v1.xy);
  float4 s15_texel = tex2D(s15, texcoord.wz);
  bool condition = v.z >= 1.0;
  float4 sum = s15_texel + s0_texel;
  float v2 = condition ? sum.x : s0_texel.x;
  float v3 = condition ? sum.y : s0_texel.y;
  float v4 = condition ? sum.z : s0_texel.z;
  float v5 = condition ? sum.w : s0_texel.w;
  float4 v6 = s15_texel;
  [branch] if (v.x <= 0.0) {
    v6 = float4(-1.0, 1.0, 0.5, 0.0);
  }
  float4 v7 = v6;
  [loop] for (int i = 0; i < 5; i++) {
    float4 v8 = float4(v3, v4, v2, v5) + v7;
    [branch] if (v8.x >= 0.5) {
      v7 = v8;
      break;
    }
    v7 = v8;
  }
  float4 out_color = color * v7;
  [branch] if (v.x >= 0.0) {
    clip(float4(texcoord1.xyz, texcoord1.w));
  }
  color1 = out_color;
  clip(float4(texcoord1.xyz, texcoord1.w));
  return color1;
}
