diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(0) var<uniform> c: array<vec4f, 5>;
@group(1) @binding(32) var image: texture_2d<f32>;
@group(1) @binding(16) var image_sampler: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let image_texel = textureSample(image, image_sampler, input.texcoord.xy + c[4].xy);
  let image_texel1 = textureSample(image, image_sampler, input.texcoord.xy - c[4].xy);
  let image_texel2 = textureSample(image, image_sampler, input.texcoord.xy);
  let image_texel3 = textureSample(image, image_sampler, c[4].xy * 2.0 + input.texcoord.xy);
  let image_texel4 = textureSample(image, image_sampler, c[4].xy * -2.0 + input.texcoord.xy);
  let image_texel5 = textureSample(image, image_sampler, c[4].xy * 3.0 + input.texcoord.xy);
  let image_texel6 = textureSample(image, image_sampler, c[4].xy * -3.0 + input.texcoord.xy);
  let v = legacy_product4(image_texel2, vec4f(c[0].x)) + legacy_product4(image_texel + image_texel1, vec4f(c[1].x));
  result.color0 = legacy_product4(image_texel6 + image_texel5, vec4f(c[3].x)) + (legacy_product4(image_texel3 + image_texel4, vec4f(c[2].x)) + v);
  return result;
}
