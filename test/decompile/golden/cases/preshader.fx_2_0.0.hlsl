// fxc /T ps_2_0 /E main

float4 rows[4] : register(c0) = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
float4 a = { 0.0, 0.0, 0.0, 0.0 };
float time = 0.0;
float4x4 world = { 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0 };

float4 main(
  float4 color : COLOR,
  float2 texcoord : TEXCOORD0) : COLOR
{
  float k = -frac(time);
  float k1 = k + time + (time >= 0.0 ? 0.0 : (k >= 0.0 ? 0.0 : 1.0));
  float k2 = frac((k1 >= 0.0 ? 0.25 : -0.25) * k1) * (k1 >= 0.0 ? 4.0 : -4.0);
  float k3 = -frac(k2);
  float4 k4 = k2 + k3 + (k2 >= 0.0 ? 0.0 : (k3 >= 0.0 ? 0.0 : 1.0)) + float4(-0.0, -1.0, -2.0, -3.0);
  float4 k5 = -(k4 * k4);
  float k6 = k5.w >= 0.0 ? rows[3].x : (k5.z >= 0.0 ? rows[2].x : (k5.y >= 0.0 ? rows[1].x : (k5.x >= 0.0 ? rows[0].x : 0.0)));
  float k7 = k5.w >= 0.0 ? rows[3].y : (k5.z >= 0.0 ? rows[2].y : (k5.y >= 0.0 ? rows[1].y : (k5.x >= 0.0 ? rows[0].y : 0.0)));
  float k8 = k5.w >= 0.0 ? rows[3].z : (k5.z >= 0.0 ? rows[2].z : (k5.y >= 0.0 ? rows[1].z : (k5.x >= 0.0 ? rows[0].z : 0.0)));
  float k9 = k5.w >= 0.0 ? rows[3].w : (k5.z >= 0.0 ? rows[2].w : (k5.y >= 0.0 ? rows[1].w : (k5.x >= 0.0 ? rows[0].w : 0.0)));
  float k10 = world._m21 * world._m12;
  float k11 = world._m01 * world._m22;
  float k12 = world._m11 * world._m02;
  float k13 = world._m11 * world._m22;
  float k14 = world._m21 * world._m02;
  float k15 = world._m01 * world._m12;
  float4 c3 = 0.1 * float4(k6, k7, k8, k9) + time * float4(1e-7, 100000000000000000000.0, -0.0, 12345.678);
  float4 c5 = dot(float3(k13, k14, k15) - float3(k10, k11, k12), world._m00_m10_m20) * (rsqrt(dot(a, a)) * a);
  float2 v = texcoord.y * rows[2].yw;
  float2 v1 = texcoord.x * rows[2].xz;
  return c3 * color + float4(v1.x, v.x, v1.y, v.y) + c5;
}
