// fxc /T gs_5_0 /E main

struct Vertex
{
  float4 v : V;
};

struct Output
{
  float4 position : SV_Position;
  float4 array : ARRAY;
  float4 array1 : ARRAY1;
  float4 array2 : ARRAY2;
  float4 array3 : ARRAY3;
};

[maxvertexcount(4)]
void main(
  triangle Vertex vertices[3],
  uint primitive_id : SV_PrimitiveID,
  inout TriangleStream<Output> stream)
{
  Output vertex = (Output)0;
  [loop] for (uint i = 0u; i < 3u; i++) {
    vertex.position = vertices[i].v;
    vertex.array = float4(0.0, 0.0, 0.0, 0.0);
    vertex.array1 = float4(0.0, 0.0, 0.0, 0.0);
    vertex.array2 = vertices[(i + primitive_id) % 3u].v;
    vertex.array3 = float4(0.0, 0.0, 0.0, 0.0);
    stream.Append(vertex);
  }
}
