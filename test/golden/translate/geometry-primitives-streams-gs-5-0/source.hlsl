// fxc /T gs_5_0 /E main

struct Vertex
{
  float4 position : SV_Position;
  float4 color : COLOR;
};

struct Output0
{
  float4 aaa : AAA;
  float2 bbb : BBB;
};

struct Output1
{
  float3 ccc : CCC;
  uint ddd : DDD;
};

struct Output2
{
  float4 position : SV_Position;
};

struct Output3
{
  float eee : EEE;
  float4 clip_distance : SV_ClipDistance;
};

[maxvertexcount(10)]
void main(
  point Vertex vertices[1],
  inout PointStream<Output0> stream0,
  inout PointStream<Output1> stream1,
  inout PointStream<Output2> stream2,
  inout PointStream<Output3> stream3)
{
  Output0 vertex0 = (Output0)0;
  Output1 vertex1 = (Output1)0;
  Output2 vertex2 = (Output2)0;
  Output3 vertex3 = (Output3)0;
  float4 color = vertices[0].color;
  vertex0.aaa = color;
  vertex1.ccc = color.xyz;
  vertex2.position = color;
  vertex3.eee = color.x;
  uint2 bbb = asuint(vertices[0].color.xy);
  vertex0.bbb = asfloat(bbb);
  vertex1.ddd = bbb.x;
  vertex3.clip_distance.xy = asfloat(bbb);
  stream0.Append(vertex0);
  stream0.RestartStrip();
  float3 aaa = vertices[0].position.xyz;
  vertex0.aaa.xyz = aaa;
  vertex1.ccc = aaa;
  vertex2.position.xyz = aaa;
  vertex3.eee = aaa.x;
  vertex0.bbb.x = asfloat(0x3u);
  vertex1.ddd = 3u;
  vertex3.clip_distance.x = asfloat(0x3u);
  stream1.Append(vertex1);
  vertex0.aaa.xyz = aaa;
  vertex1.ccc = aaa;
  vertex2.position.xyz = aaa;
  vertex3.eee = aaa.x;
  vertex0.bbb.x = asfloat(0x3u);
  vertex1.ddd = 3u;
  vertex3.clip_distance.x = asfloat(0x3u);
  stream1.Append(vertex1);
  float4 position = vertices[0].position;
  vertex0.aaa = position;
  vertex1.ccc = position.xyz;
  vertex2.position = position;
  vertex3.eee = position.x;
  stream2.Append(vertex2);
  stream2.RestartStrip();
  vertex0.aaa.x = 1.0;
  vertex1.ccc.x = 1.0;
  vertex2.position.x = 1.0;
  vertex3.eee = 1.0;
  uint4 clip_distance = asuint(vertices[0].color);
  vertex0.bbb = asfloat(clip_distance.xy);
  vertex1.ddd = clip_distance.x;
  vertex3.clip_distance = asfloat(clip_distance);
  stream3.Append(vertex3);
  stream2.RestartStrip();
}
