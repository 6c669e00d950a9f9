struct Inputs {
  @builtin(vertex_index) vertex_index: u32,
  @builtin(instance_index) instance_index: u32,
  @location(2) f: vec4f,
  @location(3) g: vec4i,
  @location(4) h: vec4i,
  @location(5) k: vec4u,
  @location(6) l: vec4i,
  @location(7) m: vec4u,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

struct Runtime {
  first_vertex: u32,
  first_instance: u32,
  sample_count: u32,
}
@group(0) @binding(288) var<uniform> runtime: Runtime;

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_vertex_index = input.vertex_index - runtime.first_vertex;
  let d3d_instance_index = input.instance_index - runtime.first_instance;
  let v = f32(input.k.x) + (f32(input.h.x) + (f32(input.g.x) + (f32(d3d_vertex_index + d3d_instance_index) + input.f.x)));
  result.position = vec4f(select(0.0, 1.0, input.m.x != 0u)) + vec4f(f32(input.l.x) + v);
  return result;
}
