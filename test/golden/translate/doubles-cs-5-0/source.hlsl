// fxc /T cs_5_0 /E main

double limits[3];
double2 scale;

RWStructuredBuffer<double2> data : register(u0);

uint2 words_of_double(double value)
{
  uint low, high;
  asuint(value, low, high);
  return uint2(low, high);
}

[numthreads(64, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  double value = data[dispatch_thread_id.x].y;
  uint v = dispatch_thread_id.x + 1u;
  double value1 = data[v].y;
  double v1 = value1;
  double v2 = value;
  double v3 = v1 + v2;
  double v4 = v2 * asdouble(words_of_double(v3).x, words_of_double(v3).y);
  double v5 = max(v1, asdouble(words_of_double(v4).x, words_of_double(v4).y));
  double v6 = scale.y;
  double v7 = min(v2, v6);
  double v8 = asdouble(words_of_double(v7).x, words_of_double(v7).y) + asdouble(words_of_double(v5).x, words_of_double(v5).y);
  double v9 = asdouble(words_of_double(v8).x, words_of_double(v8).y) / v1;
  double v10 = asdouble(words_of_double(v9).x, words_of_double(v9).y);
  double v11 = fma(v2, v1, v10);
  double v12 = asdouble(words_of_double(v11).x, words_of_double(v11).y) + v10;
  double v13 = rcp(v1);
  double v14 = asdouble(words_of_double(v13).x, words_of_double(v13).y) + asdouble(words_of_double(v12).x, words_of_double(v12).y);
  double v15 = asdouble(words_of_double(v14).x, words_of_double(v14).y);
  double v16 = v2 < v1 ? v15 : -v15;
  double v17 = v2 >= v1 ? abs(asdouble(words_of_double(v16).x, words_of_double(v16).y)) : -abs(v2);
  double v18 = asdouble(words_of_double(v17).x, words_of_double(v17).y);
  double v19 = v18 * asdouble(0u, 1074003968u);
  double v20 = v1 == v2 ? asdouble(words_of_double(v19).x, words_of_double(v19).y) : v18;
  double v21 = asdouble(words_of_double(v20).x, words_of_double(v20).y) + asdouble(0u, 1074266112u);
  double v22 = v2 != v6 ? asdouble(words_of_double(v21).x, words_of_double(v21).y) : asdouble(3435973837u, 1074318540u);
  uint4 v23 = uint4(uint2(words_of_double(limits[dispatch_thread_id.x % 3u]).x, words_of_double(limits[dispatch_thread_id.x % 3u]).y), words_of_double(v22).x, words_of_double(v22).y);
  data[dispatch_thread_id.x] = double2(asdouble(v23.x, v23.y), asdouble(v23.z, v23.w));
}
