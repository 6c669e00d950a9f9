struct Inputs {
  @location(0) position1: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 14>;
@group(0) @binding(289) var<uniform> state: State;

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = legacy_product4(c[6], vec4f(c[8].z)) + (legacy_product4(c[4], vec4f(c[8].x)) + legacy_product4(c[5], vec4f(c[8].y)));
  let v1 = legacy_product4(c[7], vec4f(c[8].w)) + v;
  let v2 = legacy_product4(c[2], v1.zzzz) + (legacy_product4(c[0], v1.xxxx) + legacy_product4(v1.yyyy, c[1]));
  let v3 = legacy_product4(c[6], vec4f(c[9].z)) + (legacy_product4(c[4], vec4f(c[9].x)) + legacy_product4(c[5], vec4f(c[9].y)));
  let v4 = legacy_product4(c[7], vec4f(c[9].w)) + v3;
  let v5 = legacy_product4(c[2], v4.zzzz) + (legacy_product4(c[0], v4.xxxx) + legacy_product4(v4.yyyy, c[1]));
  let v6 = legacy_product4(c[6], vec4f(c[10].z)) + (legacy_product4(c[4], vec4f(c[10].x)) + legacy_product4(c[5], vec4f(c[10].y)));
  let v7 = legacy_product4(c[7], vec4f(c[10].w)) + v6;
  let v8 = legacy_product4(c[2], v7.zzzz) + (legacy_product4(c[0], v7.xxxx) + legacy_product4(v7.yyyy, c[1]));
  let v9 = legacy_product4(c[6], vec4f(c[11].z)) + (legacy_product4(c[4], vec4f(c[11].x)) + legacy_product4(c[5], vec4f(c[11].y)));
  let v10 = legacy_product4(c[7], vec4f(c[11].w)) + v9;
  let v11 = legacy_product4(c[2], v10.zzzz) + (legacy_product4(c[0], v10.xxxx) + legacy_product4(v10.yyyy, c[1]));
  let v12 = vec4f(legacy_dot4(input.position1, legacy_product4(c[3], v1.wwww) + v2), legacy_dot4(input.position1, legacy_product4(c[3], v4.wwww) + v5), legacy_dot4(input.position1, legacy_product4(c[3], v7.wwww) + v8), legacy_dot4(input.position1, legacy_product4(c[3], v10.wwww) + v11));
  let v13 = legacy_product4(vec4f(sin(fract(c[12].x * 0.15915494 + 0.5) * 6.2831855 - 3.1415927)), c[13]) + v12;
  result.position = vec4f(v13.x + v13.w * state.half_pixel.x, v13.y - v13.w * state.half_pixel.y, v13.zw);
  return result;
}
