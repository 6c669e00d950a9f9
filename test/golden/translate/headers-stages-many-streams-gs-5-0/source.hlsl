// fxc /T gs_5_0 /E main

struct Vertex
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

struct Output0
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
  uint render_target_array_index : SV_RenderTargetArrayIndex;
  uint viewport_array_index : SV_ViewportArrayIndex;
  float clip_distance[2] : SV_ClipDistance;
  float cull_distance : SV_CullDistance;
  uint primitive_id : SV_PrimitiveID;
};

struct Output1
{
  float xx : XX;
  min16int2 yy3 : YY3;
};

[maxvertexcount(3)]
void main(
  triangle Vertex vertices[3],
  uint primitive_id : SV_PrimitiveID,
  inout PointStream<Output0> stream0,
  inout PointStream<Output1> stream1)
{
  Output0 vertex0 = (Output0)0;
  Output1 vertex1 = (Output1)0;
  float4 position = vertices[0].position;
  vertex0.position = position;
  vertex1.xx = position.x;
  vertex0.texcoord = float2(0.0, 0.0);
  vertex1.yy3 = int2(0, 0);
  vertex0.render_target_array_index = 0u;
  vertex0.viewport_array_index = 0u;
  vertex0.clip_distance[0] = 0.0;
  vertex0.clip_distance[1] = 0.0;
  vertex0.cull_distance = 0.0;
  vertex0.primitive_id = primitive_id;
  stream0.Append(vertex0);
  vertex0.position.x = 3.0;
  vertex1.xx = 3.0;
  vertex0.texcoord = float2(0.0, 0.0);
  vertex1.yy3 = int2(0, 0);
  stream1.Append(vertex1);
}
