diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

struct State {
  @size(24) unused: u32,
  projected0: f32,
  @size(24) bump_matrix1: vec4f,
  projected1: f32,
  bump_matrix2: vec4f,
  bump_scale2: f32,
  bump_offset2: f32,
  projected2: f32,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(289) var<uniform> state: State;
@group(1) @binding(33) var t1: texture_2d<f32>;
@group(1) @binding(34) var t2: texture_2d<f32>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(17) var s1: sampler;
@group(1) @binding(18) var s2: sampler;

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

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
  let t0_texel = textureSample(t0, s0, select(input.texcoord0.xy, input.texcoord0.xy / input.texcoord0.w, !(state.projected0 == 0.0)));
  let v = select(input.texcoord1.xy, input.texcoord1.xy / input.texcoord1.w, !(state.projected1 == 0.0));
  let v1 = vec2f(v.x + (state.bump_matrix1.x * t0_texel.x + state.bump_matrix1.z * t0_texel.y), v.y + (state.bump_matrix1.y * t0_texel.x + state.bump_matrix1.w * t0_texel.y));
  let t1_texel = textureSample(t1, s1, v1);
  let v2 = select(input.texcoord2.xy, input.texcoord2.xy / input.texcoord2.w, !(state.projected2 == 0.0));
  let v3 = vec2f(v2.x + (state.bump_matrix2.x * t0_texel.x + state.bump_matrix2.z * t0_texel.y), v2.y + (state.bump_matrix2.y * t0_texel.x + state.bump_matrix2.w * t0_texel.y));
  let t2_texel = textureSample(t2, s2, v3);
  let v4 = legacy_product4(t2_texel * (t0_texel.z * state.bump_scale2 + state.bump_offset2), t1_texel) + clamp014(t1_texel);
  result.color0 = vec4f(clamp01(v4.x), clamp01(v4.y), clamp01(v4.z), clamp01(v4.w));
  return result;
}
