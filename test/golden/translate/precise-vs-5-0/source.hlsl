// fxc /T vs_5_0 /E main

float4x4 m;
float4 k;

struct Output
{
  float4 position : SV_Position;
  float2 some : SOME;
  float4 free : FREE;
};

Output main(
  float4 p : P,
  float4 q : Q)
{
  Output output;
  precise float v = dot(p, m._m00_m10_m20_m30);
  precise float v1 = dot(p, m._m01_m11_m21_m31);
  precise float v2 = dot(p, m._m02_m12_m22_m32);
  precise float v3 = dot(p, m._m03_m13_m23_m33);
  output.position = float4(v, v1, v2, v3);
  precise float v4 = dot(p.xyz, q.xyz) * k.x;
  precise float v5 = sqrt(abs(q.w)) / k.w;
  output.some = float2(v4, v5);
  precise float v6 = v4 + v5;
  float3 v7 = (p.xzw * q.xzw + k.xzw) * v6;
  output.free = float4(v7.x, v5 < v4 ? v4 : (-v5), v7.yz);
  return output;
}
