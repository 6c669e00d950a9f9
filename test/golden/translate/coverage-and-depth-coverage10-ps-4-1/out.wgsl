struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
  @builtin(sample_mask) sample_mask: u32,
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_u32(x: f32) -> u32 {
  let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);
  return select(n, 0u, is_nan(x));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  result.target0 = d3d_position;
  result.sample_mask = to_u32(d3d_position.x);
  return result;
}
