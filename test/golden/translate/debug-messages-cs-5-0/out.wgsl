struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(160) var<storage, read_write> data: array<u32>;

fn data_put(i: u32, value: u32) {
  if (i < arrayLength(&data)) { data[i] = value; }
}

fn data_put_element(element: u32, value: vec4u) {
  if (element >= arrayLength(&data)) { return; }
  data_put(element, value.x);
}

@compute @workgroup_size(4, 1, 1)
fn main(input: Inputs) {
  if (input.global_invocation_id.x == 3u) {
    return;
  }
  data_put_element(input.global_invocation_id.x, vec4u(input.global_invocation_id.x));
}
