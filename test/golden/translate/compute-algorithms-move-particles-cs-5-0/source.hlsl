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
  bool condition = v2.y < 0.0;
  float3 v3 = v1 * float3(0.6, -0.6, 0.6);
  uint v4 = seed ^ (seed << 13);
  uint v5 = v4 ^ (v4 >> 17);
  uint v6 = v5 ^ (v5 << 5);
  uint v7 = v6 ^ (v6 << 13);
  uint v8 = (v7 >> 17) ^ v7;
  uint v9 = (v8 << 5) ^ v8;
  float2 v10 = (float2((float)v6, (float)v9) * 2.3283064e-10 + -0.5) * 2.0 + v3.xz;
  float4 v11 = condition ? float4(v2.y * -0.5, v10.x, v3.y, v10.y) : float4(v2.y, v1);
  float v12 = age + v;
  if (v12 <= 0.0) {
    dead.Append(dispatch_thread_id.x);
  }
  particles[dispatch_thread_id.x].position = float3(v2.x, v11.x, v2.z);
  particles[dispatch_thread_id.x].age = v12;
  uint v13 = asuint(v11.y);
  uint v14 = asuint(v11.z);
  uint v15 = asuint(v11.w);
  uint v16 = condition ? v9 : seed;
  particles[dispatch_thread_id.x].velocity = asfloat(uint3(v13, v14, v15));
  particles[dispatch_thread_id.x].seed = v16;
}
