// fxc /T cs_5_0 /E main

struct Particle
{
  float3 position;
  float age;
  float3 velocity;
  uint seed;
};

cbuffer Constants : register(b0)
{
  uint count;
  uint stage;
  uint round1;
  float step1;
  float4x4 view;
  float4 planes[6];
  float2 screen;
  uint lightCount;
};

RWStructuredBuffer<Particle> particles : register(u0);
AppendStructuredBuffer<uint> dead : register(u1);

[numthreads(64, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  float3 position = particles[dispatch_thread_id.x].position;
  float age = particles[dispatch_thread_id.x].age;
  float3 velocity = particles[dispatch_thread_id.x].velocity;
  uint seed = particles[dispatch_thread_id.x].seed;
  if (age <= 0.0) {
    return;
  }
  float3 v = float3(velocity.x, velocity.y - step1 * 9.81, velocity.z) * (1.0 - step1 * 0.1);
  float3 v1 = position + v * step1;
  bool condition = v1.y < 0.0;
  float3 v2 = v * float3(0.6, -0.6, 0.6);
  uint v3 = seed ^ (seed << 13);
  uint v4 = v3 ^ (v3 >> 17);
  uint v5 = v4 ^ (v4 << 5);
  uint v6 = v5 ^ (v5 << 13);
  uint v7 = (v6 >> 17) ^ v6;
  uint v8 = (v7 << 5) ^ v7;
  float2 v9 = (float2((float)v5, (float)v8) * 2.3283064e-10 - 0.5) * 2.0 + v2.xz;
  float4 v10 = condition ? float4(v1.y * -0.5, v9.x, v2.y, v9.y) : float4(v1.y, v);
  float v11 = age - step1;
  if (v11 <= 0.0) {
    dead.Append(dispatch_thread_id.x);
  }
  particles[dispatch_thread_id.x].position = float3(v1.x, v10.x, v1.z);
  particles[dispatch_thread_id.x].age = v11;
  uint3 v12 = asuint(v10.yzw);
  uint v13 = condition ? v8 : seed;
  particles[dispatch_thread_id.x].velocity = asfloat(v12);
  particles[dispatch_thread_id.x].seed = v13;
}
