struct Inputs {
  @builtin(position) position: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(32) var<storage, read> source: array<u32>;
@group(1) @binding(33) var<storage, read> rawSource: array<u32>;
@group(1) @binding(161) var t1: texture_storage_2d<r32float, write>;
@group(1) @binding(162) var t1a: texture_storage_2d_array<rg32sint, write>;
@group(1) @binding(163) var t2: texture_storage_2d<r32uint, read_write>;
@group(1) @binding(164) var t2a: texture_storage_2d_array<rgba8unorm, write>;
@group(1) @binding(165) var t3: texture_storage_3d<rgba8snorm, write>;
@group(1) @binding(166) var<storage, read_write> typed: array<u32>;
@group(1) @binding(167) var<storage, read_write> typedCoherent: array<u32>;
@group(1) @binding(168) var<storage, read_write> raw: array<u32>;
@group(1) @binding(169) var<storage, read_write> items: array<u32>;
@group(1) @binding(170) var<storage, read_write> scalars: array<u32>;

fn size_rgba8unorm_write_2d_array_f32(view: texture_storage_2d_array<rgba8unorm, write>, level: u32) -> vec4u {
  let levels = 1u;
  if (level >= levels) { return vec4u(0u, 0u, 0u, levels); }
  let size = textureDimensions(view);
  return vec4u(size, textureNumLayers(view), levels);
}

fn is_nan(x: f32) -> bool {
  return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u;
}

fn to_u32(x: f32) -> u32 {
  let n = select(u32(clamp(x, 0.0, 4294967040.0)), 0xffffffffu, x >= 4294967296.0);
  return select(n, 0u, is_nan(x));
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

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let d3d_position = vec4f(input.position.xyz, 1.0 / input.position.w);
  let v = size_rgba8unorm_write_2d_array_f32(t2a, 0u);
  let v1 = to_u32(d3d_position.x);
  let v2 = to_u32(d3d_position.y);
  let v3 = to_u32(d3d_position.z);
  textureStore(t1, vec2i(i32(v1), 0), vec4f(f32(v.x) * 0.5));
  let v4 = vec2u(v1, v2);
  textureStore(t1a, vec2i(i32(v4.x), 0), i32(v4.y), vec4i(v.yzyy));
  let v5 = load_2d_r32uint_read_write(t2, vec2i(vec2u(v2, v1)));
  textureStore(t2, vec2i(v4), vec4u(vec4i(i32(v5.x) + 1)));
  let v6 = f32(v1);
  let v7 = f32(v2);
  let v8 = vec3u(v1, v2, v3);
  textureStore(t2a, vec2i(v8.xy), i32(v8.z), vec4f(v6, v7, f32(v3), 1.0));
  textureStore(t3, vec3i(v8), vec4f(v6, v7, v6, v6) * 0.33333334);
  let v9 = typed_fetch(v2);
  typed_put_element(v1, v9.xxxx);
  let v10 = typedCoherent_fetch(v2);
  typedCoherent_put_element(v1 + 1u, vec4u(vec4i(i32(v10.x) * 3)));
  let v11 = raw_load1(v2);
  raw_store1(v1, v11);
  let v12 = raw_load2(16u);
  raw_store2(v1 + 4u, v12);
  let v13 = rawSource_load3(v3);
  raw_store3(v2 + 8u, v13);
  let v14 = scalars_load1(v2 + 1u, 0u);
  let v15 = rawSource_load4(v1);
  raw_store4(v3, v15);
  let v16 = source_load4(v1, 0u);
  items_store4(v2, 0u, v16);
  let v17 = source_load4(v1, 16u);
  items_store4(v2, 16u, v17);
  let v18 = bitcast<f32>(source_load1(v1, 32u));
  items_store1(v2, 32u, bitcast<u32>(v18 + 1.0));
  let v19 = items_load3(v1, 16u);
  items_store3(v3, 16u, v19.zyx);
  items_store1_inside(v3, insertBits(0u, v1, 2u, 1u) + 28u, 0x40800000u);
  scalars_store1(v1, 0u, v14);
  typed_put_element(v3, vec4i(i32(arrayLength(&raw) * 4u) + i32(arrayLength(&typed)) + 36));
  result.target0 = d3d_position;
  return result;
}
