// fxc /T ps_5_0 /E main

struct Item
{
  float4 a;
  int3 b;
  float c[2];
};

StructuredBuffer<Item> source : register(t0);
ByteAddressBuffer rawSource : register(t1);
RWTexture1D<float> t1 : register(u1);
RWTexture1DArray<int2> t1a : register(u2);
RWTexture2D<uint> t2 : register(u3);
globallycoherent RWTexture2DArray<unorm float4> t2a : register(u4);
RWTexture3D<snorm float2> t3 : register(u5);
RWBuffer<int> typed : register(u6);
globallycoherent RWBuffer<uint> typedCoherent : register(u7);
globallycoherent RWByteAddressBuffer raw : register(u8);
struct items_element { uint words[9]; };
RWStructuredBuffer<items_element> items : register(u9);
globallycoherent RWStructuredBuffer<float> scalars : register(u10);

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

float4 main(
  noperspective float4 position : SV_Position) : SV_Target
{
  uint4 v = t2a_size(0u);
  uint v1 = (uint)position.x;
  uint v2 = (uint)position.y;
  uint v3 = (uint)position.z;
  float v4 = (float)v.x * 0.5;
  t1[v1] = v4;
  uint2 v5 = uint2(v1, v2);
  t1a[v5] = int2(v.yz);
  uint v6 = t2[uint2(int2(uint2(v2, v1)))];
  int v7 = int(v6) + 1;
  t2[v5] = uint(v7);
  float v8 = (float)v1;
  float v9 = (float)v2;
  uint3 v10 = uint3(v1, v2, v3);
  t2a[v10] = float4(v8, v9, (float)v3, 1.0);
  float4 v11 = float4(v8, v9, v8, v8) * 0.33333334;
  t3[v10] = v11.xy;
  int v12 = typed[v2];
  typed[v1] = v12;
  uint v13 = typedCoherent[v2];
  int v14 = int(v13) * 3;
  typedCoherent[v1 + 1u] = uint(v14);
  uint v15 = raw.Load(v2);
  raw.Store(v1, v15);
  uint2 v16 = raw.Load2(16u);
  raw.Store2(v1 + 4u, v16);
  uint3 v17 = rawSource.Load3(v3);
  raw.Store3(v2 + 8u, v17);
  uint value = asuint(scalars[v2 + 1u]);
  uint4 v18 = rawSource.Load4(v1);
  raw.Store4(v3, v18);
  uint4 a = asuint(source[v1].a);
  items[v2].words[0] = a.x;
  items[v2].words[1] = a.y;
  items[v2].words[2] = a.z;
  items[v2].words[3] = a.w;
  int3 b = source[v1].b;
  float c = source[v1].c[0];
  uint4 v19 = uint4(uint3(b), asuint(c));
  items[v2].words[4] = v19.x;
  items[v2].words[5] = v19.y;
  items[v2].words[6] = v19.z;
  items[v2].words[7] = v19.w;
  float c1 = source[v1].c[1];
  items[v2].words[8] = asuint(c1 + 1.0);
  uint3 v20 = uint3(items[v1].words[4], items[v1].words[5], items[v1].words[6]);
  items[v3].words[4] = v20.z;
  items[v3].words[5] = v20.y;
  items[v3].words[6] = v20.x;
  items[v3].words[(((v1 & 1u) << 2) + 28u) >> 2] = 0x40800000u;
  scalars[v1] = asfloat(value);
  int v21 = int(typed_size()) + int(raw_size()) + 36;
  typed[v3] = v21;
  return position;
}
