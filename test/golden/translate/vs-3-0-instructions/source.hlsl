// fxc /T vs_3_0 /E main

sampler2D s0 : register(s0);
samplerCUBE s1 : register(s1);
sampler3D s2 : register(s2);
sampler2D s3 : register(s3);
float4 c3[253] : register(c3); // its length is a guess

struct Output
{
  float4 position : POSITION;
  float4 color : COLOR;
  float4 color1 : COLOR1;
  float fog : FOG;
  float depth4 : DEPTH4;
  float4 color5 : COLOR5;
  float4 texcoord1 : TEXCOORD1;
  float4 texcoord2 : TEXCOORD2;
  float3 texcoord3 : TEXCOORD3;
  float4 tangent : TANGENT;
  float4 binormal3 : BINORMAL3;
  float depth2 : DEPTH2;
  float2 binormal1 : BINORMAL1;
  float4 blendweight1 : BLENDWEIGHT1;
};

Output main(
  float4 position : POSITION,
  float4 texcoord : TEXCOORD0,
  float4 texcoord1 : TEXCOORD1,
  float4 texcoord2 : TEXCOORD2,
  float4 blendindices1 : BLENDINDICES1)
{
  Output output;
  float4 x0[16];
  float4 input_range0[5] = (float4[5])0;
  input_range0[0] = position;
  input_range0[1] = texcoord;
  input_range0[2] = texcoord1;
  input_range0[3] = texcoord2;
  input_range0[4] = blendindices1;
  x0[0].x = position.x;
  x0[0].y = position.y;
  x0[0].z = position.z;
  x0[0].w = position.w;
  float4 s0_texel = tex2Dlod(s0, texcoord);
  float4 s1_texel = texCUBElod(s1, texcoord);
  float4 s2_texel = tex3Dlod(s2, texcoord.xyzz);
  float4 s3_texel = tex2Dlod(s3, texcoord.wzxx);
  float4 v = (float4)0;
  for (int i = 0; i < 3; i++) {
    float4 v1 = input_range0[i + 1];
    x0[i + 4].x = v1.x;
    x0[i + 4].y = v1.y;
    x0[i + 4].z = v1.z;
    x0[i + 4].w = v1.w;
    v = v1 + c3[i];
  }
  float v2 = cos(s0_texel.x);
  float v3 = sin(s0_texel.x);
  float v4 = x0[1].x;
  float v5 = s0_texel.x < s1_texel.x ? v.x : v4;
  x0[1].x = v5;
  float v6 = x0[1].y;
  float v7 = s0_texel.y < s1_texel.y ? v.y : v6;
  x0[1].y = v7;
  float v8 = x0[1].z;
  float v9 = s0_texel.z < s1_texel.z ? v.z : v8;
  x0[1].z = v9;
  float v10 = x0[1].w;
  float v11 = s0_texel.w < s1_texel.w ? v.w : v10;
  x0[1].w = v11;
  float4 v12 = float4(v2, v3, 0.0, 0.0);
  output.color = float4(v5, v7, v9, v11);
  float4 color1 = saturate(abs(v12) + saturate(v12));
  x0[2].x = color1.x;
  x0[2].y = color1.y;
  x0[2].z = color1.z;
  x0[2].w = color1.w;
  output.color1 = color1;
  float4 depth2 = -abs(v12) * float4(1.0, 2.0, 3.0, 4.0);
  x0[3].x = s0_texel.x;
  x0[3].y = s0_texel.y;
  x0[3].z = s0_texel.z;
  x0[3].w = s0_texel.w;
  output.fog = s0_texel.x;
  output.color5 = 0;
  output.color5.zw = s0_texel.zw;
  x0[5].x = s1_texel.x;
  x0[5].y = s1_texel.y;
  x0[5].z = s1_texel.z;
  x0[5].w = s1_texel.w;
  output.texcoord2 = s1_texel;
  x0[6].x = s2_texel.x;
  x0[6].y = s2_texel.y;
  x0[6].z = s2_texel.z;
  output.texcoord3 = s2_texel.xyz;
  x0[7].x = s3_texel.w;
  x0[7].y = s3_texel.z;
  x0[7].z = s3_texel.y;
  x0[7].w = s3_texel.x;
  output.tangent = s3_texel.wzyx;
  x0[8].x = v.x;
  x0[8].y = v.y;
  x0[8].z = v.z;
  x0[8].w = v.w;
  output.binormal3 = v;
  x0[9].x = depth2.x;
  x0[9].y = depth2.y;
  x0[9].z = depth2.z;
  x0[9].w = depth2.w;
  output.depth2 = depth2.x;
  x0[10].x = v2;
  x0[10].y = v3;
  x0[10].z = 0.0;
  x0[10].w = 0.0;
  float4 clip_position = x0[0];
  output.position = clip_position;
  float4 out_texcoord1 = x0[4];
  output.texcoord1 = out_texcoord1;
  output.binormal1 = float2(v2, v3);
  output.blendweight1 = 0;
  output.blendweight1.zw = (float2)0;
  return output;
}
