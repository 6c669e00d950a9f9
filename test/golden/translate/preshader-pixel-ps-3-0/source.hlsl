// fxc /T ps_3_0 /E main

float time;
float4 a;
float4 b;
int n;

void main(
  float4 color : COLOR,
  out float4 out_color : COLOR)
{
  out_color = color * (a * b + exp2(time)) * (1.0 / dot(a, b)) + max(a, float4(sqrt(b.x), sqrt(b.y), sqrt(b.z), sqrt(b.w))) * n;
}
