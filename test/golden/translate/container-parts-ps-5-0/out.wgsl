struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  result.target0 = d3d_position + d3d_position;
  return result;
}
