struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(160) var<storage, read_write> alive: array<u32>;
@group(0) @binding(224) var<storage, read_write> alive_counter: atomic<u32>;
@group(0) @binding(161) var<storage, read_write> counted: array<u32>;
@group(0) @binding(225) var<storage, read_write> counted_counter: atomic<u32>;
@group(0) @binding(162) var<storage, read_write> uncounted: array<u32>;
@group(0) @binding(226) var<storage, read_write> uncounted_counter: atomic<u32>;
@group(0) @binding(163) var<storage, read_write> pending: array<u32>;
@group(0) @binding(227) var<storage, read_write> pending_counter: atomic<u32>;

fn pending_word(i: u32) -> u32 {
  if (i < arrayLength(&pending)) { return pending[i]; }
  return 0u;
}

fn pending_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&pending) / 4u) { return 0u; }
  let i = element * 4u + (offset >> 2u);
  return pending_word(i);
}

fn alive_put(i: u32, value: u32) {
  if (i < arrayLength(&alive)) { alive[i] = value; }
}

fn alive_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= arrayLength(&alive) / 4u) { return; }
  let i = element * 4u + (offset >> 2u);
  alive_put(i, value.x);
  alive_put(i + 1u, value.y);
  alive_put(i + 2u, value.z);
  alive_put(i + 3u, value.w);
}

fn counted_put(i: u32, value: u32) {
  if (i < arrayLength(&counted)) { counted[i] = value; }
}

fn counted_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&counted)) { return; }
  let i = element + (offset >> 2u);
  counted_put(i, value);
}

fn uncounted_put(i: u32, value: u32) {
  if (i < arrayLength(&uncounted)) { uncounted[i] = value; }
}

fn uncounted_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&uncounted)) { return; }
  let i = element + (offset >> 2u);
  uncounted_put(i, value);
}

@compute @workgroup_size(32, 1, 1)
fn main(input: Inputs) {
  let v = atomicSub(&pending_counter, 1u) - 1u;
  let v1 = bitcast<f32>(pending_load1(v, 0u));
  let v2 = bitcast<f32>(pending_load1(v, 4u));
  let v3 = bitcast<f32>(pending_load1(v, 8u));
  let v4 = bitcast<f32>(pending_load1(v, 12u));
  let v5 = v4 + 1.0;
  if (v5 < 10.0) {
    let v6 = atomicAdd(&alive_counter, 1u);
    alive_store4(v6, 0u, bitcast<vec4u>(vec4f(v1, v2, v3, v5)));
  }
  let v7 = atomicAdd(&counted_counter, 1u);
  counted_store1(v7, 0u, input.global_invocation_id.x);
  let v8 = atomicSub(&uncounted_counter, 1u) - 1u;
  uncounted_store1(input.global_invocation_id.x, 0u, v8);
}
