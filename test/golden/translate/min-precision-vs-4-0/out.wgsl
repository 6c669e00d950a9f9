struct Inputs {
  @location(0) a: vec4f,
  @location(1) b: vec4f,
  @location(2) c: vec4i,
  @location(3) d: vec4u,
  @location(4) e: vec4f,
}

struct Outputs {
  @location(0) out: vec4f,
  @invariant @builtin(position) position: vec4f,
}

@group(0) @binding(0) var<uniform> C: array<vec4u, 5>;

fn is_nan2(x: vec2f) -> vec2<bool> {
  return (bitcast<vec2u>(x) & vec2u(0x7fffffffu)) > vec2u(0x7f800000u);
}

fn clamp012(x: vec2f) -> vec2f {
  return select(clamp(x, vec2f(0.0), vec2f(1.0)), vec2f(0.0), is_nan2(x));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = input.a * bitcast<vec4f>(C[0]) + input.e.x;
  let v1 = input.b.xy * bitcast<vec2f>(C[1].xy) - clamp012(input.b.xy) + v.xy;
  let v2 = vec4f(f32(u32(i32(input.d.x) * i32(C[4].x) + i32(C[3].x))) + v1.x, v1.y, v.zw + vec2f(f32(input.c.x + i32(C[2].x)), f32(input.c.y + i32(C[2].y))));
  result.out = f32((input.c.x + i32(C[3].x)) * i32(C[2].z)) - abs(v2) + f32(u32(i32(input.d.x)));
  result.position = vec4f(input.e.x);
  return result;
}
