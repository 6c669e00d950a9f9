struct Inputs {
  @builtin(local_invocation_index) local_invocation_index: u32,
  @builtin(local_invocation_id) local_invocation_id: vec3u,
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(160) var<storage, read_write> result1: array<u32>;
var<workgroup> g0: array<u32, 320>;
var<workgroup> g1: array<u32, 256>;
var<workgroup> g2: array<u32, 36>;

fn g0_put(i: u32, value: u32) {
  if (i < 320u) { g0[i] = value; }
}

fn g0_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= 320u / 5u) { return; }
  let i = element * 5u + (offset >> 2u);
  g0_put(i, value.x);
  g0_put(i + 1u, value.y);
  g0_put(i + 2u, value.z);
  g0_put(i + 3u, value.w);
}

fn g0_store1(element: u32, offset: u32, value: u32) {
  if (element >= 320u / 5u) { return; }
  let i = element * 5u + (offset >> 2u);
  g0_put(i, value);
}

fn g1_put(i: u32, value: u32) {
  if (i < 256u) { g1[i] = value; }
}

fn g1_store1(element: u32, offset: u32, value: u32) {
  if (element >= 256u) { return; }
  let i = element + (offset >> 2u);
  g1_put(i, value);
}

fn g2_put(i: u32, value: u32) {
  if (i < 36u) { g2[i] = value; }
}

fn g2_store3(element: u32, offset: u32, value: vec3u) {
  if (element >= 36u / 9u) { return; }
  let i = element * 9u + (offset >> 2u);
  g2_put(i, value.x);
  g2_put(i + 1u, value.y);
  g2_put(i + 2u, value.z);
}

fn g0_word(i: u32) -> u32 {
  if (i < 320u) { return g0[i]; }
  return 0u;
}

fn g0_load4(element: u32, offset: u32) -> vec4u {
  if (element >= 320u / 5u) { return vec4u(); }
  let i = element * 5u + (offset >> 2u);
  return vec4u(g0_word(i), g0_word(i + 1u), g0_word(i + 2u), g0_word(i + 3u));
}

fn g0_load1(element: u32, offset: u32) -> u32 {
  if (element >= 320u / 5u) { return 0u; }
  let i = element * 5u + (offset >> 2u);
  return g0_word(i);
}

fn g2_word(i: u32) -> u32 {
  if (i < 36u) { return g2[i]; }
  return 0u;
}

fn g2_load3(element: u32, offset: u32) -> vec3u {
  if (element >= 36u / 9u) { return vec3u(); }
  let i = element * 9u + (offset >> 2u);
  return vec3u(g2_word(i), g2_word(i + 1u), g2_word(i + 2u));
}

fn g1_word(i: u32) -> u32 {
  if (i < 256u) { return g1[i]; }
  return 0u;
}

fn g1_load1(element: u32, offset: u32) -> u32 {
  if (element >= 256u) { return 0u; }
  let i = element + (offset >> 2u);
  return g1_word(i);
}

fn result1_put(i: u32, value: u32) {
  if (i < arrayLength(&result1)) { result1[i] = value; }
}

fn result1_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= arrayLength(&result1) / 4u) { return; }
  let i = element * 4u + (offset >> 2u);
  result1_put(i, value.x);
  result1_put(i + 1u, value.y);
  result1_put(i + 2u, value.z);
  result1_put(i + 3u, value.w);
}

@compute @workgroup_size(8, 4, 2)
fn main(input: Inputs, @builtin(workgroup_id) workgroup_id: vec3u) {
  let v = f32(input.global_invocation_id.x);
  let v1 = f32(input.global_invocation_id.y);
  let v2 = f32(input.global_invocation_id.z);
  g0_store4(input.local_invocation_index, 0u, bitcast<vec4u>(vec4f(v, v1, v2, 1.0)));
  g0_store1(input.local_invocation_index, 16u, input.local_invocation_index);
  g1_store1(input.local_invocation_id.y * 8u + input.local_invocation_id.x, 0u, workgroup_id.x);
  if (input.local_invocation_index < 4u) {
    g2_store3(input.local_invocation_index, 0u, bitcast<vec3u>(vec3f(f32(input.local_invocation_id.x), f32(workgroup_id.x), v)));
    g2_store3(input.local_invocation_index, 12u, bitcast<vec3u>(vec3f(f32(input.local_invocation_id.y), f32(workgroup_id.y), v1)));
    g2_store3(input.local_invocation_index, 24u, bitcast<vec3u>(vec3f(f32(input.local_invocation_id.z), f32(workgroup_id.z), v2)));
  }
  storageBarrier();
  workgroupBarrier();
  let v3 = u32(-i32(input.local_invocation_index)) + 63u;
  let v4 = bitcast<vec4f>(g0_load4(v3, 0u));
  let v5 = g0_load1(v3, 16u);
  let v6 = bitcast<vec3f>(g2_load3(input.local_invocation_id.z, 0u));
  let v7 = bitcast<vec3f>(g2_load3(input.local_invocation_id.z, 12u));
  let v8 = bitcast<vec3f>(g2_load3(input.local_invocation_id.z, 24u));
  let v9 = vec3f(dot(vec3f(v6.x, v7.x, v8.x), v4.xyz), dot(vec3f(v6.y, v7.y, v8.y), v4.xyz), dot(vec3f(v6.z, v7.z, v8.z), v4.xyz));
  let v10 = g1_load1(v5, 0u);
  let v11 = g1_load1(3u, 0u);
  result1_store4(input.local_invocation_index, 0u, bitcast<vec4u>(vec4f(v4.xyz + v9, v4.w) * f32(v10) + f32(v11)));
}
