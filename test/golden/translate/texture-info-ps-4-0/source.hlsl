// fxc /T ps_4_0 /E main

Texture1D<float4> t1 : register(t0);
Texture1DArray<float4> t1a : register(t1);
Texture2D<float4> t2 : register(t2);
Texture2DArray<float4> t2a : register(t3);
Texture3D<float4> t3 : register(t4);
TextureCube<float4> tc : register(t5);
Buffer<float4> b : register(t6);

uint4 t2_size(uint level)
{
  uint4 size = 0;
  t2.GetDimensions(level, size.x, size.y, size.w);
  return size;
}

float4 t1_size(uint level)
{
  float4 size = 0;
  t1.GetDimensions(level, size.x, size.w);
  return size;
}

uint4 t2a_size(uint level)
{
  uint4 size = 0;
  t2a.GetDimensions(level, size.x, size.y, size.z, size.w);
  return size;
}

uint4 tc_size(uint level)
{
  uint4 size = 0;
  tc.GetDimensions(level, size.x, size.y, size.w);
  return size;
}

uint4 t3_size(uint level)
{
  uint4 size = 0;
  t3.GetDimensions(level, size.x, size.y, size.z, size.w);
  return size;
}

uint4 t1a_size(uint level)
{
  uint4 size = 0;
  t1a.GetDimensions(level, size.x, size.y, size.w);
  return size;
}

float4 t3_size1(uint level)
{
  float4 size = 0;
  t3.GetDimensions(level, size.x, size.y, size.z, size.w);
  return size;
}

float4 main(
  float4 p : P,
  uint mip : MIP) : SV_Target
{
  uint4 v = t2_size(mip);
  float v1 = (float)v.x;
  float v2 = (float)v.y;
  float4 v3 = t1_size(mip);
  uint4 v4 = t2a_size(0u);
  float v5 = 1.0 / v1 + ((float)((uint)t1_size(0u).x) + (float)(v.x + v.y + v.w)) + (float)(v4.x + v4.z) + (float)tc_size(0u).x;
  uint4 v6 = t3_size(mip);
  uint4 v7 = t1a_size(0u);
  float4 v8 = t3_size1(0u);
  float4 v9 = b[mip + 3u];
  float4 v10 = b[mip];
  uint4 v11 = t2_size(0u);
  float4 v12 = float4(v5, 1.0 / v2 + (v3.x / v3.w + (v1 + v2 + (float)v.w)) + (float)(v6.x + v6.y + v6.z), (float)(v7.x / v7.y) + v8.x * v8.y / v8.z, (float)(v11.x * v11.y));
  return v12 + (v10 + v9);
}
