// fxc /T vs_4_0 /E main

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

Output main(
  uint vertex_id : SV_VertexID)
{
  Output output;
  float2 x0[3][2] = {
    float2(-1.0, -1.0), float2(0.0, 1.0), float2(-1.0, 3.0), float2(0.0, -1.0), float2(3.0, -1.0),
    float2(2.0, 1.0),
  };
  float2 v1 = x0[vertex_id % 3u][0];
  float2 texcoord = x0[vertex_id % 3u][1];
  output.texcoord = texcoord;
  output.position = float4(v1, 0.0, 1.0);
  return output;
}
