diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

struct State {
  @size(24) unused: u32,
  @size(32) projected0: f32,
  projected1: f32,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(289) var<uniform> state: State;
@group(1) @binding(33) var t1: texture_2d<f32>;
@group(1) @binding(0) var<uniform> c: array<vec4f, 3>;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(17) var s1: sampler;

fn is_nan3(x: vec3f) -> vec3<bool> {
  return (bitcast<vec3u>(x) & vec3u(0x7fffffffu)) > vec3u(0x7f800000u);
}

fn clamp013(x: vec3f) -> vec3f {
  return select(clamp(x, vec3f(0.0), vec3f(1.0)), vec3f(0.0), is_nan3(x));
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

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_dot3(a: vec3f, b: vec3f) -> f32 {
  let products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

fn legacy_product(a: f32, b: f32) -> f32 {
  return select(a * b, 0.0, (a == 0.0) | (b == 0.0));
}

fn legacy_mix4(amount: vec4f, a: vec4f, b: vec4f) -> vec4f {
  return legacy_product4(amount, a - b) + b;
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
  let t1_texel = textureSample(t1, s1, select(input.texcoord1.xy, input.texcoord1.xy / input.texcoord1.w, !(state.projected1 == 0.0)));
  let v = select(select(c[2].w, -1.0, c[2].w < -1.0), 1.0, c[2].w > 1.0);
  let v1 = legacy_product((legacy_product4(clamp014(t0_texel + vec4f(0.5, -1.0, 0.0, 1.0)) - 0.5, input.color1) * 4.0).w, v);
  let v2 = legacy_mix4(input.color0, vec4f(clamp013(vec3f(legacy_dot3((t0_texel.xyz - 0.5) * 2.0, (t1_texel.xyz - 0.5) * 2.0))), v1), vec4f(clamp013(input.texcoord2.xyz), 1.0));
  let v3 = clamp014(v2 * 2.0);
  let v4 = v1 > 0.5;
  result.color0 = vec4f(clamp01(select(select(select(c[2].x, -1.0, c[2].x < -1.0), 1.0, c[2].x > 1.0), v3.x, v4)), clamp01(select(select(select(c[2].y, -1.0, c[2].y < -1.0), 1.0, c[2].y > 1.0), v3.y, v4)), clamp01(select(select(select(c[2].z, -1.0, c[2].z < -1.0), 1.0, c[2].z > 1.0), v3.z, v4)), clamp01(select(v, v3.w, v4)));
  return result;
}
