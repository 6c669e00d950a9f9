// fxc /T vs_1_1 /E main

float4 c4[86] : register(c4); // its length is a guess
float4 c0 : register(c0);
float4 c1 : register(c1);

struct Output
{
  float4 position : POSITION;
  float fog : FOG;
  float psize : PSIZE;
  float4 color : COLOR;
  float3 color1 : COLOR1;
  float4 texcoord : TEXCOORD0;
  float2 texcoord1 : TEXCOORD1;
  float texcoord2 : TEXCOORD2;
  float4 texcoord3 : TEXCOORD3;
  float4 texcoord4 : TEXCOORD4;
  float3 texcoord5 : TEXCOORD5;
  float2 texcoord6 : TEXCOORD6;
  float4 texcoord7 : TEXCOORD7;
};

Output main(
  float4 position : POSITION,
  float4 blendweight : BLENDWEIGHT,
  int4 blendindices : BLENDINDICES,
  float4 normal : NORMAL,
  float4 psize : PSIZE,
  float4 color : COLOR,
  float4 color1 : COLOR1,
  float4 texcoord : TEXCOORD0,
  float4 texcoord3 : TEXCOORD3,
  float4 tangent : TANGENT,
  float4 binormal : BINORMAL,
  float4 texcoord4 : TEXCOORD4,
  float4 position4 : POSITION4,
  float4 fog : FOG,
  float4 depth : DEPTH,
  float4 sample1 : SAMPLE)
{
  Output output;
  float4 v = c4[blendindices.x] + position;
  float4 v1 = psize * (normal.x * c0) + c1.wzyx;
  float v2 = 1.0 / texcoord.x;
  float4 v3 = min(v, c4[0]);
  float4 out_texcoord = max(v3, (float4)(c4[1].y));
  float2 texcoord1 = (out_texcoord.xy < c4[2].xy ? 1.0 : 0.0) >= c4[3].xy ? 1.0 : 0.0;
  float texcoord2 = exp2(texcoord3.x);
  float v4 = exp2(tangent.z);
  float v5 = exp2(floor(tangent.z));
  float v6 = log2(tangent.w);
  float v7 = max(binormal.x, 0.0) * texcoord4.y;
  float2 texcoord6 = frac(fog.xy);
  float v8 = dot(position, c4[6]);
  float v9 = dot(position, c4[7]);
  float v10 = dot(position, c4[8]);
  float v11 = dot(position, c4[9]);
  float v12 = dot(position, c4[10]);
  float v13 = dot(depth.xyz, c4[13].xyz);
  float v14 = dot(sample1.xyz, c4[16].xyz);
  float v15 = dot(sample1.xyz, c4[17].xyz);
  float v16 = dot(sample1.xyz, c4[18].xyz);
  float v17 = dot(blendweight.xyz, c4[19].xyz);
  float v18 = dot(blendweight.xyz, c4[20].xyz);
  output.position = float4(v8, v9, v10, v11);
  output.fog = v12;
  output.psize = v13;
  output.color = float4(v14, v15, v16, v1.w);
  output.color1 = float3(v17, v18, v2);
  output.texcoord = out_texcoord;
  output.texcoord1 = texcoord1;
  output.texcoord2 = texcoord2;
  output.texcoord3 = float4(v5, v6, v4, 1.0);
  output.texcoord4 = position4;
  output.texcoord5 = float3(1.0, v7, texcoord4.z);
  output.texcoord6 = texcoord6;
  output.texcoord7 = float4(1.0, -0.5, 100000000000000000000.0, 0.000001);
  return output;
}
