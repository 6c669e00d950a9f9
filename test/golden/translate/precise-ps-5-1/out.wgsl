struct Inputs {
  @location(0) p: vec4f,
  @location(1) q: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(0) @binding(0) var<uniform> Globals: array<vec4f, 5>;

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_i32(x: f32) -> i32 {
  let n = select(i32(clamp(x, -2147483648.0, 2147483520.0)), 2147483647, x >= 2147483648.0);
  return select(n, 0, is_nan(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = input.p.xxzy * vec4f(input.q.x, input.q.zzw);
  let v1 = v.yw + Globals[4].xy;
  result.target0 = vec4f(v.x, v1.x, v.z, v1.y) * Globals[4] + f32(to_i32(input.p.x) + 3);
  return result;
}
