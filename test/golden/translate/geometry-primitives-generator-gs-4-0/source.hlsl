// fxc /T gs_4_0 /E main

struct Vertex
{
  float4 v : V;
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
  if (vertices[0].v.x > 0.0) {
    vertex.position = vertices[0].v;
    stream.Append(vertex);
  }
}
