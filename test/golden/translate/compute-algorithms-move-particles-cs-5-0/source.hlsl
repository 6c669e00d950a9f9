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
  float v = -step1;
  float3 v1 = float3(velocity.x, velocity.y + v * 9.81, velocity.z) * (v * 0.1 + 1.0);
  float3 v2 = position + v1 * step1;
  bool v3 = v2.y < 0.0;
  float3 v4 = v1 * float3(0.6, -0.6, 0.6);
  uint v5 = seed ^ (seed << 13);
  uint v6 = v5 ^ (v5 >> 17);
  uint v7 = v6 ^ (v6 << 5);
  uint v8 = v7 ^ (v7 << 13);
  uint v9 = (v8 >> 17) ^ v8;
  uint v10 = (v9 << 5) ^ v9;
  float2 v11 = (float2((float)v7, (float)v10) * 2.3283064e-10 + -0.5) * 2.0 + v4.xz;
  float4 v12 = v3 ? float4(v2.y * -0.5, v11.x, v4.y, v11.y) : float4(v2.y, v1);
  float v13 = age + v;
  if (v13 <= 0.0) {
    dead.Append(dispatch_thread_id.x);
  }
  particles[dispatch_thread_id.x].position = float3(v2.x, v12.x, v2.z);
  particles[dispatch_thread_id.x].age = v13;
  uint v14 = asuint(v12.y);
  uint v15 = asuint(v12.z);
  uint v16 = asuint(v12.w);
  uint v17 = v3 ? v10 : seed;
  particles[dispatch_thread_id.x].velocity = asfloat(uint3(v14, v15, v16));
  particles[dispatch_thread_id.x].seed = v17;
}
