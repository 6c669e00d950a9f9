// fxc /T vs_2_sw /E main

float4 c5000[3192] : register(c5000); // its length is a guess
float4 c2047 : register(c2047);

float4 main(
  int4 position : POSITION,
  float4 color : COLOR) : POSITION
{
  float4 v = c2047;
  [loop] for (int i = 0; i < 1; i++) {
    v = v + c5000[position.z];
  }
  return v;
}
