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
  uint n = 0u;
  [loop] while (int(n) < 3) {
    vertex.position = v * vertices[n].position;
    vertex.texcoord[0] = vertices[n].texcoord[0];
    vertex.texcoord[1] = vertices[n].texcoord[1];
    stream.Append(vertex);
    n = n + 1u;
  }
  stream.RestartStrip();
}
