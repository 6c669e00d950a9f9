struct Inputs {
  @builtin(local_invocation_index) local_invocation_index: u32,
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(32) var<storage, read> source: array<u32>;
@group(0) @binding(33) var<storage, read> raw: array<u32>;
@group(0) @binding(160) var<storage, read_write> result1: array<u32>;
var<workgroup> g0: array<u32, 256>;

fn raw_word(i: u32) -> u32 {
  if (i < arrayLength(&raw)) { return raw[i]; }
  return 0u;
}

fn raw_load2(offset: u32) -> vec2u {
  let i = offset >> 2u;
  return vec2u(raw_word(i), raw_word(i + 1u));
}

fn source_word(i: u32) -> u32 {
  if (i < arrayLength(&source)) { return source[i]; }
  return 0u;
}

fn source_load2(element: u32, offset: u32) -> vec2u {
  if (element >= arrayLength(&source) / 2u) { return vec2u(); }
  let i = element * 2u + (offset >> 2u);
  return vec2u(source_word(i), source_word(i + 1u));
}

fn g0_put(i: u32, value: u32) {
  if (i < 256u) { g0[i] = value; }
}

fn g0_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= 256u / 4u) { return; }
  let i = element * 4u + (offset >> 2u);
  g0_put(i, value.x);
  g0_put(i + 1u, value.y);
  g0_put(i + 2u, value.z);
  g0_put(i + 3u, value.w);
}

fn g0_word(i: u32) -> u32 {
  if (i < 256u) { return g0[i]; }
  return 0u;
}

fn g0_load4(element: u32, offset: u32) -> vec4u {
  if (element >= 256u / 4u) { return vec4u(); }
  let i = element * 4u + (offset >> 2u);
  return vec4u(g0_word(i), g0_word(i + 1u), g0_word(i + 2u), g0_word(i + 3u));
}

fn result1_put(i: u32, value: u32) {
  if (i < arrayLength(&result1)) { result1[i] = value; }
}

fn result1_store2(element: u32, offset: u32, value: vec2u) {
  if (element >= arrayLength(&result1) / 2u) { return; }
  let i = element * 2u + (offset >> 2u);
  result1_put(i, value.x);
  result1_put(i + 1u, value.y);
}

@compute @workgroup_size(64, 1, 1)
fn main(input: Inputs) {
  let v = raw_load2(input.global_invocation_id.x << 3u);
  let v1 = source_load2(input.global_invocation_id.x, 0u);
  g0_store4(input.local_invocation_index, 0u, vec4u(v1.x, bitcast<u32>(f32(i32(v1.y))), v));
  workgroupBarrier();
  let v2 = bitcast<vec4f>(g0_load4((input.local_invocation_index + 1u) & 63u, 0u));
  let v3 = bitcast<vec4f>(g0_load4(input.local_invocation_index ^ 1u, 0u));
  result1_store2(input.global_invocation_id.x, 0u, vec2u(bitcast<u32>(dot(v2, v3)), v1.y));
}
