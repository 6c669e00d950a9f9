struct Inputs {
  @builtin(vertex_index) vertex_index: u32,
  @location(1) color: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

@group(0) @binding(32) var<storage, read> particles: array<u32>;

struct Runtime {
  first_vertex: u32,
  first_instance: u32,
  sample_count: u32,
}
@group(0) @binding(288) var<uniform> runtime: Runtime;

fn particles_word(i: u32) -> u32 {
  if (i < arrayLength(&particles)) { return particles[i]; }
  return 0u;
}

fn particles_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&particles) / 8u) { return vec4u(); }
  let i = element * 8u + (offset >> 2u);
  return vec4u(particles_word(i), particles_word(i + 1u), particles_word(i + 2u), particles_word(i + 3u));
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_vertex_index = input.vertex_index - runtime.first_vertex;
  let v = bitcast<vec4f>(particles_load4(d3d_vertex_index, 16u));
  let v1 = bitcast<vec4f>(particles_load4(d3d_vertex_index, 0u));
  result.position = input.color * sqrt(dot(v, v)) + v1;
  return result;
}
