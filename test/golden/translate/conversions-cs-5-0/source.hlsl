// fxc /T cs_5_0 /E main

RWStructuredBuffer<float4> floats : register(u0);
RWStructuredBuffer<int4> ints : register(u1);
RWStructuredBuffer<double2> doubles : register(u2);

uint2 words_of_double(double value)
{
  uint low, high;
  asuint(value, low, high);
  return uint2(low, high);
}

[numthreads(1, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint4 value = asuint(floats[dispatch_thread_id.x]);
  uint4 value1 = uint4(ints[dispatch_thread_id.x]);
  double2 value2 = doubles[dispatch_thread_id.x];
  floats[dispatch_thread_id.x] = (float4)value1 + float4((float)int(value1.x), (float3)int3(value1.yzw));
  double v = (double)asfloat(value.x);
  double v1 = (double)asfloat(value.y);
  uint v2 = words_of_double(v).x;
  uint v3 = words_of_double(v).y;
  uint v4 = words_of_double(v1).x;
  uint v5 = words_of_double(v1).y;
  doubles[dispatch_thread_id.y] = double2(asdouble(v2, v3), asdouble(v4, v5));
  int4 v6 = int4(int((uint)asfloat(value.x) + uint((int)asfloat(value.x)) + value.x), int((uint)asfloat(value.y) + uint((int)asfloat(value.y)) + value.y), int((uint)asfloat(value.z) + uint((int)asfloat(value.z)) + value.z), int((uint)asfloat(value.w) + uint((int)asfloat(value.w)) + value.w));
  ints[dispatch_thread_id.x] = v6;
  double v7 = value2.x;
  double v8 = value2.y;
  floats[dispatch_thread_id.y] = float4((float)v7, (float)v8, 0.0, 1.0);
  ints[dispatch_thread_id.y] = int4(uint4(uint((int)v7), uint((int)v8), (uint)v7, (uint)v8));
  double v9 = (double)int(value1.x);
  double v10 = (double)value1.y;
  uint4 v11 = uint4(words_of_double(v9).x, words_of_double(v9).y, words_of_double(v10).x, words_of_double(v10).y);
  doubles[dispatch_thread_id.z] = double2(asdouble(v11.x, v11.y), asdouble(v11.z, v11.w));
  uint v12 = dispatch_thread_id.z + 1u;
  uint4 v13 = uint4(words_of_double(value2.x).x, words_of_double(value2.x).y, words_of_double(value2.y).x, words_of_double(value2.y).y);
  doubles[v12] = double2(asdouble(v13.y, v13.x), asdouble(value1.x, value1.y));
}
