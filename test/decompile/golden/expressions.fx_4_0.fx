// fxc /T fx_4_0 /Gdp

int i;
float f;
float4 c;

BlendState b[2];
VertexShader v[3];
RasterizerState r
{
  DepthBias = i + 1;
  CullMode = i + 2;
  DepthBiasClamp = f + 1.0;
};

float4 state_value()
{
  float k = f + 1.0;
  return float4(k, float3(1.0, 2.0, 3.0));
}

float4 state_value1()
{
  float k1 = f + 1.0;
  return float4(k1, float3(1.0, 2.0, 3.0));
}

technique10 T
{
  pass P
  {
    SetBlendState(b[i * 2], state_value(), i + 3);
  }

  pass
  {
    SetDepthStencilState(NULL, i + 7);
    SetVertexShader(v[i + 2]);
    AB_BlendFactor = 1.0 + c;
  }
}

technique10 T2
{
  pass P
  {
    SetBlendState(b[i * 2], state_value1(), i * 2 + 3);
  }

  pass
  {
    SetDepthStencilState(NULL, i * 2 + 7);
    SetVertexShader(v[i * 3 + 2]);
    AB_BlendFactor = 1.0 + c;
  }
}
