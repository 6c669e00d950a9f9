float4 tint;

float4 main(float4 color : COLOR) : SV_TARGET
{
    return color * tint + 0.25;
}
