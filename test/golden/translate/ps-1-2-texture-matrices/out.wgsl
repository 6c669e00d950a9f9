diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(5) texcoord3: vec4f,
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
@group(1) @binding(34) var t2: texture_3d<f32>;
@group(1) @binding(35) var t3: texture_2d<f32>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(18) var s2: sampler;
@group(1) @binding(19) var s3: sampler;

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_dot3(a: vec3f, b: vec3f) -> f32 {
  let products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
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
  let t2_texel = textureSample(t2, s2, t0_texel.xyz);
  let t3_texel = textureSample(t3, s3, vec2f(legacy_dot3(input.texcoord3.xyz, (t0_texel.xyz - 0.5) * 2.0), 0.0));
  result.color0 = vec4f(clamp01(legacy_dot4(clamp014(t2_texel), 1.0 - t3_texel)));
  return result;
}
