// fxc /T ps_4_0 /E main

float4 k;

void main(
  float4 color : COLOR,
  out float4 out_target : SV_Target)
{
  uint n = 0u;
  uint n1 = 0u;
  uint n2 = 0u;
  uint n3 = 0u;
  [loop] for (int i = 0; i < 3; i++) {
    float4 v = asfloat(uint4(n, n1, n2, n3)) + (float)i * (color.x * k.x);
    n3 = asuint(v.w);
    n2 = asuint(v.z);
    n1 = asuint(v.y);
    n = asuint(v.x);
  }
  out_target = asfloat(uint4(n, n1, n2, n3));
}
