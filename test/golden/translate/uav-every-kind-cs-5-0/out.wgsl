struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(32) var<storage, read> source: array<u32>;
@group(0) @binding(33) var<storage, read> rawSource: array<u32>;
@group(0) @binding(160) var t1: texture_storage_2d<r32float, write>;
@group(0) @binding(161) var t1a: texture_storage_2d_array<rg32sint, write>;
@group(0) @binding(162) var t2: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(163) var t2a: texture_storage_2d_array<rgba8unorm, write>;
@group(0) @binding(164) var t3: texture_storage_3d<rgba8snorm, write>;
@group(0) @binding(165) var<storage, read_write> typed: array<u32>;
@group(0) @binding(166) var<storage, read_write> typedCoherent: array<u32>;
@group(0) @binding(167) var<storage, read_write> raw: array<u32>;
@group(0) @binding(168) var<storage, read_write> items: array<u32>;
@group(0) @binding(169) var<storage, read_write> scalars: array<u32>;

fn size_rgba8unorm_write_2d_array_f32(view: texture_storage_2d_array<rgba8unorm, write>, level: u32) -> vec4u {
  let levels = 1u;
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view);
  return vec4u(size, textureNumLayers(view), levels);
}

fn load_2d_r32uint_read_write(view: texture_storage_2d<r32uint, read_write>, at: vec2i) -> vec4u {
  if (any(vec2u(at) >= textureDimensions(view))) { return vec4u(); }
  return textureLoad(view, at);
}

fn typed_fetch(element: u32) -> vec4i {
  if (element >= arrayLength(&typed)) { return vec4i(); }
  let w0 = typed[element];
  return vec4i(i32(w0), 0, 0, 1);
}

fn typed_put(i: u32, value: u32) {
  if (i < arrayLength(&typed)) { typed[i] = value; }
}

fn typed_put_element(element: u32, value: vec4i) {
  if (element >= arrayLength(&typed)) { return; }
  typed_put(element, u32(value.x));
}

fn typedCoherent_fetch(element: u32) -> vec4u {
  if (element >= arrayLength(&typedCoherent)) { return vec4u(); }
  let w0 = typedCoherent[element];
  return vec4u(w0, 0u, 0u, 1u);
}

fn typedCoherent_put(i: u32, value: u32) {
  if (i < arrayLength(&typedCoherent)) { typedCoherent[i] = value; }
}

fn typedCoherent_put_element(element: u32, value: vec4u) {
  if (element >= arrayLength(&typedCoherent)) { return; }
  typedCoherent_put(element, value.x);
}

fn raw_word(i: u32) -> u32 {
  if (i < arrayLength(&raw)) { return raw[i]; }
  return 0u;
}

fn raw_load1(offset: u32) -> u32 {
  let i = offset >> 2u;
  return raw_word(i);
}

fn raw_put(i: u32, value: u32) {
  if (i < arrayLength(&raw)) { raw[i] = value; }
}

fn raw_store1(offset: u32, value: u32) {
  raw_put((offset >> 2u), value);
}

fn raw_load2(offset: u32) -> vec2u {
  let i = offset >> 2u;
  return vec2u(raw_word(i), raw_word(i + 1u));
}

fn raw_store2(offset: u32, value: vec2u) {
  raw_put((offset >> 2u), value.x);
  raw_put((offset >> 2u) + 1u, value.y);
}

fn rawSource_word(i: u32) -> u32 {
  if (i < arrayLength(&rawSource)) { return rawSource[i]; }
  return 0u;
}

fn rawSource_load3(offset: u32) -> vec3u {
  let i = offset >> 2u;
  return vec3u(rawSource_word(i), rawSource_word(i + 1u), rawSource_word(i + 2u));
}

fn raw_store3(offset: u32, value: vec3u) {
  raw_put((offset >> 2u), value.x);
  raw_put((offset >> 2u) + 1u, value.y);
  raw_put((offset >> 2u) + 2u, value.z);
}

fn scalars_word(i: u32) -> u32 {
  if (i < arrayLength(&scalars)) { return scalars[i]; }
  return 0u;
}

fn scalars_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&scalars)) { return 0u; }
  let i = element + (offset >> 2u);
  return scalars_word(i);
}

fn rawSource_load4(offset: u32) -> vec4u {
  let i = offset >> 2u;
  return vec4u(rawSource_word(i), rawSource_word(i + 1u), rawSource_word(i + 2u), rawSource_word(i + 3u));
}

fn raw_store4(offset: u32, value: vec4u) {
  raw_put((offset >> 2u), value.x);
  raw_put((offset >> 2u) + 1u, value.y);
  raw_put((offset >> 2u) + 2u, value.z);
  raw_put((offset >> 2u) + 3u, value.w);
}

fn source_word(i: u32) -> u32 {
  if (i < arrayLength(&source)) { return source[i]; }
  return 0u;
}

fn source_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&source) / 9u) { return vec4u(); }
  let i = element * 9u + (offset >> 2u);
  return vec4u(source_word(i), source_word(i + 1u), source_word(i + 2u), source_word(i + 3u));
}

fn items_put(i: u32, value: u32) {
  if (i < arrayLength(&items)) { items[i] = value; }
}

fn items_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= arrayLength(&items) / 9u) { return; }
  let i = element * 9u + (offset >> 2u);
  items_put(i, value.x);
  items_put(i + 1u, value.y);
  items_put(i + 2u, value.z);
  items_put(i + 3u, value.w);
}

fn source_load1(element: u32, offset: u32) -> u32 {
  if (element >= arrayLength(&source) / 9u) { return 0u; }
  let i = element * 9u + (offset >> 2u);
  return source_word(i);
}

fn items_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&items) / 9u) { return; }
  let i = element * 9u + (offset >> 2u);
  items_put(i, value);
}

fn items_word(i: u32) -> u32 {
  if (i < arrayLength(&items)) { return items[i]; }
  return 0u;
}

fn items_load3(element: u32, offset: u32) -> vec3u {
  if (element >= arrayLength(&items) / 9u) { return vec3u(); }
  let i = element * 9u + (offset >> 2u);
  return vec3u(items_word(i), items_word(i + 1u), items_word(i + 2u));
}

fn items_store3(element: u32, offset: u32, value: vec3u) {
  if (element >= arrayLength(&items) / 9u) { return; }
  let i = element * 9u + (offset >> 2u);
  items_put(i, value.x);
  items_put(i + 1u, value.y);
  items_put(i + 2u, value.z);
}

fn items_store1_inside(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&items) / 9u) { return; }
  let i = element * 9u + (offset >> 2u);
  if (offset < 36u) { items_put(i, value); }
}

fn scalars_put(i: u32, value: u32) {
  if (i < arrayLength(&scalars)) { scalars[i] = value; }
}

fn scalars_store1(element: u32, offset: u32, value: u32) {
  if (element >= arrayLength(&scalars)) { return; }
  let i = element + (offset >> 2u);
  scalars_put(i, value);
}

@compute @workgroup_size(4, 2, 1)
fn main(input: Inputs) {
  let v = size_rgba8unorm_write_2d_array_f32(t2a, 0u);
  textureStore(t1a, vec2i(i32(input.global_invocation_id.x), 0), i32(input.global_invocation_id.y), vec4i(v.yzyy));
  textureStore(t1, vec2i(i32(input.global_invocation_id.x), 0), vec4f(f32(v.x) * 0.5));
  let v1 = load_2d_r32uint_read_write(t2, vec2i(input.global_invocation_id.yx));
  textureStore(t2, vec2i(input.global_invocation_id.xy), vec4u(vec4i(i32(v1.x) + 1)));
  let v2 = f32(input.global_invocation_id.x);
  let v3 = f32(input.global_invocation_id.y);
  textureStore(t2a, vec2i(input.global_invocation_id.xy), i32(input.global_invocation_id.z), vec4f(v2, v3, f32(input.global_invocation_id.z), 1.0));
  textureStore(t3, vec3i(input.global_invocation_id.xyz), vec4f(v2, v3, v2, v2) * 0.33333334);
  let v4 = typed_fetch(input.global_invocation_id.y);
  typed_put_element(input.global_invocation_id.x, v4.xxxx);
  let v5 = typedCoherent_fetch(input.global_invocation_id.y);
  typedCoherent_put_element(input.global_invocation_id.x + 1u, vec4u(vec4i(i32(v5.x) * 3)));
  let v6 = raw_load1(input.global_invocation_id.y);
  raw_store1(input.global_invocation_id.x, v6);
  let v7 = raw_load2(16u);
  raw_store2(input.global_invocation_id.x + 4u, v7);
  let v8 = rawSource_load3(input.global_invocation_id.z);
  raw_store3(input.global_invocation_id.y + 8u, v8);
  let v9 = scalars_load1(input.global_invocation_id.y + 1u, 0u);
  let v10 = rawSource_load4(input.global_invocation_id.x);
  raw_store4(input.global_invocation_id.z, v10);
  let v11 = source_load4(input.global_invocation_id.x, 0u);
  items_store4(input.global_invocation_id.y, 0u, v11);
  let v12 = source_load4(input.global_invocation_id.x, 16u);
  items_store4(input.global_invocation_id.y, 16u, v12);
  let v13 = bitcast<f32>(source_load1(input.global_invocation_id.x, 32u));
  items_store1(input.global_invocation_id.y, 32u, bitcast<u32>(v13 + 1.0));
  let v14 = items_load3(input.global_invocation_id.x, 16u);
  items_store3(input.global_invocation_id.z, 16u, v14.zyx);
  items_store1_inside(input.global_invocation_id.z, insertBits(0u, input.global_invocation_id.x, 2u, 1u) + 28u, 0x40800000u);
  scalars_store1(input.global_invocation_id.x, 0u, v9);
  typed_put_element(input.global_invocation_id.z, vec4i(i32(arrayLength(&raw) * 4u) + i32(arrayLength(&typed)) + 36));
}
