// fxc /T ps_2_b /E main

sampler2D albedo;
float3 lightColor;
float3 sunDirection;
float3 fogColor;
float4 fogRange;

float4 main(
  float2 texcoord : TEXCOORD0,
  float3 texcoord1 : TEXCOORD1,
  float3 texcoord2 : TEXCOORD2) : COLOR
{
  float4 albedo_texel = tex2D(albedo, texcoord);
  float inverse_length = rsqrt(dot(texcoord1, texcoord1));
  float v = 1.0 / inverse_length;
  float3 direction = normalize(texcoord1);
  float fog = -v * fogRange.z;
  float fog1 = exp2(fog);
  float3 direction1 = normalize(texcoord2);
  float cosine = dot(direction1, direction);
  float3 light = saturate(dot(direction1, -sunDirection)) * lightColor;
  float v1 = pow(saturate(cosine), 41.08);
  float3 v2 = v1 * light;
  float3 v3 = albedo_texel.xyz * light + v2;
  float3 v4 = fogColor - v3;
  float v5 = 1.0 - fog1;
  float3 out_color = v5 * v4 + v3;
  return float4(out_color, albedo_texel.w);
}
