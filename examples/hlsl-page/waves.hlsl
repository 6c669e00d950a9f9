// Waves that run from a point. The page gives the time, and a square with the coordinates of its corners.

cbuffer Frame : register(b0)
{
    float time;
    float2 center;
};

struct Vertex
{
    float4 position : SV_Position;
    float2 uv : TEXCOORD;
};

Vertex vertexMain(float2 position : POSITION, float2 uv : TEXCOORD)
{
    Vertex vertex;
    vertex.position = float4(position, 0, 1);
    vertex.uv = uv;
    return vertex;
}

float4 pixelMain(Vertex vertex) : SV_Target
{
    float distance = length(vertex.uv - center);
    float wave = 0.5 + 0.5 * sin(30 * distance - time);
    return float4(lerp(float3(0.05, 0.2, 0.35), float3(0.9, 0.95, 1), wave * saturate(1 - distance)), 1);
}
