// fxc /T gs_4_0 /E main

float4 offsets[4];
float4x4 faces[6];

struct Vertex
{
  float4 position : SV_Position;
  float4 color : COLOR;
};

struct Output
{
  float4 position : SV_Position;
  float4 color : COLOR;
};

[maxvertexcount(4)]
void main(
  point Vertex vertices[1],
  uint primitive_id : SV_PrimitiveID,
  inout PointStream<Output> stream)
{
  Output vertex = (Output)0;
  float v = (float)primitive_id;
  uint n = 0u;
  [loop] while (n < 4u) {
    vertex.position = offsets[n] * v + vertices[0].position;
    vertex.color = vertices[0].color;
    stream.Append(vertex);
    n = n + 1u;
  }
}
