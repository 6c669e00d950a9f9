struct Inputs {
  @location(0) position1: vec4f,
  @location(1) texcoord15: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(0) var<uniform> c: array<vec4f, 256>;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 4>(
  vec4f(0.0, 1.0, 2.0, 3.0),
  vec4f(-0.0000015500992, -0.00002170139, 0.0026041667, 0.00026041668),
  vec4f(-0.020833334, -0.125, 1.0, 0.5),
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

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = to_i32(round(input.texcoord15).y);
  let v1 = u32(v) - 200u;
  var n: u32 = 4u;
  loop {
    if (n == 0u) {
      break;
    }
    n = n - 1u;
  }
  var n1: u32 = 255u;
  loop {
    if (n1 == 0u) {
      break;
    }
    n1 = n1 - 1u;
  }
  var n2: u32 = 255u;
  loop {
    if (n2 == 0u) {
      break;
    }
    n2 = n2 - 1u;
  }
  let v2 = abs(select(c_row(u32(v)), immediate_constants[min(v1, 3u)], v1 < 3u) + vec4f(0.0, 1.0, 2.0, 3.0));
  result.position = vec4f(v2.x + v2.w * state.half_pixel.x, v2.y - v2.w * state.half_pixel.y, v2.zw);
  return result;
}
