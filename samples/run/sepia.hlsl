// compile: main ps_2_0
// An effect over a texture: brightness in a color, more of it towards the edges.

sampler2D image : register(s0);
float4 tint : register(c0);
float strength : register(c1);

float4 main(float2 place : TEXCOORD0) : COLOR
{
    float4 color = tex2D(image, place);
    float brightness = dot(color.rgb, float3(0.25, 0.5, 0.25));
    float2 distance = place - 0.5;
    float edge = saturate(dot(distance, distance) * strength);
    return float4(lerp(color.rgb, brightness * tint.rgb, edge), color.a);
}
