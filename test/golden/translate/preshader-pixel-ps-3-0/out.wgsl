struct Inputs {
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

@group(1) @binding(0) var<uniform> c: array<vec4f, 4>;

fn legacy_inverse_sqrt(x: f32) -> f32 {
  return select(inverseSqrt(abs(x)), 3.4028234663852886e+38, x == 0.0);
}

fn legacy_reciprocal(x: f32) -> f32 {
  return select(1.0 / x, 3.4028234663852886e+38, x == 0.0);
}

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn max_number4(a: vec4f, b: vec4f) -> vec4f {
  return select(select(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

fn legacy_dot4(a: vec4f, b: vec4f) -> f32 {
  let products = legacy_product4(a, b);
  return products.x + products.y + products.z + products.w;
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = vec4f(legacy_reciprocal(legacy_inverse_sqrt(c[2].x)), legacy_reciprocal(legacy_inverse_sqrt(c[2].y)), legacy_reciprocal(legacy_inverse_sqrt(c[2].z)), legacy_reciprocal(legacy_inverse_sqrt(c[2].w)));
  result.color0 = legacy_product4(legacy_product4(legacy_product4(c[1], c[2]) + exp2(c[0].x), input.color), vec4f(legacy_reciprocal(legacy_dot4(c[1], c[2])))) + legacy_product4(max_number4(c[1], v), vec4f(c[3].x));
  return result;
}
