struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(32) var<storage, read> typed: array<u32>;
@group(0) @binding(33) var<storage, read> raw: array<u32>;
@group(0) @binding(34) var<storage, read> items: array<u32>;
@group(0) @binding(165) var<storage, read_write> result1: array<u32>;
@group(0) @binding(166) var<storage, read_write> rwRaw: array<u32>;
@group(0) @binding(167) var<storage, read_write> rwTyped: array<u32>;

fn result1_word(i: u32) -> u32 {
  if (i < arrayLength(&result1)) { return result1[i]; }
  return 0u;
}

fn result1_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&result1) / 4u) { return vec4u(); }
  let i = element * 4u + (offset >> 2u);
  return vec4u(result1_word(i), result1_word(i + 1u), result1_word(i + 2u), result1_word(i + 3u));
}

fn raw_word(i: u32) -> u32 {
  if (i < arrayLength(&raw)) { return raw[i]; }
  return 0u;
}

fn raw_load4(offset: u32) -> vec4u {
  let i = offset >> 2u;
  return vec4u(raw_word(i), raw_word(i + 1u), raw_word(i + 2u), raw_word(i + 3u));
}

fn typed_fetch(element: u32) -> vec4f {
  if (element >= arrayLength(&typed) / 4u) { return vec4f(); }
  let w0 = typed[element * 4u + 0u];
  let w1 = typed[element * 4u + 1u];
  let w2 = typed[element * 4u + 2u];
  let w3 = typed[element * 4u + 3u];
  return vec4f(bitcast<f32>(w0), bitcast<f32>(w1), bitcast<f32>(w2), bitcast<f32>(w3));
}

fn raw_load1(offset: u32) -> u32 {
  let i = offset >> 2u;
  return raw_word(i);
}

fn items_word(i: u32) -> u32 {
  if (i < arrayLength(&items)) { return items[i]; }
  return 0u;
}

fn items_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&items) / 5u) { return vec4u(); }
  let i = element * 5u + (offset >> 2u);
  return vec4u(items_word(i), items_word(i + 1u), items_word(i + 2u), items_word(i + 3u));
}

fn items_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&items) / 5u) { return 0u; }
  let i = element * 5u + (offset >> 2u);
  return items_word(i);
}

fn rwRaw_word(i: u32) -> u32 {
  if (i < arrayLength(&rwRaw)) { return rwRaw[i]; }
  return 0u;
}

fn rwRaw_load2(offset: u32) -> vec2u {
  let i = offset >> 2u;
  return vec2u(rwRaw_word(i), rwRaw_word(i + 1u));
}

fn rwTyped_fetch(element: u32) -> vec4u {
  if (element >= arrayLength(&rwTyped)) { return vec4u(); }
  let w0 = rwTyped[element];
  return vec4u(w0, 0u, 0u, 1u);
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

@compute @workgroup_size(1, 1, 1)
fn main(input: Inputs) {
  let v = bitcast<vec4f>(result1_load4(input.global_invocation_id.x + 1u, 0u));
  let status = 0xffffffffu;
  let v1 = bitcast<vec4f>(raw_load4(input.global_invocation_id.y + 16u));
  let status1 = 0xffffffffu;
  let v2 = typed_fetch(input.global_invocation_id.x);
  let status2 = 0xffffffffu;
  let v3 = raw_load1(input.global_invocation_id.y);
  let status3 = 0xffffffffu;
  let v4 = select(0u, 0xffffffffu, status1 != 0u) + (select(0u, 0xffffffffu, status3 != 0u) + select(0u, 0xffffffffu, status2 != 0u));
  let v5 = bitcast<vec4f>(items_load4(input.global_invocation_id.z, 0u));
  let status4 = 0xffffffffu;
  let v6 = items_load1(input.global_invocation_id.z, 16u);
  let status5 = 0xffffffffu;
  let v7 = rwRaw_load2(input.global_invocation_id.x);
  let status6 = 0xffffffffu;
  let v8 = f32(v7.x);
  let v9 = f32(v7.y);
  let v10 = select(0u, 0xffffffffu, status6 != 0u) + (select(0u, 0xffffffffu, (status4 != 0u) && (status5 != 0u)) + v4);
  let v11 = rwTyped_fetch(input.global_invocation_id.x);
  let status7 = 0xffffffffu;
  let v12 = select(vec4f(0.0), v + (v5 * f32(v6) + (v1 + (v2 + f32(v3))) + vec4f(v8, v9, v8, v9) + f32(v11.w)), select(0u, 0xffffffffu, status != 0u) + (select(0u, 0xffffffffu, status7 != 0u) + v10) != 0u);
  result1_store4(input.global_invocation_id.x, 0u, bitcast<vec4u>(v12));
}
