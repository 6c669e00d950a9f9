enable clip_distances;

struct Inputs {
  @builtin(vertex_index) vertex_index: u32,
  @builtin(instance_index) instance_index: u32,
  @location(2) position1: vec4f,
  @location(3) texcoord9: vec4f,
  @location(4) blendindices: vec4i,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(1) color3: vec4f,
  @location(2) color4: vec4f,
  @location(3) fog_texcoord0: vec4f,
  @location(4) texcoord1_unwritten: vec4f,
  @location(5) @interpolate(flat) id7: vec4u,
  @builtin(clip_distances) clip_distances: array<f32, 6>,
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
  result.position = f32(d3d_vertex_index) * input.position1;
  result.color3 = input.position1.wzyx;
  result.color4 = vec4f(f32(input.blendindices.x), f32(input.blendindices.y), f32(input.blendindices.z), f32(input.blendindices.w));
  result.fog_texcoord0.x = f32(d3d_instance_index);
  result.fog_texcoord0.y = input.texcoord9.x;
  result.fog_texcoord0.z = input.texcoord9.y;
  let v = (-input.texcoord9.xy);
  result.texcoord1_unwritten.x = v.x;
  result.texcoord1_unwritten.y = v.y;
  result.texcoord1_unwritten.z = 0.0;
  result.texcoord1_unwritten.w = 0.0;
  result.id7 = vec4u(u32(i32(d3d_vertex_index + d3d_instance_index)), 0u, 0u, 0u);
  result.clip_distances[0] = input.position1.x;
  result.clip_distances[1] = input.position1.y;
  result.clip_distances[2] = input.position1.z;
  result.clip_distances[3] = input.position1.w;
  result.clip_distances[4] = input.position1.x;
  result.clip_distances[5] = input.position1.y;
  return result;
}
