// A glow around the bright parts of a picture, as an effect of Direct3D 9 and of Direct3D 11.
// fxc /T fx_2_0 /Fo glow.fxo glow.fx
// fxc /T fx_5_0 /D D3D11=1 /Fo glow11.fxo glow.fx
float4 tint = float4(1, 0.8, 0.5, 1);
float threshold = 0.7;
float2 texelSize = float2(1.0 / 1280, 1.0 / 720);

#ifdef D3D11
Texture2D picture;
SamplerState smooth { Filter = MIN_MAG_MIP_LINEAR; AddressU = Clamp; AddressV = Clamp; };
#define SAMPLE(uv) picture.Sample(smooth, uv)
#define COLOR SV_Target
#define POSITION SV_Position
#else
texture picture;
sampler smooth = sampler_state { Texture = <picture>; MinFilter = Linear; MagFilter = Linear; AddressU = Clamp; AddressV = Clamp; };
#define SAMPLE(uv) tex2D(smooth, uv)
#endif

void Vertex(float4 position : POSITION0, float2 uv : TEXCOORD0, out float4 screen : POSITION, out float2 place : TEXCOORD0)
{
    screen = position;
    place = uv + 0.5 * texelSize;
}

float4 Bright(float4 screen : POSITION, float2 uv : TEXCOORD0) : COLOR
{
    float4 color = SAMPLE(uv);
    return color * saturate((dot(color.rgb, float3(0.299, 0.587, 0.114)) - threshold) / (1 - threshold));
}

float4 Blur(float4 screen : POSITION, float2 uv : TEXCOORD0) : COLOR
{
    float4 sum = 0;
    for (int i = -2; i <= 2; i++)
        sum += SAMPLE(uv + float2(i, 0) * texelSize) * (0.3 - 0.08 * abs(i));
    return sum * tint;
}

#ifdef D3D11
BlendState Add { BlendEnable[0] = TRUE; SrcBlend = ONE; DestBlend = ONE; };
technique11 Glow
{
    pass Bright { SetVertexShader(CompileShader(vs_4_0, Vertex())); SetPixelShader(CompileShader(ps_4_0, Bright())); }
    pass Blur
    {
        SetBlendState(Add, float4(0, 0, 0, 0), 0xffffffff);
        SetVertexShader(CompileShader(vs_4_0, Vertex()));
        SetPixelShader(CompileShader(ps_4_0, Blur()));
    }
}
#else
technique Glow
{
    pass Bright { VertexShader = compile vs_3_0 Vertex(); PixelShader = compile ps_3_0 Bright(); }
    pass Blur
    {
        AlphaBlendEnable = true; SrcBlend = One; DestBlend = One;
        VertexShader = compile vs_3_0 Vertex(); PixelShader = compile ps_3_0 Blur();
    }
}
#endif
