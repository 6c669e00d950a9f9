enable primitive_index;

struct Inputs {
  @location(0) @interpolate(perspective, sample) c: vec4f,
  @location(1) @interpolate(perspective, centroid) q: vec4f,
  @location(2) @interpolate(linear, sample) k: vec4f,
  @builtin(primitive_index) primitive_index: u32,
  @builtin(front_facing) front_facing: bool,
  @builtin(sample_mask) sample_mask: u32,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_front_facing = select(0u, 0xffffffffu, input.front_facing);
  result.target0 = input.c + input.q.x + input.k.x + f32(input.sample_mask) + f32(input.primitive_index) + bitcast<vec4f>(vec4u(d3d_front_facing & 0x3f800000u));
  return result;
}
