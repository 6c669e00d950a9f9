diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
  @location(5) texcoord3: vec4f,
  @location(6) texcoord4: vec4f,
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
}

struct Outputs {
  @builtin(frag_depth) depth: f32,
  @location(0) color0: vec4f,
}

struct State {
  @size(96) unused: u32,
  bump_matrix3: vec4f,
}

@group(1) @binding(35) var t3: texture_2d<f32>;
@group(1) @binding(36) var t4: texture_2d<f32>;
@group(1) @binding(289) var<uniform> state: State;
@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(34) var t2: texture_2d<f32>;
@group(1) @binding(19) var s3: sampler;
@group(1) @binding(20) var s4: sampler;
@group(1) @binding(16) var s0: sampler;
@group(1) @binding(18) var s2: sampler;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn min_number(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_mix4(amount: vec4f, a: vec4f, b: vec4f) -> vec4f {
  return legacy_product4(amount, a - b) + b;
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let t3_texel = textureSample(t3, s3, input.texcoord3.xy);
  let t4_texel = textureSample(t4, s4, input.texcoord4.xy);
  let v = (input.texcoord1.xyz + (t3_texel.xyz - 0.5)) * 0.25;
  let v1 = t3_texel.x + (state.bump_matrix3.x * t4_texel.x + state.bump_matrix3.z * t4_texel.y);
  let v2 = t3_texel.y + (state.bump_matrix3.y * t4_texel.x + state.bump_matrix3.w * t4_texel.y);
  let v3 = t4_texel.y > 0.5;
  let t0_texel = textureSample(t0, s0, vec2f(v1, v2));
  if (((v.x < 0.0) || (v.y < 0.0)) || (v.z < 0.0)) { discard; }
  let v4 = min_number(select(1.0 - v.y, v2, v3), 1.0);
  let v5 = v.z == 0.0;
  let t2_texel = textureSample(t2, s2, vec2f(select(v.x / v.z, 1.0, v5), select(v.y / v.z, 1.0, v5)));
  let v6 = legacy_mix4(vec4f(0.1, 0.2, 0.3, 0.4), t0_texel, (t2_texel - 0.5) * 2.0);
  let v7 = select(-((v1 - 0.5) * 2.0), -(t2_texel.x - 0.5), -(v6.x * 2.0) >= 0.0);
  let v8 = select(-((v2 - 0.5) * 2.0), -(t2_texel.y - 0.5), -(v6.y * 2.0) >= 0.0);
  let v9 = select(-((t3_texel.z - 0.5) * 2.0), -(t2_texel.z - 0.5), -(v6.z * 2.0) >= 0.0);
  result.depth = select(clamp01(select(1.0 - v.x, v1, v3) / v4), 1.0, v4 == 0.0);
  result.color0 = vec4f(clamp01(v7), clamp01(v8), clamp01(v9), clamp01(legacy_dot4(vec4f(v7, v8, v9, v6.w), input.color1)));
  return result;
}
