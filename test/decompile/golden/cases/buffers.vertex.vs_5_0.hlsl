// fxc /T vs_5_0 /E main

cbuffer _Views : register(b1)
{
  float4x4 views[2];
  struct { float4 color; float2 range; } fog[2];
};

typedef float4 bones_element[4];
StructuredBuffer<bones_element> bones : register(t3);

struct Output
{
  float4 position : SV_Position;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION,
  uint instance_id : SV_InstanceID)
{
  Output output;
  output.position = mul(position, views[instance_id & 1u]);
  float4 value = bones[instance_id][2];
  output.color = fog[1].color * fog[0].range.y + value;
  return output;
}
