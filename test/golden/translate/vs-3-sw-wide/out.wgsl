struct Inputs {
  @location(0) position1: vec4f,
  @location(15) texcoord15: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(0) texcoord9: vec4f,
}

struct State {
  @size(256) unused: u32,
  half_pixel: vec2f,
}

@group(0) @binding(35) var t3: texture_3d<f32>;
@group(0) @binding(0) var<storage, read> c: array<vec4f, 8192>;
@group(0) @binding(19) var s3: sampler;
@group(0) @binding(289) var<uniform> state: State;

const immediate_constants = array<vec4f, 2>(
  vec4f(1.0, 1.0, 1.0, 1.0),
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
  let t3_texel = textureSampleLevel(t3, s3, input.texcoord15.xyz, input.texcoord15.w);
  let v = u32(to_i32(round(input.position1).x)) + 4000u;
  let v1 = v - 5000u;
  let v2 = select(c_row(u32(i32(v))), immediate_constants[min(v1, 1u)], v1 < 1u);
  result.position = vec4f(v2.x + v2.w * state.half_pixel.x, v2.y - v2.w * state.half_pixel.y, v2.zw);
  result.texcoord9 = t3_texel;
  return result;
}
