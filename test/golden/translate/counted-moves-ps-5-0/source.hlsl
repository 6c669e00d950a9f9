// fxc /T ps_5_0 /E main /Od

float4 scale;
float4 absolute;

void main(
  float4 a : A,
  float4 b : B,
  out float4 out_target : SV_Target,
  out float4 out_target1 : SV_Target1,
  out float4 out_target2 : SV_Target2,
  out float4 out_target3 : SV_Target3,
  out float4 out_target4 : SV_Target4)
{
  bool v = a.x != 0.0;
  float4 v1 = float4((float)(v ? 1 : 0), (float)(a.y != 0.0 ? 1 : 0), (float)(a.z != 0.0 ? 1 : 0), (float)(a.w != 0.0 ? 1 : 0));
  out_target = ((b.y != 0.0) || v ? scale : b) + v1;
  out_target1 = max((-absolute), absolute);
  out_target2 = min(max((-a), float4(0.0, 0.0, 0.0, 0.0)), float4(1.0, 1.0, 1.0, 1.0));
  out_target3 = (-b.wzyx);
  out_target4 = (-max((-scale), scale));
}
