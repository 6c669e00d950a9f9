// compile: main ps_5_0
// How much of the light comes to a point: the average of four depth comparisons.

Texture2D<float> depths : register(t0);
SamplerComparisonState compare : register(s0);

cbuffer Light : register(b0)
{
    float bias = 0.125;
    float ambient;
};

float main(float4 position : SV_Position, float3 place : TEXCOORD0) : SV_Target
{
    return max(ambient, depths.SampleCmpLevelZero(compare, place.xy, place.z - bias));
}
