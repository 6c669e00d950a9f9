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
  float4 v = (float4)value1 + float4((float)int(value1.x), (float)int(value1.y), (float)int(value1.z), (float)int(value1.w));
  floats[dispatch_thread_id.x] = v;
  double v1 = (double)asfloat(value.x);
  double v2 = (double)asfloat(value.y);
  uint4 v3 = uint4(words_of_double(v1).x, words_of_double(v1).y, words_of_double(v2).x, words_of_double(v2).y);
  doubles[dispatch_thread_id.y] = double2(asdouble(v3.x, v3.y), asdouble(v3.z, v3.w));
  int4 v4 = int4(int((uint)asfloat(value.x) + uint((int)asfloat(value.x)) + value.x), int((uint)asfloat(value.y) + uint((int)asfloat(value.y)) + value.y), int((uint)asfloat(value.z) + uint((int)asfloat(value.z)) + value.z), int((uint)asfloat(value.w) + uint((int)asfloat(value.w)) + value.w));
  ints[dispatch_thread_id.x] = v4;
  double v5 = value2.x;
  double v6 = value2.y;
  floats[dispatch_thread_id.y] = float4((float)v5, (float)v6, 0.0, 1.0);
  ints[dispatch_thread_id.y] = int4(uint4(uint((int)v5), uint((int)v6), (uint)v5, (uint)v6));
  double v7 = (double)int(value1.x);
  double v8 = (double)value1.y;
  uint4 v9 = uint4(words_of_double(v7).x, words_of_double(v7).y, words_of_double(v8).x, words_of_double(v8).y);
  doubles[dispatch_thread_id.z] = double2(asdouble(v9.x, v9.y), asdouble(v9.z, v9.w));
  uint v10 = dispatch_thread_id.z + 1u;
  uint4 v11 = uint4(words_of_double(value2.x).x, words_of_double(value2.x).y, words_of_double(value2.y).x, words_of_double(value2.y).y);
  doubles[v10] = double2(asdouble(v11.y, v11.x), asdouble(value1.x, value1.y));
}
