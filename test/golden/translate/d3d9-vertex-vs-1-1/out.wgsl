struct Inputs {
  @location(0) position1: vec4f,
  @location(1) normal: vec4f,
  @location(2) texcoord: vec4f,
  @location(3) color: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(10) fog: vec4f,
  @location(0) color0: vec4f,
  @location(1) color1: vec4f,
  @location(2) texcoord0: vec4f,
  @location(5) texcoord3: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 18>;
@group(0) @binding(289) var<uniform> state: State;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
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

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn max_number(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}

fn min_number(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}

fn legacy_product(a: f32, b: f32) -> f32 {
  return select(a * b, 0.0, (a == 0.0) | (b == 0.0));
}

fn legacy_log2(x: f32) -> f32 {
  return select(log2(abs(x)), -3.4028234663852886e+38, x == 0.0);
}

fn legacy_power(x: f32, y: f32) -> f32 {
  return select(exp2(legacy_product(legacy_log2(x), y)), 1.0, y == 0.0);
}

fn legacy_specular(diffuse: f32, light: f32, power: f32) -> f32 {
  let limited = min_number(max_number(power, -127.99610137939453), 127.99610137939453);
  return select(0.0, legacy_power(light, limited), 0.0 < diffuse && 0.0 < light);
}

fn legacy_inverse_sqrt(x: f32) -> f32 {
  return select(inverseSqrt(abs(x)), 3.4028234663852886e+38, x == 0.0);
}

fn clamp01(x: f32) -> f32 {
  return select(clamp(x, 0.0, 1.0), 0.0, is_nan(x));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = legacy_dot4(input.position1, c[3]);
  let v1 = legacy_product(min_number(max_number(legacy_dot3(input.normal.xyz, c[12].xyz), 0.0), 1.0), c[12].w);
  let v2 = legacy_product3(vec3f(min_number(max_number(legacy_dot3(input.normal.xyz, c[13].xyz), 0.0), 1.0)), vec3f(c[13].w)) + (legacy_product3(c[15].xyz, input.color.xyz) + v1);
  let v3 = legacy_product3(vec3f(min_number(max_number(legacy_dot3(input.normal.xyz, c[14].xyz), 0.0), 1.0)), vec3f(c[14].w)) + v2;
  let v4 = legacy_product3(input.position1.zzz, c[6].xyz) + (legacy_product3(input.position1.xxx, c[4].xyz) + legacy_product3(input.position1.yyy, c[5].xyz));
  let v5 = legacy_product3(input.position1.www, c[7].xyz) + v4;
  let v6 = legacy_dot3(input.normal.xyz, v5);
  let v7 = legacy_product4(vec4f(1.0, max_number(v6, 0.0), legacy_specular(v6, input.normal.x, c[9].x), 1.0), c[8]);
  let v8 = legacy_product3(input.normal.zzz, c[6].xyz) + (legacy_product3(input.normal.xxx, c[4].xyz) + legacy_product3(input.normal.yyy, c[5].xyz));
  let v9 = legacy_inverse_sqrt(v5.y);
  result.position = vec4f(legacy_dot4(input.position1, c[0]) + v * state.half_pixel.x, legacy_dot4(input.position1, c[1]) - v * state.half_pixel.y, legacy_dot4(input.position1, c[2]), v);
  result.fog = vec4f(clamp01((legacy_product4(vec4f(c[16].x), vec4f(exp2(v5.z * -1.442695) - 1.0)) + 1.0).x), 0.0, 0.0, 0.0);
  result.color0 = vec4f(clamp01(v3.x), clamp01(v3.y), clamp01(v3.z), clamp01(input.color.w));
  result.color1 = vec4f(clamp01(v7.x), clamp01(v7.y), clamp01(v7.z), clamp01(v7.w));
  result.texcoord0 = vec4f(input.texcoord.yx + c[11].xy, 0.0, 0.0);
  result.texcoord3 = vec4f(legacy_product3(vec3f(legacy_inverse_sqrt(dot(v8, v8))), v8), 0.0);
  return result;
}
