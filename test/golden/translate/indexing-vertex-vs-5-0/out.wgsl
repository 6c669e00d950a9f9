struct Inputs {
  @location(0) v0: vec4f,
  @location(1) v1: vec4f,
  @location(2) v2: vec4f,
  @location(3) v3: vec4f,
  @location(4) at: vec4i,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(1) array0: vec4f,
  @location(2) array1: vec4f,
  @location(3) array2: vec4f,
  @location(4) array3: vec4f,
}

@group(0) @binding(3) var<uniform> Palette: array<vec4f, 16>;

const immediate_constants = array<vec4f, 6>(
  vec4f(1.0, 2.0, 3.0, 4.0),
  vec4f(0.0, 0.0, 0.5, 123456.0),
  vec4f(0.0, 0.0, 0.0, 0.0),
  vec4f(-1.5, 1e+30, -0.00001, 65535.0),
  vec4f(3.0, 1.0, 4.0, 1.0),
  vec4f(),
);

fn Palette_row(row: u32) -> vec4f {
  if (row < 16u) { return Palette[row]; }
  return vec4f();
}

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var input_range0: array<vec4f, 5>;
  input_range0[0] = input.v0;
  input_range0[1] = input.v1;
  input_range0[2] = input.v2;
  input_range0[3] = input.v3;
  result.position = input_range0[min(u32(input.at.x), 4u)];
  result.array0 = vec4f(0.0);
  result.array1 = input.v1;
  result.array2 = input.v2 + input.v2;
  result.array3 = input.v3 * 3.0 + (Palette_row(u32(input.at.x)) + immediate_constants[min(u32(input.at.y), 5u)]);
  return result;
}
