// fxc /T gs_5_0 /E main

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

[maxvertexcount(3)]
[instance(24)]
void main(
  triangle Vertex vertices[3],
  uint primitive_id : SV_PrimitiveID,
  uint gsinstance_id : SV_GSInstanceID,
  inout TriangleStream<Output> stream)
{
  Output vertex = (Output)0;
  vertex.position = vertices[0].position;
  float v = (float)(gsinstance_id + primitive_id);
  vertex.color = v * vertices[0].color;
  stream.Append(vertex);
  vertex.position = vertices[1].position;
  vertex.color = v * vertices[1].color;
  stream.Append(vertex);
  vertex.position = vertices[2].position;
  vertex.color = v * vertices[2].color;
  stream.Append(vertex);
}
