// compile: main cs_5_0
// A compute shader: each thread gets the sum of the values before its own, in group-shared memory.

#define THREADS 64

StructuredBuffer<uint> values : register(t0);
RWStructuredBuffer<uint> sums : register(u0);
groupshared uint partial[THREADS];

[numthreads(THREADS, 1, 1)]
void main(uint index : SV_GroupIndex, uint3 thread : SV_DispatchThreadID)
{
    partial[index] = values[thread.x];
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint distance = 1; distance < THREADS; distance *= 2)
    {
        uint before = index >= distance ? partial[index - distance] : 0;
        GroupMemoryBarrierWithGroupSync();
        partial[index] += before;
        GroupMemoryBarrierWithGroupSync();
    }
    sums[thread.x] = partial[index] - values[thread.x];
}
