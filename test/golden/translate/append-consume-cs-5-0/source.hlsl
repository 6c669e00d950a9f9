// fxc /T cs_5_0 /E main

struct Particle
{
  float3 position;
  float age;
};

RWStructuredBuffer<Particle> alive : register(u0);
RWStructuredBuffer<uint> counted : register(u1);
RWStructuredBuffer<uint> uncounted : register(u2);
RWStructuredBuffer<Particle> pending : register(u3);

[numthreads(32, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint v = pending.DecrementCounter();
  float position = pending[v].position.x;
  float position1 = pending[v].position.y;
  float position2 = pending[v].position.z;
  float age = pending[v].age;
  float v1 = age + 1.0;
  if (v1 < 10.0) {
    uint v2 = alive.IncrementCounter();
    alive[v2].position = float3(position, position1, position2);
    alive[v2].age = v1;
  }
  uint v3 = counted.IncrementCounter();
  counted[v3] = dispatch_thread_id.x;
  uint v4 = uncounted.DecrementCounter();
  uncounted[dispatch_thread_id.x] = v4;
}
