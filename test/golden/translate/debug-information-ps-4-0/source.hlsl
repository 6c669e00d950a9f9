// fxc /T ps_4_0 /E main

float4 k;

float4 main(
  float4 color : COLOR) : SV_Target
{
  uint n = 0u;
  uint n1 = 0u;
  uint n2 = 0u;
  uint n3 = 0u;
  uint n4 = 0u;
  [loop] while (int(n) < 3) {
    float4 v = asfloat(uint4(n1, n2, n3, n4)) + color.x * k.x * (float)int(n);
    n4 = asuint(v.w);
    n3 = asuint(v.z);
    n2 = asuint(v.y);
    n1 = asuint(v.x);
    n = n + 1u;
  }
  return asfloat(uint4(n1, n2, n3, n4));
}
