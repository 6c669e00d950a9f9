// fxc /T fx_2_0

float4 tint = {1, 0.8, 0.5, 1};
float threshold = 0.7;
float2 texelSize = {0.00078125, 0.0013888889};
texture picture;
sampler smooth = sampler_state
{
    Texture = (picture);
    MinFilter = LINEAR;
    MagFilter = LINEAR;
    AddressU = CLAMP;
    AddressV = CLAMP;
};

float4 Glow_Blur_ps(
  float2 texcoord : TEXCOORD0) : COLOR
{
  float v = -2.0;
  float3 v1 = float3(0.0, 0.0, 0.0);
  float v2 = 0.0;
  [loop] for (int i = 0; i < 5; i++) {
    float4 smooth_texel = tex2D(smooth, float2(v * texelSize.x + texcoord.x, texcoord.y));
    float v3 = v + 1.0;
    float4 v4 = smooth_texel * (abs(v) * -0.08 + 0.3) + float4(v1, v2);
    v2 = v4.w;
    v1 = v4.xyz;
    v = v3;
  }
  return float4(v1, v2) * tint;
}

struct Output
{
  float4 position : POSITION;
  float2 texcoord : TEXCOORD0;
};

Output Glow_Blur_vs(
  float4 position : POSITION,
  float4 texcoord : TEXCOORD0)
{
  Output output;
  float2 c0 = 0.5 * texelSize;
  output.texcoord = c0 + texcoord.xy;
  output.position = position;
  return output;
}

float4 Glow_Bright_ps(
  float2 texcoord : TEXCOORD0) : COLOR
{
  float c1 = 1.0 / (1.0 - threshold);
  float4 smooth_texel = tex2D(smooth, texcoord);
  return saturate((dot(smooth_texel.xyz, float3(0.299, 0.587, 0.114)) - threshold) * c1) * smooth_texel;
}


technique Glow
{
    pass Bright
    {
        VertexShader = compile vs_3_0 Glow_Blur_vs();
        PixelShader = compile ps_3_0 Glow_Bright_ps();
    }

    pass Blur
    {
        AlphaBlendEnable = TRUE;
        SrcBlend = ONE;
        DestBlend = ONE;
        VertexShader = compile vs_3_0 Glow_Blur_vs();
        PixelShader = compile ps_3_0 Glow_Blur_ps();
    }
}
