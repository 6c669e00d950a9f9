struct Inputs {
  @location(0) position1: vec4f,
  @location(1) blendweight: vec4f,
  @location(2) blendindices: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(2) texcoord: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 256>;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 2>(
  vec4f(3.0, 1.0, 0.0, 0.0),
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

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

fn legacy_product3(a: vec3f, b: vec3f) -> vec3f {
  return select(a * b, vec3f(0.0), (a == vec3f(0.0)) | (b == vec3f(0.0)));
}

fn min_number(a: f32, b: f32) -> f32 {
  return select(select(min(a, b), a, is_nan(b)), b, is_nan(a));
}

fn max_number(a: f32, b: f32) -> f32 {
  return select(select(max(a, b), a, is_nan(b)), b, is_nan(a));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = 3.0 * input.blendindices;
  let v1 = to_i32(round(v.y));
  let v2 = u32(v1) + 8u;
  let v3 = legacy_dot4(input.position1, select(c_row(u32(i32(v2))), immediate_constants[min(v2, 1u)], v2 < 1u));
  let v4 = u32(v1) + 9u;
  let v5 = legacy_dot4(input.position1, select(c_row(u32(i32(v4))), immediate_constants[min(v4, 1u)], v4 < 1u));
  let v6 = u32(v1) + 10u;
  let v7 = legacy_dot4(input.position1, select(c_row(u32(i32(v6))), immediate_constants[min(v6, 1u)], v6 < 1u));
  let v8 = to_i32(round(v.x));
  let v9 = u32(v8) + 8u;
  let v10 = legacy_dot4(input.position1, select(c_row(u32(i32(v9))), immediate_constants[min(v9, 1u)], v9 < 1u));
  let v11 = u32(v8) + 9u;
  let v12 = legacy_dot4(input.position1, select(c_row(u32(i32(v11))), immediate_constants[min(v11, 1u)], v11 < 1u));
  let v13 = u32(v8) + 10u;
  let v14 = legacy_dot4(input.position1, select(c_row(u32(i32(v13))), immediate_constants[min(v13, 1u)], v13 < 1u));
  let v15 = legacy_product3(vec3f(v10, v12, v14), input.blendweight.xxx) + legacy_product3(vec3f(v3, v5, v7), input.blendweight.yyy);
  let v16 = round(v.zw);
  let v17 = to_i32(v16.x);
  let v18 = to_i32(v16.y);
  let v19 = u32(v17) + 8u;
  let v20 = legacy_dot4(input.position1, select(c_row(u32(i32(v19))), immediate_constants[min(v19, 1u)], v19 < 1u));
  let v21 = u32(v17) + 9u;
  let v22 = legacy_dot4(input.position1, select(c_row(u32(i32(v21))), immediate_constants[min(v21, 1u)], v21 < 1u));
  let v23 = u32(v17) + 10u;
  let v24 = legacy_dot4(input.position1, select(c_row(u32(i32(v23))), immediate_constants[min(v23, 1u)], v23 < 1u));
  let v25 = u32(v18) + 8u;
  let v26 = legacy_dot4(input.position1, select(c_row(u32(i32(v25))), immediate_constants[min(v25, 1u)], v25 < 1u));
  let v27 = u32(v18) + 9u;
  let v28 = legacy_dot4(input.position1, select(c_row(u32(i32(v27))), immediate_constants[min(v27, 1u)], v27 < 1u));
  let v29 = u32(v18) + 10u;
  let v30 = legacy_dot4(input.position1, select(c_row(u32(i32(v29))), immediate_constants[min(v29, 1u)], v29 < 1u));
  let v31 = legacy_product3(vec3f(v26, v28, v30), input.blendweight.www) + (legacy_product3(vec3f(v20, v22, v24), input.blendweight.zzz) + v15);
  let v32 = fract(input.position1);
  let v33 = select(0.0, 1.0, input.position1.y >= input.position1.x) + (input.position1.zw - v32.zw + v32.xy);
  let v34 = max_number(min_number(1.0, input.position1.x), input.position1.w);
  result.position = vec4f(v31.x + v34 * state.half_pixel.x, v31.y - v34 * state.half_pixel.y, v31.z, v34);
  result.texcoord = vec4f(v33, 0.0, 0.0);
  return result;
}
