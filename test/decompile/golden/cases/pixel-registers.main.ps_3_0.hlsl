// fxc /T ps_3_0 /E main

float4 back : register(c1);
float4 front : register(c0);

struct Output
{
  float depth : DEPTH;
  float4 color : COLOR;
};

Output main(
  float4 color : COLOR,
  float2 vpos : VPOS,
  float vface : VFACE)
{
  Output output;
  output.color = (-vface >= 0.0 ? back : front) * color + vpos.xyxy;
  output.depth = color.w * 0.25 + 0.001 * vpos.y;
  return output;
}
