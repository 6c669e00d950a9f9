// fxc /T cs_5_0 /E main

RWBuffer<uint> data : register(u0);

[numthreads(4, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  if (dispatch_thread_id.x == 3u) {
    abort();
  }
  data[dispatch_thread_id.x] = dispatch_thread_id.x;
}
