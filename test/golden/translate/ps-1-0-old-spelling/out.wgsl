diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord: vec4f,
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

struct State {
  @size(24) unused: u32,
  projected0: f32,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(289) var<uniform> state: State;
@group(1) @binding(16) var s0: sampler;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let t0_texel = textureSample(t0, s0, select(input.texcoord.xy, input.texcoord.xy / input.texcoord.w, !(state.projected0 == 0.0)));
  let v = legacy_product4(t0_texel, input.color);
  result.color0 = vec4f(clamp01(v.x), clamp01(v.y), clamp01(v.z), clamp01(v.w));
  return result;
}
