// fxc /T vs_4_0 /E main

struct Struct
{
  float4 position;
  float4 velocity;
};

StructuredBuffer<Struct> particles : register(t0);

void main(
  uint vertex_id : SV_VertexID,
  float4 color : COLOR,
  out float4 out_position : SV_Position)
{
  float4 velocity = particles[vertex_id].velocity;
  float4 position = particles[vertex_id].position;
  out_position = color * length(velocity) + position;
}
