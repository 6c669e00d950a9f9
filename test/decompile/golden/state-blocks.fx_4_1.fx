// fxc /T fx_4_1 /Gdp

float g : FOO = 3.0;

struct S
{
  float x;
  float2 y[2];
  int z;
};

cbuffer cb0 : register(b3)
<
  String cbnote = "hi";
  int z = 4;
>
{
  float4 a
  <
    String UIName = "A name";
    float mn = 0.5;
    int3 iv = { 1, 2, 3 };
    bool b = true;
  > = { 1.0, 2.0, 3.0, 4.0 };
  float4x4 World : WORLD;
  row_major float3x4 rm = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0 };
  float arr[3] = { 1.0, 2.0, 3.0 };
  int i = 5;
  uint u = 7u;
  bool b = true;
  S s = { 1.0, 2.0, 3.0, 4.0, 5.0, 6 };
  float h = 1.5;
};

tbuffer tb
{
  float4 t;
};

Texture2D<float4> tex
<
  String file = "a.dds";
>;
Texture2D<float4> tex2[2];
Texture2DMS<float4, 4> ms;
Buffer<float4> buf;
String str = "a string";
String strs[2] = { "x", "y" };
SamplerState samp
{
  Filter = MIN_MAG_MIP_LINEAR;
  AddressU = WRAP;
  AddressV = CLAMP;
  BorderColor = float4(1.0, 0.0, 0.0, 1.0);
  Texture = tex;
  MinLOD = 0.5;
  MaxAnisotropy = 4;
};
BlendState bs
{
  AlphaToCoverageEnable = TRUE;
  BlendEnable[0] = TRUE;
  SrcBlend = SRC_ALPHA;
  DestBlend = INV_SRC_ALPHA;
  BlendOp = ADD;
  RenderTargetWriteMask[1] = 15u;
};
DepthStencilState ds
{
  DepthEnable = FALSE;
  DepthWriteMask = ZERO;
  StencilEnable = (3 < i) && ((int)b != 0);
  DepthFunc = LESS;
};
RasterizerState rs
{
  CullMode = NONE;
  FillMode = i;
  DepthBias = i * 2;
};
RenderTargetView rtv;
DepthStencilView dsv;

float4 vsv_vs(
  float4 position : POSITION) : SV_Position
{
  return mul(position, World) + a;
}

VertexShader vsv = CompileShader(vs_4_0, vsv_vs());
VertexShader vsa[2] = { CompileShader(vs_4_0, vsv_vs()), CompileShader(vs_4_0, vsv_vs()) };
GeometryShader gso = ConstructGSWithSO(CompileShader(vs_4_0, vsv_vs()), "SV_POSITION.xyzw");

float4 T0_P0_ps(
  noperspective float4 position : SV_Position) : SV_Target
{
  float4 tex_texel = tex.Sample(samp, position.xy);
  return tex_texel * g;
}

float4 state_value()
{
  float2 k = a.xy * float2(1.0, 2.0);
  return float4(k, float2(1.0, 2.0));
}

technique10 T0
<
  String tn = "x";
>
{
  pass P0
  <
    int pn = 1;
  >
  {
    SetVertexShader(vsv);
    SetGeometryShader(NULL);
    SetPixelShader(CompileShader(ps_4_0, T0_P0_ps()));
    SetBlendState(bs, float4(0.0, 0.0, 0.0, 0.0), 0xffffffffu);
    SetDepthStencilState(ds, 0);
    SetRasterizerState(rs);
  }

  pass P1
  {
    SetVertexShader(vsa[i]);
    SetGeometryShader(gso);
    SetPixelShader(NULL);
    OMSetRenderTargets(rtv, dsv);
  }

  pass
  {
    SetPixelShader(NULL);
    SetVertexShader(vsa[i * 2]);
    AB_BlendFactor = state_value();
    DS_StencilRef = 3;
  }
}
