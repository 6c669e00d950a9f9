// fxc /T ps_5_0 /E main

RWByteAddressBuffer raw : register(u1);
RWStructuredBuffer<uint2> structured : register(u2);
RWTexture2D<int> image : register(u3);
RWBuffer<uint> typed : register(u4);

float4 main(
  noperspective float4 position : SV_Position) : SV_Target
{
  uint v = (uint)position.y;
  uint v1 = (uint)position.x;
  uint v2 = (uint)position.z;
  raw.InterlockedAdd(v1, 1u);
  uint original;
  raw.InterlockedAdd(v1, 2u, original);
  int v3 = int(original);
  raw.InterlockedAnd(v, 3u);
  uint original1;
  raw.InterlockedAnd(v, 3u, original1);
  uint v4 = original1;
  raw.InterlockedOr(v, 4u);
  uint original2;
  raw.InterlockedOr(v, 5u, original2);
  uint v5 = original2;
  raw.InterlockedXor(v, 6u);
  uint original3;
  raw.InterlockedXor(v, 7u, original3);
  uint v6 = original3;
  raw.InterlockedMax(v2, v);
  uint original4;
  raw.InterlockedMax(v2, v, original4);
  uint v7 = original4;
  raw.InterlockedMin(v2, v);
  uint original5;
  raw.InterlockedMin(v2, v, original5);
  uint v8 = original5;
  uint2 v9 = uint2(v1, v);
  InterlockedMax(image[v9], int(v2));
  int original6;
  InterlockedMax(image[v9], int(v2), original6);
  int v10 = original6;
  InterlockedMin(image[v9], int(v2));
  int original7;
  InterlockedMin(image[v9], int(v2), original7);
  int v11 = original7;
  uint original8;
  raw.InterlockedExchange(v1, v, original8);
  uint v12 = original8;
  uint original9;
  raw.InterlockedCompareExchange(v1, v, v2, original9);
  uint v13 = original9;
  raw.InterlockedCompareStore(v1, v, v2);
  uint original10;
  InterlockedAdd(structured[v1].y, 3u, original10);
  int v14 = int(original10);
  uint original11;
  InterlockedCompareExchange(typed[v1], v, 7u, original11);
  uint v15 = original11;
  InterlockedCompareStore(structured[v].x, v, 7u);
  uint v16 = uint(v14) + (v13 + (v8 + (v7 + (v6 + (v5 + (v4 + uint(v3))))) + uint(v10) + uint(v11) + v12)) + v15;
  uint original12;
  InterlockedExchange(typed[v2], v, original12);
  uint v17 = original12;
  InterlockedOr(typed[v2], v);
  return (float4)((float)(v17 + v16));
}
