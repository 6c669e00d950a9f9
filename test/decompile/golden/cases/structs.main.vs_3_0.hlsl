// fxc /T vs_3_0 /E main

struct lamps_type { float4 position; float3 color; float2 range; };
lamps_type lamps[2];
float4x4 projection;
struct sun_type { float4 position; float3 color; float2 range; };
sun_type sun;
float4x3 world;
row_major float3x4 view;
bool isLit;

struct Output
{
  float4 position : POSITION;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION)
{
  Output output;
  float3 v = lamps[1].color * lamps[0].range.y;
  float3 world_position = mul(position, world);
  float v1 = dot(sun.position.xyz, world_position);
  float4 world_position1 = mul(world_position, view);
  float4 v2 = float4(v1 * sun.color, v1) + sun.range.x;
  float3 color = isLit * v + v2.xyz;
  output.color = float4(color, v2.w);
  output.position = mul(world_position1, projection);
  return output;
}
