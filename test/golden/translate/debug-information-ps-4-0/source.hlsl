// fxc /T ps_4_0 /E main

float4 k;

float4 main(
  float4 color : COLOR) : SV_Target
{
  uint n = 0u;
  uint n1 = 0u;
  uint n2 = 0u;
  uint n3 = 0u;
  [loop] for (int i = 0; i < 3; i++) {
    float4 v = asfloat(uint4(n, n1, n2, n3)) + color.x * k.x * (float)i;
    n3 = asuint(v.w);
    n2 = asuint(v.z);
    n1 = asuint(v.y);
    n = asuint(v.x);
  }
  return asfloat(uint4(n, n1, n2, n3));
}
