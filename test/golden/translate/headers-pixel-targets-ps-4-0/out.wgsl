struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
  @location(1) target1: vec4u,
  @location(2) target2: vec4i,
  @location(3) target3: vec4f,
  @location(4) target4: vec4f,
  @location(5) target5: vec4f,
  @location(6) target6: vec4u,
  @location(7) target7: vec4f,
  @builtin(frag_depth) depth: f32,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  result.target0 = d3d_position;
  result.target1 = vec4u(0u);
  result.target2 = vec4i(vec2i(0, 0), 0, 0);
  result.target3 = vec4f(0.0, 0.0, 0.0, 0.0);
  result.target4 = vec4f(vec2f(0.0, 0.0), 0.0, 0.0);
  result.target5 = vec4f(vec3f(0.0), 0.0);
  result.target6 = vec4u(0u, 0u, 0u, 0u);
  result.target7 = vec4f(0.0, 0.0, 0.0, 0.0);
  result.depth = 0.0;
  return result;
}
