// fxc /T ps_5_0 /E main

struct a_structure_with_a_long_name_indeed
{
  float4 member_that_has_a_long_name_as_well[2];
  float b;
};

float4 an_extraordinarily_long_name_of_a_constant_that_reaches_far_beyond_the_columns_of_every_table;
float4 _1;
float4 a;
float4 A;
float4 _;
a_structure_with_a_long_name_indeed an_instance_of_it;

SamplerState thirty_characters_exactly_here : register(s0);
Texture2D<float4> another_name_that_is_longer_than_thirty_characters_wide : register(t0);

float4 main(
  float4 a_semantic_name_that_is_longer_than_its_column : A_SEMANTIC_NAME_THAT_IS_LONGER_THAN_ITS_COLUMN,
  float2 lower_case12 : lower_case12,
  float t7 : T7) : SV_Target
{
  float4 v = a_semantic_name_that_is_longer_than_its_column * an_extraordinarily_long_name_of_a_constant_that_reaches_far_beyond_the_columns_of_every_table + _1;
  float4 v1 = v + a * A - _ + an_instance_of_it.member_that_has_a_long_name_as_well[1] * lower_case12.xyxy + t7;
  float4 another_name_that_is_longer_than_thirty_characters_wide_texel = another_name_that_is_longer_than_thirty_characters_wide.Sample(thirty_characters_exactly_here, lower_case12);
  return another_name_that_is_longer_than_thirty_characters_wide_texel + v1;
}
