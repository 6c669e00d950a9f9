struct Inputs {
  @location(0) a: vec4f,
  @location(1) b: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
  @location(1) target1: vec4f,
  @location(2) target2: vec4f,
  @location(3) target3: vec4f,
  @location(4) target4: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4f, 2>;

fn is_nan4(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(0x7f800000u);
}

fn max_number4(a: vec4f, b: vec4f) -> vec4f {
  return select(select(max(a, b), a, is_nan4(b)), b, is_nan4(a));
}

fn min_number4(a: vec4f, b: vec4f) -> vec4f {
  return select(select(min(a, b), a, is_nan4(b)), b, is_nan4(a));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = !(0.0 == input.a.x);
  let v1 = vec4f(f32(select(0, 1, v)), f32(select(0, 1, !(0.0 == input.a.y))), f32(select(0, 1, !(0.0 == input.a.z))), f32(select(0, 1, !(0.0 == input.a.w))));
  result.target0 = v1 + select(input.b, Globals[0], !(0.0 == input.b.y) || v);
  result.target1 = max_number4((-Globals[1]), Globals[1]);
  result.target2 = min_number4(max_number4((-input.a), vec4f(0.0)), vec4f(1.0));
  result.target3 = (-input.b.wzyx);
  result.target4 = (-max_number4((-Globals[0]), Globals[0]));
  return result;
}
