diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) texcoord9: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(47) var t15: texture_2d<f32>;
@group(1) @binding(46) var t14: texture_3d<f32>;
@group(1) @binding(31) var s15: sampler;
@group(1) @binding(30) var s14: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let t15_texel = textureSampleLevel(t15, s15, input.texcoord9.xy, input.texcoord9.w);
  let t14_texel = textureSample(t14, s14, input.texcoord9.xyz);
  result.color0 = legacy_product4(t15_texel + vec4f(0.1, 0.2, 0.3, 0.4), t14_texel);
  return result;
}
