// fxc /T ps_3_0 /E main

float time;
float4 a;
float4 b;
int n;

float4 main(
  float4 color : COLOR) : COLOR
{
  return color * (a * b + exp2(time)) * (1.0 / dot(a, b)) + max(a, float4(sqrt(b.x), sqrt(b.y), sqrt(b.z), sqrt(b.w))) * n;
}
