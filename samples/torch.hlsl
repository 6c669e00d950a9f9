// compile: main ps_2_0
// A pixel shader of Direct3D 9: the light of a torch with a color that the source fixes, as a `def` in the program.

sampler2D wall : register(s0);
float flicker : register(c0);

float4 main(float2 uv : TEXCOORD0, float distance : TEXCOORD1) : COLOR
{
    const float3 flame = float3(0.95, 0.55, 0.2);
    float glow = saturate(1 - distance * distance) * (0.75 + 0.25 * flicker);
    float4 stone = tex2D(wall, uv);
    return float4(stone.rgb * flame * glow, stone.a);
}
