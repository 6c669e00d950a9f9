// fxc /T ps_5_1 /E main

float4x4 m;
float4 k;

void main(
  float4 p : P,
  float4 q : Q,
  out float4 out_target : SV_Target)
{
  precise float4 v = p.xxzy * float4(q.x, q.zzw);
  precise float2 v1 = k.xy + v.yw;
  out_target = float4(v.x, v1.x, v.z, v1.y) * k + (float)(3 + (int)p.x);
}
