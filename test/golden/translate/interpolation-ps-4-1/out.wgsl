struct Inputs {
  @builtin(position) position: vec4f,
  @location(1) a: vec4f,
  @location(2) @interpolate(perspective, centroid) b: vec4f,
  @location(3) @interpolate(flat) c: vec4f,
  @location(4) @interpolate(linear) d: vec4f,
  @location(5) @interpolate(linear, centroid) e: vec4f,
  @location(6) @interpolate(perspective, sample) f: vec4f,
  @location(7) @interpolate(linear, sample) g: vec4f,
  @location(8) @interpolate(flat) h: vec4u,
  @location(10) i1: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  let v = d3d_position + input.a + input.b.xyzx + input.c + input.d.xyxy + input.e + f32(i32(input.h.x)) + input.i1.xyxy;
  result.target0 = input.f * input.g + v;
  return result;
}
