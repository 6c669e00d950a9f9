// fxc /T fx_5_0

struct In
{
  float a;
  int b;
  bool c;
};

struct S
{
  In x;
  float2 y;
};

float f1 = 0.1;
float f2 = 10000000000.0;
float f3 = 0.00001;
float f4 = 123456790.0;
float f5 = -0.0;
float f6 = 0.33333334;
float f7 = 10000000.0;
float f8 = 16777216.0;
float f9 = 100000.0;
float fa = 1000000.0;
float fb = 1234567.8;
float fc = 0.0001;
int i1 = -5;
int i2 = 100000;
int i3 = 2147483647;
int i4 = 10000;
int i5 = 10001;
uint u1 = 0xffffffffu;
uint u2 = 0x186a0u;
uint u3 = 10000u;
uint u4 = 10001u;
bool b1 = false;
bool b2[3] = { true, false, true };
float2x2 m = { 1.0, 2.0, 3.0, 4.0 };
float2x2 ma[2] = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0 };
float3 big[4]
<
  float3 a2[2] = { 1.0, 2.0, 3.0, 4.0, 5.0, 6.0 };
  float2x2 am = { 1.0, 2.0, 3.0, 4.0 };
  uint au = 0xffffffffu;
  int ai = -70000;
  float fz = 0.1;
  bool ab = true;
>;
S s2[2] = { 1.0, 2, true, 3.0, 4.0, 5.0, 6, false, 7.0, 8.0 };

RasterizerState r1
{
  DepthBias = -5;
  DepthBiasClamp = 0.1;
  SlopeScaledDepthBias = 10000000000.0;
  FillMode = 7;
  CullMode = FRONT;
  ScissorEnable = 3;
  DepthClipEnable = FALSE;
  MultisampleEnable = 1.5;
  AntialiasedLineEnable = FALSE;
};
RasterizerState r2
{
  DepthBias = 100000;
  FillMode = SOLID;
  DepthBiasClamp = 2;
  SlopeScaledDepthBias = true;
};
RasterizerState ra[2]
{
  {
    DepthBias = 10000;
  },
  {
    DepthBias = 10001;
  }
};
SamplerState sa
{
  MaxAnisotropy = 0x80000000u;
  MinLOD = -1;
  MaxLOD = 3.4028234663852886e+38;
  BorderColor = float4(1.0, 2.5, -3.0, 1.0);
  Filter = MIN_MAG_POINT_MIP_LINEAR;
  AddressU = 9;
  MipLODBias = 2;
  ComparisonFunc = LESS;
};
SamplerState sempty;
BlendState bs
{
  SrcBlend = DEST_COLOR;
  BlendOp = ADD;
  RenderTargetWriteMask[3] = 255;
  RenderTargetWriteMask[4] = 300;
  RenderTargetWriteMask[5] = -1;
  RenderTargetWriteMask[2] = 1.5;
  BlendEnable[7] = false;
};
DepthStencilState ds
{
  StencilReadMask = 18u;
  StencilWriteMask = 3;
  FrontFaceStencilFail = KEEP;
  BackFaceStencilFunc = ALWAYS;
};
String se = "";
String s3[2] = { "", "a\tb" };
BlendState NoBlend[2];
Texture1D<float4> t1[3]
<
  int k = 2;
>;
TextureCube<float4> tc;
SamplerState sreg
{
  Filter = MIN_MAG_MIP_POINT;
};

technique11
{
  pass
  {
    AB_SampleMask = 100000;
    blendstate = bs;
    depthstencilstate = ds;
    SetRasterizerState(NULL);
    DS_StencilRef = -1;
    AB_BlendFactor = float4(1.0, 2.0, 3.0, 4.0);
    SetVertexShader(NULL);
  }

  pass Empty
  {
  }
}

technique11 E2
{
}
