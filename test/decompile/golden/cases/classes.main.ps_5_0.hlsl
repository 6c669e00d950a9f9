// fxc /T ps_5_0 /E main

interface Light
{
  float3 method(float3 color);
};

Light light;

class Lamp : Light
{
  float3 tint;
  uint isOn;
  float3 method(float3 color)
  {
    return tint * color * asfloat((uint3)(isOn & 0x3f800000u));
  }
};

// Guessed from what the program reads and writes: there is no reflection data.
class Spot : Light
{
  float4 rows[2];
  float3 method(float3 color)
  {
    return color * dot(color - rows[0].xyz, rows[1].xyz);
  }
};

cbuffer Lights : register(b0)
{
  Lamp lamp;
};

float4 main(
  float3 color : COLOR) : SV_Target
{
  float3 light_result = light.method(color);
  return float4(light_result, 1.0);
}
