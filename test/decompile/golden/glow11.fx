// fxc /T fx_5_0

float4 tint = { 1.0, 0.8, 0.5, 1.0 };
float threshold = 0.7;
float2 texelSize = { 0.00078125, 0.0013888889 };

Texture2D<float4> picture;
SamplerState smooth
{
  Filter = MIN_MAG_MIP_LINEAR;
  AddressU = CLAMP;
  AddressV = CLAMP;
};
BlendState Add
{
  BlendEnable[0] = TRUE;
  SrcBlend = ONE;
  DestBlend = ONE;
};

struct Output
{
  float4 position : SV_Position;
  float2 texcoord : TEXCOORD;
};

Output Glow_Bright_vs(
  float4 position : POSITION,
  float2 texcoord : TEXCOORD)
{
  Output output;
  output.position = position;
  output.texcoord = texelSize * 0.5 + texcoord;
  return output;
}

float4 Glow_Bright_ps(
  float4 position : SV_Position,
  float2 texcoord : TEXCOORD) : SV_Target
{
  float4 picture_texel = picture.Sample(smooth, texcoord);
  float4 v = (float4)(saturate((dot(picture_texel.xyz, float3(0.299, 0.587, 0.114)) - threshold) / (1.0 - threshold)));
  return v * picture_texel;
}

float4 Glow_Blur_ps(
  float4 position : SV_Position,
  float2 texcoord : TEXCOORD) : SV_Target
{
  float3 v = float3(0.0, 0.0, 0.0);
  float v1 = 0.0;
  [loop] for (int i = -2; i <= 2; i++) {
    float4 picture_texel = picture.Sample(smooth, float2((float)i, 0.0) * texelSize + texcoord);
    float4 v2 = picture_texel * (0.3 - (float)max(i, -i) * 0.08) + float4(v, v1);
    v1 = v2.w;
    v = v2.xyz;
  }
  return float4(v, v1) * tint;
}

technique11 Glow
{
  pass Bright
  {
    SetVertexShader(CompileShader(vs_4_0, Glow_Bright_vs()));
    SetPixelShader(CompileShader(ps_4_0, Glow_Bright_ps()));
  }

  pass Blur
  {
    SetBlendState(Add, float4(0.0, 0.0, 0.0, 0.0), 0xffffffffu);
    SetVertexShader(CompileShader(vs_4_0, Glow_Bright_vs()));
    SetPixelShader(CompileShader(ps_4_0, Glow_Blur_ps()));
  }
}
