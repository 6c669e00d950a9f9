struct Inputs {
  @builtin(local_invocation_index) local_invocation_index: u32,
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(0) var<uniform> Constants: array<vec4u, 1>;
@group(0) @binding(32) var<storage, read> input1: array<u32>;
@group(0) @binding(160) var<storage, read_write> output: array<u32>;
var<workgroup> g0: array<u32, 256>;

fn input1_word(i: u32) -> u32 {
  if (i < arrayLength(&input1)) { return input1[i]; }
  return 0u;
}

fn input1_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&input1)) { return 0u; }
  let i = element + (offset >> 2u);
  return input1_word(i);
}

fn g0_put(i: u32, value: u32) {
  if (i < 256u) { g0[i] = value; }
}

fn g0_store1(element: u32, offset: u32, value: u32) {
  if (element >= 256u) { return; }
  let i = element + (offset >> 2u);
  g0_put(i, value);
}

fn g0_word(i: u32) -> u32 {
  if (i < 256u) { return g0[i]; }
  return 0u;
}

fn g0_load1(element: u32, offset: u32) -> u32 {
  if (element >= 256u) { return 0u; }
  let i = element + (offset >> 2u);
  return g0_word(i);
}

fn output_put(i: u32, value: u32) {
  if (i < arrayLength(&output)) { output[i] = value; }
}

fn output_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&output)) { return; }
  let i = element + (offset >> 2u);
  output_put(i, value);
}

@compute @workgroup_size(256, 1, 1)
fn main(input: Inputs) {
  let v = input.global_invocation_id.x < Constants[0].x;
  let v1 = input1_load1(input.global_invocation_id.x, 0u);
  let v2 = v1 & select(0u, 0xffffffffu, v);
  g0_store1(input.local_invocation_index, 0u, v2);
  workgroupBarrier();
  let v3 = input.local_invocation_index - 1u;
  let v4 = g0_load1(v3, 0u);
  workgroupBarrier();
  let v5 = (v4 & select(0u, 0xffffffffu, input.local_invocation_index >= 1u)) + v2;
  g0_store1(input.local_invocation_index, 0u, v5);
  workgroupBarrier();
  let v6 = g0_load1(input.local_invocation_index - 2u, 0u);
  workgroupBarrier();
  let v7 = (v6 & select(0u, 0xffffffffu, input.local_invocation_index >= 2u)) + v5;
  g0_store1(input.local_invocation_index, 0u, v7);
  workgroupBarrier();
  let v8 = g0_load1(input.local_invocation_index - 4u, 0u);
  workgroupBarrier();
  let v9 = (v8 & select(0u, 0xffffffffu, input.local_invocation_index >= 4u)) + v7;
  g0_store1(input.local_invocation_index, 0u, v9);
  workgroupBarrier();
  let v10 = g0_load1(input.local_invocation_index - 8u, 0u);
  workgroupBarrier();
  let v11 = (v10 & select(0u, 0xffffffffu, input.local_invocation_index >= 8u)) + v9;
  g0_store1(input.local_invocation_index, 0u, v11);
  workgroupBarrier();
  let v12 = g0_load1(input.local_invocation_index - 16u, 0u);
  workgroupBarrier();
  let v13 = (v12 & select(0u, 0xffffffffu, input.local_invocation_index >= 16u)) + v11;
  g0_store1(input.local_invocation_index, 0u, v13);
  workgroupBarrier();
  let v14 = g0_load1(input.local_invocation_index - 32u, 0u);
  workgroupBarrier();
  let v15 = (v14 & select(0u, 0xffffffffu, input.local_invocation_index >= 32u)) + v13;
  g0_store1(input.local_invocation_index, 0u, v15);
  workgroupBarrier();
  let v16 = g0_load1(input.local_invocation_index - 64u, 0u);
  workgroupBarrier();
  let v17 = (v16 & select(0u, 0xffffffffu, input.local_invocation_index >= 64u)) + v15;
  g0_store1(input.local_invocation_index, 0u, v17);
  workgroupBarrier();
  let v18 = g0_load1(input.local_invocation_index - 128u, 0u);
  workgroupBarrier();
  g0_store1(input.local_invocation_index, 0u, (v18 & select(0u, 0xffffffffu, input.local_invocation_index >= 128u)) + v17);
  workgroupBarrier();
  if (v) {
    let v19 = g0_load1(v3, 0u);
    output_store1(input.global_invocation_id.x, 0u, select(0u, v19, input.local_invocation_index != 0u));
  }
}
