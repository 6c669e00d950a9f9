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
  uint render_target_array_index : SV_RenderTargetArrayIndex;
  uint viewport_array_index : SV_ViewportArrayIndex;
};

[maxvertexcount(18)]
void main(
  triangle Vertex vertices[3],
  inout TriangleStream<Output> stream)
{
  Output vertex = (Output)0;
  [loop] for (uint i = 0u; i < 6u; i++) {
    uint viewport_array_index = i & 1u;
    [loop] for (uint i1 = 0u; i1 < 3u; i1++) {
      float4 position = vertices[i1].position;
      vertex.position = mul(position, faces[i]);
      vertex.color = vertices[i1].color;
      vertex.render_target_array_index = i;
      vertex.viewport_array_index = viewport_array_index;
      stream.Append(vertex);
    }
    stream.RestartStrip();
  }
}
