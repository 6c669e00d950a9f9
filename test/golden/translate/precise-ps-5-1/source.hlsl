// fxc /T ps_5_1 /E main

float4x4 m;
float4 k;

float4 main(
  float4 p : P,
  float4 q : Q) : SV_Target
{
  precise float2 v = p.xz * float2(q.x, q.z);
  precise float2 v1 = p.xy * q.zw + k.xy;
  return (float)((int)p.x + 3) + float4(v.x, v1.x, v.y, v1.y) * k;
}
