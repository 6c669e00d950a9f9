// fxc /T cs_5_0 /E main

struct Element
{
  float3 position;
  uint id;
};

ByteAddressBuffer bytes : register(t0);
Buffer<float4> typed : register(t1);
StructuredBuffer<Element> elements : register(t2);
RWBuffer<uint> sizes : register(u0);

uint bytes_size()
{
  uint count;
  bytes.GetDimensions(count);
  return count;
}

uint typed_size()
{
  uint count;
  typed.GetDimensions(count);
  return count;
}

uint elements_size()
{
  uint count, stride;
  elements.GetDimensions(count, stride);
  return count;
}

[numthreads(4, 1, 1)]
void main(
  uint3 dispatch_thread_id : SV_DispatchThreadID)
{
  int v = 5 * int(elements_size()) + (int(typed_size()) * 3 + int(bytes_size())) + 112;
  sizes[dispatch_thread_id.x] = uint(v);
}
