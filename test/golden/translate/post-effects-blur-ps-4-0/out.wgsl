diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) texcoord: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Settings: array<vec4f, 5>;
@group(1) @binding(16) var filtered: sampler;
@group(1) @binding(32) var image: texture_2d<f32>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let image_texel = textureSample(image, filtered, input.texcoord.xy + Settings[0].xy);
  let v = -Settings[0].xy;
  let image_texel1 = textureSample(image, filtered, input.texcoord.xy + v);
  let image_texel2 = textureSample(image, filtered, input.texcoord.xy);
  let image_texel3 = textureSample(image, filtered, fma(Settings[0].xy, vec2f(2.0), input.texcoord.xy));
  let image_texel4 = textureSample(image, filtered, fma(v, vec2f(2.0), input.texcoord.xy));
  let v1 = fma(image_texel3 + image_texel4, vec4f(Settings[3].x), fma(image_texel2, vec4f(Settings[1].x), (image_texel + image_texel1) * Settings[2].x));
  let image_texel5 = textureSample(image, filtered, fma(Settings[0].xy, vec2f(3.0), input.texcoord.xy));
  let image_texel6 = textureSample(image, filtered, fma(v, vec2f(3.0), input.texcoord.xy));
  result.target0 = fma(image_texel5 + image_texel6, vec4f(Settings[4].x), v1);
  return result;
}
