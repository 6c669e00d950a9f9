// fxc /T ps_2_0 /E main /Od

float4 fogRange;

float4 main(
  float texcoord : TEXCOORD0) : COLOR
{
  return (float4)(min(sin(max(texcoord * 3.0, fogRange.x) + 1.0), fogRange.z));
}
