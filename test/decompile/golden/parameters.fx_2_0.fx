// fxc /T fx_2_0

int x0
<
    string q1 = "\n/\303\251a";
    float3x4 light_Direction2 = {6, 3, 9.536743e-7, 0, 0, 10000000000.0, 1, 1, 0, 7, 1, 0};
>;
int aMuchLongerNameThanTheOthers3[3]
<
    float1 tint4 = -65.56543;
    string Z95[3] = {"%\303\251/", "\303\251x.dds\303\251", "a "};
    string World6 = "\\float3\t";
>;
struct
{
    int2 M0;
} x7[2];
sampler World8[2] = {
    sampler_state
    {
        AddressU = CLAMP;
        MipFilter = 557;
        AddressV = MIRROR;
    },
    sampler_state
    {
        SRGBTexture = TRUE;
    }
};
struct
{
    int2 M0;
} _view9;

float4 tint18_World23_ps(
  float4 texcoord : TEXCOORD0) : COLOR
{
  float c2 = sin(x7[0].M0.x) * 0.5;
  float4 v = lerp(float4(texcoord.x * 0.5 + c2, 0.5 * texcoord.yzw), texcoord, x0.xxxx);
  return lerp(v, texcoord, aMuchLongerNameThanTheOthers3[0]);
}

float4 tint18_World23_vs(
  float4 position : POSITION) : POSITION
{
  return position * 0.5;
}

float4 tint18_aMuchLongerNameThanTheOthers19_ps(
  float4 texcoord : TEXCOORD0) : COLOR
{
  float c0 = sin(x7[0].M0.x);
  float c1 = aMuchLongerNameThanTheOthers3[0] + 1.0;
  return float4(texcoord.x + c0, texcoord.yzw) * c1;
}

float4 World12_World15_vs(
  float4 position : POSITION) : POSITION
{
  return position + position;
}

float4 q10_Z911_vs(
  float4 position : POSITION) : POSITION
{
  float k = frac(x7[0].M0.x * 0.15915494309189535 + 0.25) * 6.283185307179586 - 3.141592653589793;
  float k1 = k * k;
  float c1 = (((((k1 * -2.5239851768993087e-7 + 0.0000247609) * k1 - 0.0013888397) * k1 + 0.0416666418) * k1 - 0.4999999963) * k1 + 1.0) * aMuchLongerNameThanTheOthers3[0];
  return float4(position.x * aMuchLongerNameThanTheOthers3[0] + c1, position.yzw * aMuchLongerNameThanTheOthers3[0]);
}

float4 q10_Z911_ps(
  float4 texcoord : TEXCOORD0) : COLOR
{
  float c1 = sin(aMuchLongerNameThanTheOthers3[0]) * 0.5;
  float4 v = texcoord * 0.5;
  float4 v1 = x7[0].M0.x * v + v;
  return float4(v1.x + c1, v1.yzw);
}


technique q10
{
    pass Z911
    {
        PixelShader = compile ps_2_b q10_Z911_ps();
        ColorWriteEnable = (max(x0, 0.5));
        StencilFunc = -1438084017;
        VertexShader = compile vs_1_1 q10_Z911_vs();
        ColorWriteEnable1 = RED;
        LightRange[0] = ((2 - x0) * (int)(1 < _view9.M0.y) + x0);
    }
}

technique World12
<
    int2x1 q13[1] = {{1749092800, 1104725655}};
    string tint14 = "";
>
{
    pass World15
    {
        ColorVertex = FALSE;
        ColorWriteEnable2 = 379;
        Texture[4] = NULL;
        DMAPOffset[256] = (sin(x7[0].M0.x));
        Wrap4 = COORD0 | COORD3;
        Wrap1 = COORD0 | COORD2;
        PixelShader = asm
        {
                ps_2_0
                mov oC0, c0

            // approximately 1 instruction slot used
        };
        Texture[6] = NULL;
        VertexShaderConstant2[5] = {1, 10000000000.0, 85.25, 10000000000.0, 55.375, 0, 1, 2};
        VertexShader = compile vs_3_0 World12_World15_vs();
    }

    pass World16
    <
        float4x2 World17 = {1, 9, 4, 9.536743e-7, 4, 5, 10000000000.0, 10000000000.0};
    >
    {
        MagFilter[3] = POINT;
        MinFilter[3] = POINT;
        MipFilter[3] = POINT;
        MultiSampleAntialias = TRUE;
        MaterialPower = 9.536743e-7;
    }
}

technique tint18
{
    pass aMuchLongerNameThanTheOthers19
    <
        float2 _view20[2] = {{10000000000.0, 8}, {9.536743e-7, 9.536743e-7}};
        string _view21 = "%%/";
    >
    {
        TwoSidedStencilMode = TRUE;
        Wrap1 = (sin(_view9.M0.y));
        VertexShader = NULL;
        PixelShader = compile ps_2_b tint18_aMuchLongerNameThanTheOthers19_ps();
        SpecularEnable = FALSE;
        MinFilter[6] = ANISOTROPIC;
        TweenFactor = (sin(_view9.M0.y));
    }

    pass tint22
    {
        ColorVertex = TRUE;
    }

    pass World23
    {
        WorldTransform[3] = {1, 59.875, 1, 1, 0, 10000000000.0, 0, 1, 10000000000.0, 0, 0, 9.536743e-7, 62.875, 0, 6, 10000000000.0};
        DebugMonitorToken = 1;
        MaterialPower = 10000000000.0;
        PixelShaderConstant3[4] = {10000000000.0, 10000000000.0, 80.5, 10000000000.0, -64.625, 9.536743e-7, 0, 268.97266, 9.536743e-7, 124.50195, 1, 9.536743e-7};
        BlendFactor = (max(x0, 0.5));
        PixelShaderConstantB[6] = true;
        VertexShader = compile vs_2_0 tint18_World23_vs();
        NormalDegree = QUADRATIC;
        PixelShader = compile ps_3_0 tint18_World23_ps();
    }
}
