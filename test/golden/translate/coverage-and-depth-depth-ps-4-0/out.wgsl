struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @builtin(frag_depth) depth: f32,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  result.depth = d3d_position.w;
  return result;
}
