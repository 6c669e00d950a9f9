// fxc /T ps_2_0 /E main
// The original is for ps_1_1, which the compiler does not write: this is the same for ps_2_0.

sampler2D s0 : register(s0);
sampler2D s1 : register(s1);
float4 c2 : register(c2);

float4 main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 color : COLOR,
  float4 color1 : COLOR1) : COLOR
{
  float4 s0_texel = tex2D(s0, texcoord.xy);
  float4 s1_texel = tex2D(s1, texcoord1.xy);
  float4 v = color1 * (saturate(s0_texel + float4(0.5, -1.0, 0.0, 1.0)) - 0.5) * 4.0;
  float v1 = dot((s0_texel.xyz - 0.5) * 2.0, (s1_texel.xyz - 0.5) * 2.0);
  float v2 = c2.w > 1.0 ? 1.0 : (c2.w < -1.0 ? -1.0 : c2.w);
  float v3 = v2 * v.w;
  float v4 = saturate(v1);
  float4 v5 = saturate(lerp(float4(saturate(texcoord2.xyz), 1.0), float4(v4, v4, v4, v3), color) * 2.0);
  bool condition = v3 > 0.5;
  return float4(condition ? v5.x : (c2.x > 1.0 ? 1.0 : (c2.x < -1.0 ? -1.0 : c2.x)), condition ? v5.y : (c2.y > 1.0 ? 1.0 : (c2.y < -1.0 ? -1.0 : c2.y)), condition ? v5.z : (c2.z > 1.0 ? 1.0 : (c2.z < -1.0 ? -1.0 : c2.z)), condition ? v5.w : v2);
}
