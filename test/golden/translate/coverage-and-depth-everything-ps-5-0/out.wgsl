struct Inputs {
  @builtin(position) position: vec4f,
  @builtin(sample_index) sample_index: u32,
  @builtin(sample_mask) sample_mask: u32,
}

struct Outputs {
  @location(0) target0: vec4f,
  @location(1) target1: vec4i,
  @location(7) target7: vec4u,
  @builtin(sample_mask) sample_mask: u32,
  @builtin(frag_depth) depth: f32,
}

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
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  result.target0 = d3d_position;
  result.target1 = vec4i(vec2i(to_i32(d3d_position.x), to_i32(d3d_position.y)), 0, 0);
  result.target7 = vec4u(u32(i32(input.sample_index + input.sample_mask)), 0u, 0u, 0u);
  result.depth = d3d_position.z * 0.5;
  result.sample_mask = input.sample_mask & 5u;
  return result;
}
