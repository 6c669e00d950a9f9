// fxc /T ps_2_0 /E main
// The original is for ps_1_4, which the compiler does not write: this is the same for ps_2_0.
// Different: the state of texture stages is read from constants, from c8 on.

sampler2D s3 : register(s3);
sampler2D s4 : register(s4);
sampler2D s0 : register(s0);
sampler2D s2 : register(s2);
float4 bump_matrix_3 : register(c14); // state of texture stage 3

struct Output
{
  float depth : DEPTH;
  float4 color : COLOR;
};

Output main(
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 texcoord3 : TEXCOORD3,
  float4 texcoord4 : TEXCOORD4,
  float4 color : COLOR,
  float4 color1 : COLOR1)
{
  Output output;
  float4 s3_texel = tex2D(s3, texcoord3.xy);
  float4 s4_texel = tex2D(s4, texcoord4.xy);
  float3 v = (s3_texel.xyz - 0.5 + texcoord1.xyz) * 0.25;
  float v1 = bump_matrix_3.z * s4_texel.y + bump_matrix_3.x * s4_texel.x + s3_texel.x;
  float v2 = bump_matrix_3.w * s4_texel.y + bump_matrix_3.y * s4_texel.x + s3_texel.y;
  float2 v3 = s4_texel.y > 0.5 ? float2(v1, v2) : 1.0 - v.xy;
  float4 s0_texel = tex2D(s0, float2(v1, v2));
  clip(v);
  float v4 = min(v3.y, 1.0);
  float depth = v4 == 0.0 ? 1.0 : saturate(v3.x / v4);
  bool condition = v.z == 0.0;
  float4 s2_texel = tex2D(s2, float2(condition ? 1.0 : v.x / v.z, condition ? 1.0 : v.y / v.z));
  float4 v5 = lerp((s2_texel - 0.5) * 2.0, s0_texel, float4(0.1, 0.2, 0.3, 0.4));
  float3 out_color = -(v5.xyz * 2.0) >= 0.0 ? -(s2_texel.xyz - 0.5) : -((float3(v1, v2, s3_texel.z) - 0.5) * 2.0);
  float v6 = dot(float4(out_color, v5.w), color1);
  output.depth = depth;
  output.color = float4(out_color, saturate(v6));
  return output;
}
