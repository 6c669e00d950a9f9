struct Inputs {
  @location(0) position1: vec4f,
  @location(1) normal: vec4f,
  @location(2) tangent: vec4f,
  @location(3) texcoord: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(2) texcoord0: vec4f,
  @location(3) texcoord1: vec4f,
  @location(4) texcoord2: vec4f,
  @location(5) texcoord3: vec4f,
  @location(6) texcoord4: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 12>;
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

fn legacy_inverse_sqrt(x: f32) -> f32 {
  return select(inverseSqrt(abs(x)), 3.4028234663852886e+38, x == 0.0);
}

fn legacy_product2(a: vec2f, b: vec2f) -> vec2f {
  return select(a * b, vec2f(0.0), (a == vec2f(0.0)) | (b == vec2f(0.0)));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = legacy_product4(input.position1.xyzx, vec4f(1.0, 1.0, 1.0, 0.0)) + vec4f(0.0, 0.0, 0.0, 1.0);
  let v1 = legacy_dot4(v, c[8]);
  let v2 = legacy_dot4(v, c[9]);
  let v3 = legacy_dot4(v, c[10]);
  let v4 = vec4f(v1, v2, v3, 1.0);
  let v5 = legacy_dot4(v4, c[3]);
  let v6 = vec3f(legacy_dot3(input.normal.xyz, c[8].xyz), legacy_dot3(input.normal.xyz, c[9].xyz), legacy_dot3(input.normal.xyz, c[10].xyz));
  let v7 = vec3f(legacy_dot3(input.tangent.xyz, c[8].xyz), legacy_dot3(input.tangent.xyz, c[9].xyz), legacy_dot3(input.tangent.xyz, c[10].xyz));
  let v8 = vec4f(legacy_dot4(v4, c[4]), legacy_dot4(v4, c[5]), legacy_dot4(v4, c[6]), legacy_dot4(v4, c[7]));
  result.position = vec4f(legacy_dot4(v4, c[0]) + v5 * state.half_pixel.x, legacy_dot4(v4, c[1]) - v5 * state.half_pixel.y, legacy_dot4(v4, c[2]), v5);
  result.texcoord0 = vec4f(legacy_product2(input.texcoord.xy, c[11].xy), 0.0, 0.0);
  result.texcoord1 = vec4f(v1, v2, v3, 0.0);
  result.texcoord2 = vec4f(legacy_product3(vec3f(legacy_inverse_sqrt(dot(v6, v6))), v6), 0.0);
  result.texcoord3 = vec4f(legacy_product3(vec3f(legacy_inverse_sqrt(dot(v7, v7))), v7), input.tangent.w);
  result.texcoord4 = v8;
  return result;
}
