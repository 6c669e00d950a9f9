// fxc /T ps_5_0 /E main

float4 main(
  float4 a : A,
  centroid float2 b : B,
  nointerpolation float4 c : C,
  noperspective float3 d : D,
  uint i : I) : SV_Target
{
  uint2 v = uint2(i, 2u);
  float v1 = EvaluateAttributeSnapped(b, int2(v)).x;
  float v2 = EvaluateAttributeSnapped(b, int2(v)).y;
  float v3 = EvaluateAttributeAtSample(d, 2u).x;
  float4 v4 = float4(v3, EvaluateAttributeAtSample(d, 2u).y, EvaluateAttributeAtSample(d, 2u).z, v3) + float4(v1, v2, v1, v2);
  float4 v5 = float4(EvaluateAttributeAtSample(a, i).x, EvaluateAttributeAtSample(a, i).y, EvaluateAttributeAtSample(a, i).z, EvaluateAttributeAtSample(a, i).w);
  float4 v6 = float4(EvaluateAttributeCentroid(a).x, EvaluateAttributeCentroid(a).y, EvaluateAttributeCentroid(a).z, EvaluateAttributeCentroid(a).w);
  float4 v7 = float4(EvaluateAttributeSnapped(a, int2(-8, 7)).x, EvaluateAttributeSnapped(a, int2(-8, 7)).y, EvaluateAttributeSnapped(a, int2(-8, 7)).z, EvaluateAttributeSnapped(a, int2(-8, 7)).w);
  return v7 + (v6 + v5) + (v4 + c);
}
