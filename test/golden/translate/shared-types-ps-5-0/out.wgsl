struct Inputs {
  @location(0) p: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4u, 1>;
@group(1) @binding(1) var<uniform> abc: array<vec4u, 14>;
@group(1) @binding(2) var<uniform> position: array<vec4u, 5>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = bitcast<f32>(abc[11].y) * input.p + bitcast<f32>(abc[7].x) + f32(i32(abc[11].w)) + f32(i32(abc[12].x));
  let v1 = v + bitcast<f32>(abc[12].z) + bitcast<f32>(abc[12].w) + f32(i32(abc[13].x)) + f32(i32(position[2].z));
  let v2 = vec4f(f32(position[3].x * position[4].x), f32(position[3].y * position[4].y), f32(position[3].z * position[4].z), f32(position[3].w * position[4].w));
  result.target0 = v1 + f32(i32(Globals[0].z)) + v2;
  return result;
}
