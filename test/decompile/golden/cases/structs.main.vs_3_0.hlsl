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
  float3 v1 = mul(position, world);
  float v2 = dot(sun.position.xyz, v1);
  float4 v3 = mul(v1, view);
  float4 v4 = float4(v2 * sun.color, v2) + sun.range.x;
  float3 v5 = isLit * v + v4.xyz;
  output.color = float4(v5, v4.w);
  output.position = mul(v3, projection);
  return output;
}
