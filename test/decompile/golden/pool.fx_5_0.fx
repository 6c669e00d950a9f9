// fxc /T fx_5_0 /Gdp

cbuffer cb0 : register(b3)
<
  String cbnote = "hi";
  int z = 4;
>
{
  float4 a : SEMA
  <
    String UIName = "A name";
  > = { 1.0, 2.0, 3.0, 4.0 };
  float4x4 World : WORLD;
};

cbuffer local
{
  float l = 2.0;
  int i;
};

Texture2D<float4> tex
<
  String file = "a.dds";
>;
SamplerState samp
{
  Filter = MIN_MAG_MIP_LINEAR;
  Texture = tex;
};
Texture2D<float4> loctex : LT;
RasterizerState rs
{
  CullMode = NONE;
  FillMode = i;
};
BlendState bs;

float4 vsv_vs(
  float4 position : POSITION) : SV_Position
{
  return mul(position, World) + a + l;
}

VertexShader vsv = CompileShader(vs_4_0, vsv_vs());

technique11 T0
<
  String tn = "x";
>
{
  pass P0
  <
    int pn = 1;
  >
  {
    SetVertexShader(CompileShader(vs_4_0, vsv_vs()));
    SetRasterizerState(rs);
  }
}
