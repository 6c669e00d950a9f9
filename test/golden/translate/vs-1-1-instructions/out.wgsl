struct Inputs {
  @location(0) position0: vec4f,
  @location(1) blendweight: vec4f,
  @location(2) blendindices: vec4f,
  @location(3) normal: vec4f,
  @location(4) psize: vec4f,
  @location(5) color0: vec4f,
  @location(6) color1: vec4f,
  @location(7) texcoord0: vec4f,
  @location(8) texcoord3: vec4f,
  @location(9) tangent: vec4f,
  @location(10) binormal: vec4f,
  @location(11) texcoord4: vec4f,
  @location(12) position4: vec4f,
  @location(13) fog: vec4f,
  @location(14) depth1: vec4f,
  @location(15) sample: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(10) fog: vec4f,
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
  @location(5) texcoord3: vec4f,
  @location(6) texcoord4: vec4f,
  @location(7) texcoord5: vec4f,
  @location(8) texcoord6: vec4f,
  @location(9) texcoord7: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 256>;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 2>(
  vec4f(1.0, -0.5, 100000000000000000000.0, 0.000001),
  vec4f(),
);

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_i32(x: f32) -> i32 {
  let n = select(i32(clamp(x, -2147483648.0, 2147483520.0)), 2147483647, x >= 2147483648.0);
  return select(n, 0, is_nan(x));
}

fn c_row(row: u32) -> vec4f {
  if (row < 256u) { return c[row]; }
  return vec4f();
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_reciprocal(x: f32) -> f32 {
  return select(1.0 / x, 3.4028234663852886e+38, x == 0.0);
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn min_number4(a: vec4f, b: vec4f) -> vec4f {
  return select(select(min(a, b), a, is_nan4(b)), b, is_nan4(a));
}

fn max_number4(a: vec4f, b: vec4f) -> vec4f {
  return select(select(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

fn legacy_log2(x: f32) -> f32 {
  return select(log2(abs(x)), -3.4028234663852886e+38, x == 0.0);
}

fn max_number(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}

fn legacy_product(a: f32, b: f32) -> f32 {
  return select(a * b, 0.0, (a == 0.0) | (b == 0.0));
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn legacy_dot3(a: vec3f, b: vec3f) -> f32 {
  let products = legacy_product3(a, b);
  return products.x + products.y + products.z;
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = u32(to_i32(floor(input.blendindices.x))) + 4u;
  let v1 = v - 90u;
  let v2 = min_number4(select(c_row(u32(i32(v))), immediate_constants[min(v1, 1u)], v1 < 1u) + input.position0, c[4]);
  let v3 = max_number4(v2, vec4f(c[5].y));
  let v4 = legacy_dot4(input.position0, c[13]);
  let v5 = vec4f(select(0.0, 1.0, select(0.0, 1.0, v3.x < c[6].x) >= c[7].x), select(0.0, 1.0, select(0.0, 1.0, v3.y < c[6].y) >= c[7].y), 0.0, 0.0);
  let v6 = vec4f(1.0, legacy_product(input.texcoord4.y, max_number(input.binormal.x, 0.0)), input.texcoord4.z, 0.0);
  result.position = vec4f(legacy_dot4(input.position0, c[10]) + v4 * state.half_pixel.x, legacy_dot4(input.position0, c[11]) - v4 * state.half_pixel.y, legacy_dot4(input.position0, c[12]), v4);
  result.fog = vec4f(clamp01(legacy_dot4(input.position0, c[14])), 0.0, 0.0, 0.0);
  result.color0 = vec4f(clamp01(legacy_dot3(input.sample.xyz, c[20].xyz)), clamp01(legacy_dot3(input.sample.xyz, c[21].xyz)), clamp01(legacy_dot3(input.sample.xyz, c[22].xyz)), clamp01((legacy_product4(input.psize, legacy_product4(input.normal.xxxx, c[0])) + c[1].wzyx).w));
  result.color1 = vec4f(clamp01(legacy_dot3(input.blendweight.xyz, c[23].xyz)), clamp01(legacy_dot3(input.blendweight.xyz, c[24].xyz)), clamp01(legacy_reciprocal(input.texcoord0.x)), 0.0);
  result.texcoord0 = v3;
  result.texcoord1 = v5;
  result.texcoord2 = vec4f(exp2(input.texcoord3.x), 0.0, 0.0, 0.0);
  result.texcoord3 = vec4f(exp2(floor(input.tangent.z)), legacy_log2(input.tangent.w), exp2(input.tangent.z), 1.0);
  result.texcoord4 = input.position4;
  result.texcoord5 = v6;
  result.texcoord6 = vec4f(fract(input.fog.xy), 0.0, 0.0);
  result.texcoord7 = vec4f(1.0, -0.5, 100000000000000000000.0, 0.000001);
  return result;
}
