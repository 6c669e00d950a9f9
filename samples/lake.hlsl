// compile: main ps_5_0
// A pixel shader of Direct3D 11: water with a tint that the source fixes, waves, and fog from a constant buffer.

Texture2D<float4> waves : register(t0);
TextureCube<float4> sky : register(t1);
SamplerState smooth : register(s0);

cbuffer Frame : register(b0)
{
    float time;
    float3 eye;
    float4 fogColor = { 0.7, 0.75, 0.8, 1 };
    float2 fogRange = { 20, 200 };
};

float4 main(float4 position : SV_Position, float3 world : WORLD, float2 uv : TEXCOORD0) : SV_Target
{
    float2 ripple = waves.Sample(smooth, uv + time * 0.02).xy - 0.5;
    float3 view = world - eye;
    float3 reflected = reflect(normalize(view), normalize(float3(ripple.x, 1, ripple.y)));
    float3 water = float3(0.05, 0.22, 0.25) + 0.4 * sky.Sample(smooth, reflected).rgb;
    float fog = saturate((length(view) - fogRange.x) / (fogRange.y - fogRange.x));
    return float4(lerp(water, fogColor.rgb, fog), 1);
}
