// fxc /T vs_4_0 /E main

struct Struct
{
  float4 position;
  float4 velocity;
};

StructuredBuffer<Struct> particles : register(t0);

float4 main(
  uint vertex_id : SV_VertexID,
  float4 color : COLOR) : SV_Position
{
  float4 velocity = particles[vertex_id].velocity;
  float4 position1 = particles[vertex_id].position;
  return color * length(velocity) + position1;
}
