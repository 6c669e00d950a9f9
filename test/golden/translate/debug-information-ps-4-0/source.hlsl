// fxc /T ps_4_0 /E main /Od

float4 k;

float4 main(
  float4 color : COLOR) : SV_Target
{
  float v = 0.0;
  float v1 = 0.0;
  float v2 = 0.0;
  float v3 = 0.0;
  [loop] for (int i = 0; i < 3; i++) {
    float v4 = color.x * k.x * (float)i;
    v3 = v3 + v4;
    v2 = v2 + v4;
    v1 = v1 + v4;
    v = v + v4;
  }
  return float4(v, v1, v2, v3);
}
