// fxc /T vs_4_0 /E main

float4 c[5];
bool b;
int n;
float4 k = { 1.0, 2.0, 3.0, 4.0 };
float4x4 m;
float q = 3.0;
bool4 bv;
uint u;

float4 main(
  float4 position : POSITION) : SV_Position
{
  float4 position1;
  float4 v = position;
  [loop] for (int i = 0; i < n; i++) {
    v = v * c[1] + c[0];
  }
  if (b) {
    position1 = v + c[3];
  } else {
    position1 = v * c[4];
  }
  return position1;
}
