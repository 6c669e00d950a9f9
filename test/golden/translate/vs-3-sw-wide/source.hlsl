// fxc /T vs_3_sw /E main

sampler3D s3 : register(s3);
float4 c4000[4192] : register(c4000); // its length is a guess

void main(
  int4 position : POSITION,
  float4 texcoord15 : TEXCOORD15,
  out float4 out_position : POSITION,
  out float4 out_texcoord9 : TEXCOORD9)
{
  float4 s3_texel = tex3Dlod(s3, texcoord15.xyzw);
  out_position = c4000[position.x];
  out_texcoord9 = s3_texel;
}
