// compile: vertex vs_5_0
// compile: pixel ps_5_0
// A mesh with a texture in the light of one lamp, as programs for Direct3D 11 draw it.

cbuffer Camera : register(b0)
{
    float4x4 world;
    float4x4 view_projection;
    float3 eye;
};

cbuffer Lamp : register(b1)
{
    float3 direction;
    float ambient;
    float3 color;
    float shininess;
};

Texture2D surface : register(t0);
SamplerState smooth : register(s0);

struct Vertex
{
    float3 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

struct Interpolated
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float3 to_eye : VIEW;
    float2 uv : TEXCOORD;
};

Interpolated vertex(Vertex input)
{
    Interpolated output;
    float4 position = mul(world, float4(input.position, 1));
    output.position = mul(view_projection, position);
    output.normal = mul((float3x3)world, input.normal);
    output.to_eye = eye - position.xyz;
    output.uv = input.uv;
    return output;
}

float4 pixel(Interpolated input) : SV_Target
{
    float3 normal = normalize(input.normal);
    float3 halfway = normalize(normalize(input.to_eye) - direction);
    float lit = max(dot(normal, -direction), 0);
    float shine = lit > 0 ? pow(max(dot(normal, halfway), 0), shininess) : 0;
    float3 diffuse = surface.Sample(smooth, input.uv).rgb * (ambient + lit * color);
    return float4(diffuse + shine * color, 1);
}
