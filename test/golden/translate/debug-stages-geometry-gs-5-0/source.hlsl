// fxc /T gs_5_0 /E main

struct Vertex
{
  float4 position : SV_Position;
  float2 texcoord[2] : TEXCOORD;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord[2] : TEXCOORD;
};

[maxvertexcount(3)]
void main(
  triangle Vertex vertices[3],
  uint primitive_id : SV_PrimitiveID,
  inout TriangleStream<Output> stream)
{
  Output vertex = (Output)0;
  float v = (float)primitive_id;
  [loop] for (uint i = 0u; int(i) < 3; i++) {
    vertex.position = v * vertices[i].position;
    vertex.texcoord[0] = vertices[i].texcoord[0];
    vertex.texcoord[1] = vertices[i].texcoord[1];
    stream.Append(vertex);
  }
  stream.RestartStrip();
}
