// fxc /T gs_4_0 /E main

ByteAddressBuffer table : register(t0);

struct Vertex
{
  float4 position : SV_Position;
};

struct Output
{
  float4 position : SV_Position;
};

[maxvertexcount(1)]
void main(
  point Vertex vertices[1],
  inout PointStream<Output> stream)
{
  Output vertex = (Output)0;
  float v = asfloat(table.Load(16u));
  vertex.position = v * vertices[0].position;
  stream.Append(vertex);
}
