// fxc /T ps_5_1 /E main

float4x4 m;
float4 k;

float4 main(
  float4 p : P,
  float4 q : Q) : SV_Target
{
  precise float4 v = p.xxzy * float4(q.x, q.zzw);
  precise float2 v1 = v.yw + k.xy;
  return float4(v.x, v1.x, v.z, v1.y) * k + (float)((int)p.x + 3);
}
