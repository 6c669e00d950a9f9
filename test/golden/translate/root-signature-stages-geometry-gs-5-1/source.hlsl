// fxc /T gs_5_1 /E main

cbuffer Numbers : register(b0, space2)
{
  float4 numbers;
};

struct Vertex
{
  float4 position : SV_Position;
};

struct Output
{
  float4 position : SV_Position;
};

[maxvertexcount(2)]
void main(
  point Vertex vertices[1],
  inout PointStream<Output> stream)
{
  Output vertex = (Output)0;
  vertex.position = numbers + vertices[0].position;
  stream.Append(vertex);
}
