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
  float2 size = vertices[0].size;
  float v = size.y * -0.5;
  float3 position = vertices[0].position;
  float3 v1 = right1 * (size.x * -0.5) + position;
  float4 v2 = float4(up1 * v + v1, 1.0);
  vertex.position = mul(v2, viewProjection);
  vertex.texcoord = float2(0.0, 0.0);
  float4 color = vertices[0].color;
  vertex.color = color;
  stream.Append(vertex);
  float3 v3 = right1 * (size.x * 0.5) + position;
  float4 v4 = float4(up1 * v + v3, 1.0);
  vertex.position = mul(v4, viewProjection);
  vertex.texcoord = float2(1.0, 0.0);
  vertex.color = color;
  stream.Append(vertex);
  float v5 = size.y * 0.5;
  float4 v6 = float4(up1 * v5 + v1, 1.0);
  vertex.position = mul(v6, viewProjection);
  vertex.texcoord = float2(0.0, 1.0);
  vertex.color = color;
  stream.Append(vertex);
  float4 v7 = float4(up1 * v5 + v3, 1.0);
  vertex.position = mul(v7, viewProjection);
  vertex.texcoord = float2(1.0, 1.0);
  vertex.color = color;
  stream.Append(vertex);
}
