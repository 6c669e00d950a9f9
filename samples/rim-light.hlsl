// compile: main ps_3_0
// A pixel shader of Direct3D 9: a texture, a light, and a rim where the surface turns away from the eye.

sampler2D albedo : register(s0);
float3 sun = { 0.48, 0.8, 0.36 };
float4 rimColor;
float rimPower = 3;

float4 main(float2 uv : TEXCOORD0, float3 normal : TEXCOORD1, float3 view : TEXCOORD2) : COLOR
{
    float3 n = normalize(normal);
    float4 color = tex2D(albedo, uv);
    float rim = pow(1 - saturate(dot(n, normalize(view))), rimPower);
    return color * saturate(dot(n, sun)) + rim * rimColor;
}
