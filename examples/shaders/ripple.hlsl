// compile: vertex vs_2_0
// compile: pixel ps_2_0
// An effect of Direct3D 9: rings of waves run over a picture.

float4x4 transform;

float time;
float2 center;
float3 tint;
sampler2D picture : register(s0);

void vertex(float4 position : POSITION, float2 uv : TEXCOORD0, out float4 moved : POSITION, out float2 at : TEXCOORD0)
{
    moved = mul(transform, position);
    at = uv;
}

float4 pixel(float2 at : TEXCOORD0) : COLOR
{
    float2 away = at - center;
    float distance = length(away);
    float wave = sin(40 * distance - 6 * time) * saturate(1 - 2 * distance);
    float3 color = tex2D(picture, at + 0.02 * wave * away / distance).rgb;
    return float4(color * tint * (1 + 0.25 * wave), 1);
}
