diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) @interpolate(perspective, centroid) texcoord2: vec4f,
  @location(5) @interpolate(perspective, centroid) texcoord3: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) color2: vec4f,
  @location(3) color3: vec4f,
  @builtin(frag_depth) depth: f32,
}

@group(1) @binding(32) var t0: texture_2d<f32>;
@group(1) @binding(0) var<uniform> c: array<vec4f, 10>;
@group(1) @binding(16) var s0: sampler;

fn float_bits(bits: u32) -> f32 {
  return bitcast<f32>(bits);
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn clamp014(x: vec4f) -> vec4f {
  return select(clamp(x, vec4f(0.0), vec4f(1.0)), vec4f(0.0), is_nan4(x));
}

fn legacy_reciprocal(x: f32) -> f32 {
  return select(1.0 / x, 3.4028234663852886e+38, x == 0.0);
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let t0_texel = textureSample(t0, s0, input.texcoord0.xy);
  let t0_texel1 = textureSample(t0, s0, input.texcoord1.xy / input.texcoord1.w);
  if ((((t0_texel.x < 0.0) || (t0_texel.y < 0.0)) || (t0_texel.z < 0.0)) || (t0_texel.w < 0.0)) { discard; }
  let v = t0_texel + input.color0 + vec4f(float_bits(0x80000000u), -0.5, -1.0, 1.0);
  let v1 = clamp014(legacy_product4(v, input.color1) + c[3]);
  result.color0 = v;
  result.color1 = v1;
  result.color2 = clamp014(legacy_product4(t0_texel1, v1.wwww));
  result.color3 = vec4f(legacy_dot4(v, c[6]), legacy_dot4(v, c[7]), legacy_dot4(v, c[8]), legacy_dot4(v, c[9]));
  result.depth = legacy_reciprocal(v.x);
  return result;
}
