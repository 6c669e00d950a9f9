// fxc /T cs_4_0 /E main

ByteAddressBuffer table : register(t0);
RWByteAddressBuffer sums : register(u0);

[numthreads(8, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  uint v = dispatch_thread_id.x << 2;
  uint v1 = table.Load(v);
  sums.Store(v, v1);
}
