diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
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
@group(1) @binding(35) var t3: texture_cube<f32>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(19) var s3: sampler;

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_dot3(a: vec3f, b: vec3f) -> f32 {
  let products = legacy_product3(a, b);
  return products.x + products.y + products.z;
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
  let v = vec3f(legacy_dot3(input.texcoord1.xyz, t0_texel.xyz), legacy_dot3(input.texcoord2.xyz, t0_texel.xyz), legacy_dot3(input.texcoord3.xyz, t0_texel.xyz));
  let t3_texel = textureSample(t3, s3, v);
  result.color0 = vec4f(clamp01(t3_texel.x), clamp01(t3_texel.y), clamp01(t3_texel.z), clamp01(t3_texel.w));
  return result;
}
