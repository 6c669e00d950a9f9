// fxc /T ps_3_0 /E main

sampler2D s0 : register(s0);
samplerCUBE s1 : register(s1);
sampler3D s2 : register(s2);

struct Output
{
  float4 color : COLOR;
  float4 color1 : COLOR1;
  float4 color2 : COLOR2;
  float4 color3 : COLOR3;
  float depth : DEPTH;
};

Output main(
  float4 texcoord : TEXCOORD0,
  float3 texcoord1 : TEXCOORD1,
  centroid float4 color : COLOR,
  centroid float4 color1 : COLOR1,
  float3 normal : NORMAL,
  float4 tangent7 : TANGENT7,
  float fog : FOG,
  float4 texcoord7 : TEXCOORD7,
  float4 depth : DEPTH,
  float4 blendweight3 : BLENDWEIGHT3,
  float2 vpos : VPOS,
  float vface : VFACE)
{
  Output output;
  float4 input_range0[10] = (float4[10])0;
  input_range0[0] = texcoord;
  input_range0[1].xyz = texcoord1;
  input_range0[2] = color;
  input_range0[3] = color1;
  input_range0[4].xyz = normal;
  input_range0[5] = tangent7;
  input_range0[6].x = fog;
  input_range0[7] = texcoord7;
  input_range0[8] = depth;
  input_range0[9] = blendweight3;
  float4 s0_texel = tex2Dlod(s0, texcoord);
  float4 s1_texel = texCUBE(s1, texcoord1);
  float4 s0_texel1 = tex2Dproj(s0, texcoord);
  float4 v = s0_texel;
  float4 v1 = s1_texel;
  [loop] for (int i = 0; i < 3; i++) {
    float4 v2 = input_range0[i] + v;
    float4 v3 = v1 * float4(0.0, 1.0, 2.0, 3.0);
    [branch] if (v2.x > 0.0) {
      v1 = v3;
      v = v2;
      break;
    }
    v1 = v3;
    v = v2;
  }
  float4 v4 = v1;
  [branch] if (vface > 0.0) {
    v4 = vpos.xyxy;
  }
  float4 v5 = abs(v4) - normal.xyzz;
  float4 v6 = -abs(s0_texel1) * tangent7 + 0.0;
  bool condition = v5.x < v.x;
  bool condition1 = v5.y < v.y;
  float4 s0_texel2 = tex2D(s0, texcoord7.xy);
  float4 v7 = float4(condition ? s0_texel2.x : 0.0, condition1 ? s0_texel2.y : 0.0, v5.z < v.z ? s0_texel2.z : 0.0, v5.w < v.w ? s0_texel2.w : 0.0);
  float4 color2 = condition ? v7 : depth;
  float4 color3 = v >= 0.0 ? v5 : v6;
  float out_depth = 0.0;
  [branch] if (condition1) {
    float4 v8 = ddx(blendweight3);
    out_depth = v8.x;
  }
  output.color = v;
  output.color1 = float4(asfloat(0x7f800000u), -0.0, asfloat(0x116c2u), 3.4028234663852886e+38);
  output.color2 = color2;
  output.color3 = color3;
  output.depth = out_depth;
  return output;
}
