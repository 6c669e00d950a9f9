// fxc /T gs_4_0 /E main

cbuffer View : register(b0)
{
  float4x4 viewProjection;
  float3 right1;
  float3 up1;
  float3 eye;
  float level;
};

struct Vertex
{
  float3 position : POSITION;
  float2 size : SIZE;
  float4 color : COLOR;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
  float4 color : COLOR;
};

[maxvertexcount(4)]
void main(
  point Vertex vertices[1],
  inout TriangleStream<Output> stream)
{
  Output vertex = (Output)0;
  float2 v = vertices[0].size;
  float4 v1 = v.xyxy * float4(-0.5, -0.5, 0.5, -0.5);
  float3 v2 = vertices[0].position;
  float4 v3 = float4(up1 * v1.y + (right1 * v1.x + v2), 1.0);
  vertex.position = mul(v3, viewProjection);
  vertex.texcoord = float2(0.0, 0.0);
  float4 v4 = vertices[0].color;
  vertex.color = v4;
  stream.Append(vertex);
  float4 v5 = float4(up1 * v1.w + (right1 * v1.z + v2), 1.0);
  vertex.position = mul(v5, viewProjection);
  vertex.texcoord = float2(1.0, 0.0);
  vertex.color = v4;
  stream.Append(vertex);
  float4 v6 = v.xyxy * float4(-0.5, 0.5, 0.5, 0.5);
  float4 v7 = float4(up1 * v6.y + (right1 * v6.x + v2), 1.0);
  vertex.position = mul(v7, viewProjection);
  vertex.texcoord = float2(0.0, 1.0);
  vertex.color = v4;
  stream.Append(vertex);
  float4 v8 = float4(up1 * v6.w + (right1 * v6.z + v2), 1.0);
  vertex.position = mul(v8, viewProjection);
  vertex.texcoord = float2(1.0, 1.0);
  vertex.color = v4;
  stream.Append(vertex);
}
