// fxc /T cs_5_0 /E main

struct Item
{
  float4 a;
  int3 b;
  float c[2];
};

StructuredBuffer<Item> source : register(t0);
ByteAddressBuffer rawSource : register(t1);
RWTexture1D<float> t1 : register(u0);
RWTexture1DArray<int2> t1a : register(u1);
RWTexture2D<uint> t2 : register(u2);
globallycoherent RWTexture2DArray<unorm float4> t2a : register(u3);
RWTexture3D<snorm float2> t3 : register(u4);
RWBuffer<int> typed : register(u5);
globallycoherent RWBuffer<uint> typedCoherent : register(u6);
globallycoherent RWByteAddressBuffer raw : register(u7);
struct items_element { uint words[9]; };
RWStructuredBuffer<items_element> items : register(u8);
globallycoherent RWStructuredBuffer<float> scalars : register(u9);

uint4 t2a_size(uint level)
{
  uint4 size = 0;
  t2a.GetDimensions(size.x, size.y, size.z);
  return size;
}

uint raw_size()
{
  uint count;
  raw.GetDimensions(count);
  return count;
}

uint typed_size()
{
  uint count;
  typed.GetDimensions(count);
  return count;
}

[numthreads(4, 2, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint4 v = t2a_size(0u);
  t1a[dispatch_thread_id.xy] = int2(v.yz);
  float v1 = (float)v.x * 0.5;
  t1[dispatch_thread_id.x] = v1;
  uint v2 = t2[uint2(int2(dispatch_thread_id.yx))];
  int v3 = int(v2) + 1;
  t2[dispatch_thread_id.xy] = uint(v3);
  float v4 = (float)dispatch_thread_id.x;
  float v5 = (float)dispatch_thread_id.y;
  t2a[dispatch_thread_id] = float4(v4, v5, (float)dispatch_thread_id.z, 1.0);
  float4 v6 = float4(v4, v5, v4, v4) * 0.33333334;
  t3[dispatch_thread_id] = v6.xy;
  int v7 = typed[dispatch_thread_id.y];
  typed[dispatch_thread_id.x] = v7;
  uint v8 = typedCoherent[dispatch_thread_id.y];
  int v9 = int(v8) * 3;
  typedCoherent[dispatch_thread_id.x + 1u] = uint(v9);
  uint v10 = raw.Load(dispatch_thread_id.y);
  raw.Store(dispatch_thread_id.x, v10);
  uint2 v11 = raw.Load2(16u);
  raw.Store2(dispatch_thread_id.x + 4u, v11);
  uint3 v12 = rawSource.Load3(dispatch_thread_id.z);
  raw.Store3(dispatch_thread_id.y + 8u, v12);
  uint value = asuint(scalars[dispatch_thread_id.y + 1u]);
  uint4 v13 = rawSource.Load4(dispatch_thread_id.x);
  raw.Store4(dispatch_thread_id.z, v13);
  uint4 a = asuint(source[dispatch_thread_id.x].a);
  items[dispatch_thread_id.y].words[0] = a.x;
  items[dispatch_thread_id.y].words[1] = a.y;
  items[dispatch_thread_id.y].words[2] = a.z;
  items[dispatch_thread_id.y].words[3] = a.w;
  int3 b = source[dispatch_thread_id.x].b;
  float c = source[dispatch_thread_id.x].c[0];
  uint4 v14 = uint4(uint3(b), asuint(c));
  items[dispatch_thread_id.y].words[4] = v14.x;
  items[dispatch_thread_id.y].words[5] = v14.y;
  items[dispatch_thread_id.y].words[6] = v14.z;
  items[dispatch_thread_id.y].words[7] = v14.w;
  float c1 = source[dispatch_thread_id.x].c[1];
  items[dispatch_thread_id.y].words[8] = asuint(c1 + 1.0);
  uint3 v15 = uint3(items[dispatch_thread_id.x].words[4], items[dispatch_thread_id.x].words[5], items[dispatch_thread_id.x].words[6]);
  items[dispatch_thread_id.z].words[4] = v15.z;
  items[dispatch_thread_id.z].words[5] = v15.y;
  items[dispatch_thread_id.z].words[6] = v15.x;
  items[dispatch_thread_id.z].words[(((dispatch_thread_id.x & 1u) << 2) + 28u) >> 2] = 0x40800000u;
  scalars[dispatch_thread_id.x] = asfloat(value);
  int v16 = int(typed_size()) + int(raw_size()) + 36;
  typed[dispatch_thread_id.z] = v16;
}
