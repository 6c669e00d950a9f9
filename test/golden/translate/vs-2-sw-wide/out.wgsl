struct Inputs {
  @location(0) position1: vec4f,
  @location(15) color: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<storage, read> c: array<vec4f, 8192>;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 2>(
  vec4f(1.0, 2.0, 3.0, 4.0),
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
  if (row < 8192u) { return c[row]; }
  return vec4f();
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = to_i32(round(input.position1).z);
  var v1: vec4f = c[2047];
  var n: u32 = 1u;
  loop {
    if (n == 0u) {
      break;
    }
    let v2 = u32(v) + 5000u;
    let v3 = v2 - 8191u;
    n = n - 1u;
    v1 = v1 + select(c_row(u32(i32(v2))), immediate_constants[min(v3, 1u)], v3 < 1u);
  }
  result.position = vec4f(v1.x + v1.w * state.half_pixel.x, v1.y - v1.w * state.half_pixel.y, v1.zw);
  return result;
}
