// fxc /T cs_5_0 /E main

struct Particle
{
  float3 position;
  float age;
};

AppendStructuredBuffer<Particle> alive : register(u0);
RWStructuredBuffer<uint> counted : register(u1);
RWStructuredBuffer<uint> uncounted : register(u2);
ConsumeStructuredBuffer<Particle> pending : register(u3);

[numthreads(32, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  Particle pending_element = pending.Consume();
  float position = pending_element.position.x;
  float position1 = pending_element.position.y;
  float position2 = pending_element.position.z;
  float age = pending_element.age;
  float v = age + 1.0;
  if (v < 10.0) {
    Particle alive_element;
    alive_element.position = float3(position, position1, position2);
    alive_element.age = v;
    alive.Append(alive_element);
  }
  uint v1 = counted.IncrementCounter();
  counted[v1] = dispatch_thread_id.x;
  uint v2 = uncounted.DecrementCounter();
  uncounted[dispatch_thread_id.x] = v2;
}
