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
  uint4 v = asuint(vertices[0].color);
  vertex0.aaa = asfloat(v);
  vertex1.ccc = asfloat(v.xyz);
  vertex2.position = asfloat(v);
  vertex3.eee = asfloat(v.x);
  uint2 v1 = asuint(vertices[0].color.xy);
  vertex0.bbb = asfloat(v1);
  vertex1.ddd = v1.x;
  vertex3.clip_distance.xy = asfloat(v1);
  stream0.Append(vertex0);
  stream0.RestartStrip();
  float3 v2 = vertices[0].position.xyz;
  vertex0.aaa.xyz = v2;
  vertex1.ccc = v2;
  vertex2.position.xyz = v2;
  vertex3.eee = v2.x;
  vertex0.bbb.x = asfloat(0x3u);
  vertex1.ddd = 3u;
  vertex3.clip_distance.x = asfloat(0x3u);
  stream1.Append(vertex1);
  vertex0.aaa.xyz = v2;
  vertex1.ccc = v2;
  vertex2.position.xyz = v2;
  vertex3.eee = v2.x;
  vertex0.bbb.x = asfloat(0x3u);
  vertex1.ddd = 3u;
  vertex3.clip_distance.x = asfloat(0x3u);
  stream1.Append(vertex1);
  float4 v3 = vertices[0].position;
  vertex0.aaa = v3;
  vertex1.ccc = v3.xyz;
  vertex2.position = v3;
  vertex3.eee = v3.x;
  stream2.Append(vertex2);
  stream2.RestartStrip();
  vertex0.aaa.x = 1.0;
  vertex1.ccc.x = 1.0;
  vertex2.position.x = 1.0;
  vertex3.eee = 1.0;
  vertex0.bbb = asfloat(v.xy);
  vertex1.ddd = v.x;
  vertex3.clip_distance = asfloat(v);
  stream3.Append(vertex3);
  stream2.RestartStrip();
}
