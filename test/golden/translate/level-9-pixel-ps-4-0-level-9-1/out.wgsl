diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(1) color: vec4f,
  @location(2) texcoord: vec4f,
  @location(3) normal: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(1) var<uniform> Look: array<vec4f, 4>;
@group(1) @binding(16) var linear1: sampler;
@group(1) @binding(19) var point1: sampler;
@group(1) @binding(33) var color: texture_2d<f32>;
@group(1) @binding(34) var detail: texture_2d<f32>;
@group(1) @binding(37) var sky: texture_cube<f32>;

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let detail_texel = textureSample(detail, linear1, input.texcoord.yx);
  let sky_texel = textureSample(sky, point1, input.normal.xyz);
  let color_texel = textureSample(color, point1, input.texcoord.xy * Look[1].xy);
  let color_texel1 = textureSample(color, linear1, input.texcoord.xy);
  let v = color_texel1 * color_texel + (detail_texel * Look[0] + sky_texel);
  if (v.w - 0.25 < 0.0) { discard; }
  result.target0 = clamp014(v * (Look[2] * input.color + Look[3]));
  return result;
}
