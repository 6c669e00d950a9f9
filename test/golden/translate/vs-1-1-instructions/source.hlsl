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
  float4 v4 = max(v3, (float4)(c4[1].y));
  float2 v5 = (v4.xy < c4[2].xy ? 1.0 : 0.0) >= c4[3].xy ? 1.0 : 0.0;
  float v6 = exp2(texcoord3.x);
  float v7 = exp2(tangent.z);
  float v8 = exp2(floor(tangent.z));
  float v9 = log2(tangent.w);
  float v10 = max(binormal.x, 0.0) * texcoord4.y;
  float2 v11 = frac(fog.xy);
  float v12 = dot(position, c4[6]);
  float v13 = dot(position, c4[7]);
  float v14 = dot(position, c4[8]);
  float v15 = dot(position, c4[9]);
  float v16 = dot(position, c4[10]);
  float v17 = dot(depth.xyz, c4[13].xyz);
  float v18 = dot(sample1.xyz, c4[16].xyz);
  float v19 = dot(sample1.xyz, c4[17].xyz);
  float v20 = dot(sample1.xyz, c4[18].xyz);
  float v21 = dot(blendweight.xyz, c4[19].xyz);
  float v22 = dot(blendweight.xyz, c4[20].xyz);
  output.position = float4(v12, v13, v14, v15);
  output.fog = v16;
  output.psize = v17;
  output.color = float4(v18, v19, v20, v1.w);
  output.color1 = float3(v21, v22, v2);
  output.texcoord = v4;
  output.texcoord1 = v5;
  output.texcoord2 = v6;
  output.texcoord3 = float4(v8, v9, v7, 1.0);
  output.texcoord4 = position4;
  output.texcoord5 = float3(1.0, v10, texcoord4.z);
  output.texcoord6 = v11;
  output.texcoord7 = float4(1.0, -0.5, 100000000000000000000.0, 0.000001);
  return output;
}
