// fxc /T vs_3_0 /E main

int lightCount : register(i0);
float4 lights[8] : register(c8);
float4x4 world : register(c0);

struct Output
{
  float4 position : POSITION;
  float4 color : COLOR;
};

Output main(
  float4 position : POSITION,
  float4 normal : NORMAL)
{
  Output output;
  float4 v = float4(0.0, 0.0, 0.0, 0.0);
  [loop] for (int i = 0; i < lightCount; i++) {
    v = dot(normal.xyz, lights[i].xyz) * lights[i] + v;
  }
  output.color = v;
  output.position = mul(position, world);
  return output;
}
