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
  uint n = 0u;
  [loop] while (n < 6u) {
    uint v = n & 1u;
    uint n1 = 0u;
    [loop] while (n1 < 3u) {
      float4 v1 = vertices[n1].position;
      vertex.position = float4(dot(v1, faces[n]._m00_m10_m20_m30), dot(v1, faces[n]._m01_m11_m21_m31), dot(v1, faces[n]._m02_m12_m22_m32), dot(v1, faces[n]._m03_m13_m23_m33));
      vertex.color = vertices[n1].color;
      vertex.render_target_array_index = n;
      vertex.viewport_array_index = v;
      stream.Append(vertex);
      n1 = n1 + 1u;
    }
    stream.RestartStrip();
    n = n + 1u;
  }
}
