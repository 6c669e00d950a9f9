// fxc /T gs_4_0 /E main

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

[maxvertexcount(2)]
void main(
  lineadj Vertex vertices[4],
  inout LineStream<Output> stream)
{
  Output vertex = (Output)0;
  float4 clip_position = vertices[0].position + vertices[3].position;
  vertex.position = clip_position;
  vertex.color = vertices[1].color * vertices[2].color;
  stream.Append(vertex);
  vertex.position = clip_position;
  vertex.color = float4(0.0, 0.0, 0.0, 0.0);
  stream.Append(vertex);
}
