// fxc /T cs_5_0 /E main

struct Particle
{
  float3 position;
  float3 velocity;
};

cbuffer Scene : register(b0)
{
  float2 texelSize;
  float4x4 shadows[4];
};

cbuffer Forces : register(b1)
{
  uint4 limits;
  float4 attractors[3];
};

RWStructuredBuffer<Particle> particles : register(u1);

[numthreads(64, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  float3 position = particles[dispatch_thread_id.x].position;
  float velocity = particles[dispatch_thread_id.x].velocity.x;
  float2 velocity1 = particles[dispatch_thread_id.x].velocity.yz;
  float v = velocity;
  float2 v1 = velocity1;
  [loop] for (int i = 0; i < 3; i++) {
    float3 v3 = attractors[i].xyz - position;
    float3 v4 = v3 * (texelSize.x * attractors[i].w / (dot(v3, v3) + 1.0)) + float3(v, v1);
    v1 = v4.yz;
    v = v4.x;
  }
  float3 v5 = float3(v, v1) * 0.997;
  float v6 = v1.x * -0.4985;
  float3 v7 = position + v5 * texelSize.x;
  float2 v8 = v7.y < 0.0 ? float2(-v7.y, v6) : float2(v7.y, v5.y);
  particles[dispatch_thread_id.x].position = float3(v7.x, v8.x, v7.z);
  particles[dispatch_thread_id.x].velocity.x = v5.x;
  particles[dispatch_thread_id.x].velocity.yz = float2(v8.y, v5.z);
}
