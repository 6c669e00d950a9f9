// fxc /T vs_3_sw /E main

sampler3D s3 : register(s3);
float4 c4000[4192] : register(c4000); // its length is a guess

struct Output
{
  float4 position : POSITION;
  float4 texcoord9 : TEXCOORD9;
};

Output main(
  int4 position : POSITION,
  float4 texcoord15 : TEXCOORD15)
{
  Output output;
  float4 s3_texel = tex3Dlod(s3, texcoord15);
  output.position = c4000[position.x];
  output.texcoord9 = s3_texel;
  return output;
}
