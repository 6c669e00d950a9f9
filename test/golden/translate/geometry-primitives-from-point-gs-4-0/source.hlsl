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
  [loop] for (uint i = 0u; i < 4u; i++) {
    vertex.position = offsets[i] * v + vertices[0].position;
    vertex.color = vertices[0].color;
    stream.Append(vertex);
  }
}
