diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) a_semantic_name_that_is_longer_than_its_column: vec4f,
  @location(1) lower_case12_t7: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4f, 7>;
@group(1) @binding(16) var thirty_characters_exactly_here: sampler;
@group(1) @binding(32) var another_name_that_is_longer_than_thirty_characters_wide: texture_2d<f32>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = Globals[2] * Globals[3] + (input.a_semantic_name_that_is_longer_than_its_column * Globals[0] + Globals[1]);
  let another_name_that_is_longer_than_thirty_characters_wide_texel = textureSample(another_name_that_is_longer_than_thirty_characters_wide, thirty_characters_exactly_here, input.lower_case12_t7.xy);
  result.target0 = Globals[6] * input.lower_case12_t7.xyxy + (v - Globals[4]) + input.lower_case12_t7.z + another_name_that_is_longer_than_thirty_characters_wide_texel;
  return result;
}
