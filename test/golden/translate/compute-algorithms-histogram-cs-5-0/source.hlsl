// fxc /T cs_5_0 /E main

Texture2D<float4> image : register(t0);
RWByteAddressBuffer bins : register(u0);
groupshared uint g0[64];

[numthreads(16, 16, 1)]
void main(
  uint group_index : SV_GroupIndex,
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  bool condition = group_index < 64u;
  if (condition) {
    g0[group_index] = 0u;
  }
  GroupMemoryBarrierWithGroupSync();
  float3 image_texel = image.Load(uint3(dispatch_thread_id.xy, 0u)).xyz;
  float v = min(max((log2(dot(image_texel, float3(0.2126, 0.7152, 0.0722)) + 0.00001) + 10.0) * 4.0, 0.0), 63.0);
  InterlockedAdd(g0[(uint)v], 1u);
  GroupMemoryBarrierWithGroupSync();
  if (condition) {
    int value = int(g0[group_index]);
    bins.InterlockedAdd(group_index << 2, uint(value));
  }
}
