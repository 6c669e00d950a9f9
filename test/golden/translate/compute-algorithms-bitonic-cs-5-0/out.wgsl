struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(0) var<uniform> Constants: array<vec4u, 1>;
@group(0) @binding(160) var<storage, read_write> output: array<u32>;

fn divide(a: u32, b: u32) -> u32 {
  return select(a / max(b, 1u), 0xffffffffu, b == 0u);
}

fn output_word(i: u32) -> u32 {
  if (i < arrayLength(&output)) { return output[i]; }
  return 0u;
}

fn output_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&output)) { return 0u; }
  let i = element + (offset >> 2u);
  return output_word(i);
}

fn output_put(i: u32, value: u32) {
  if (i < arrayLength(&output)) { output[i] = value; }
}

fn output_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&output)) { return; }
  let i = element + (offset >> 2u);
  output_put(i, value);
}

@compute @workgroup_size(128, 1, 1)
fn main(input: Inputs) {
  let v = u32(-i32(Constants[0].z)) + Constants[0].y;
  let v1 = 1u << (v & 31u);
  let v2 = (divide(input.global_invocation_id.x, v1) << 1u) * v1 + extractBits(input.global_invocation_id.x, 0u, v & 31u);
  let v3 = v1 + v2;
  let v4 = output_load1(v2, 0u);
  let v5 = output_load1(v3, 0u);
  let v6 = select(0u, 0xffffffffu, ((input.global_invocation_id.x >> (Constants[0].y & 31u)) & 1u) == 0u) == select(0u, 0xffffffffu, v5 < v4);
  if (v6) {
    output_store1(v2, 0u, v5);
    output_store1(v3, 0u, v4);
  }
}
