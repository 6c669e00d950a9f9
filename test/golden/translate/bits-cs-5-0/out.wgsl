struct Inputs {
  @builtin(local_invocation_index) local_invocation_index: u32,
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(160) var<storage, read_write> data: array<u32>;

fn data_word(i: u32) -> u32 {
  if (i < arrayLength(&data)) { return data[i]; }
  return 0u;
}

fn data_load4(element: u32, offset: u32) -> vec4u {
  if (element >= arrayLength(&data) / 4u) { return vec4u(); }
  let i = element * 4u + (offset >> 2u);
  return vec4u(data_word(i), data_word(i + 1u), data_word(i + 2u), data_word(i + 3u));
}

fn first_high(x: u32) -> u32 {
  return select(countLeadingZeros(x), 0xffffffffu, x == 0u);
}

fn first_high_signed(x: i32) -> i32 {
  let bit = firstLeadingBit(x);
  return select(31 - bit, -1, bit < 0);
}

fn data_put(i: u32, value: u32) {
  if (i < arrayLength(&data)) { data[i] = value; }
}

fn data_store4(element: u32, offset: u32, value: vec4u) {
  if (element >= arrayLength(&data) / 4u) { return; }
  let i = element * 4u + (offset >> 2u);
  data_put(i, value.x);
  data_put(i + 1u, value.y);
  data_put(i + 2u, value.z);
  data_put(i + 3u, value.w);
}

@compute @workgroup_size(8, 4, 1)
fn main(input: Inputs) {
  let v = data_load4(input.local_invocation_index, 0u);
  let v1 = u32(select(-1, -i32(first_high(v.x)) + 31, v.x != 0u)) + firstTrailingBit(v.x) + countOneBits(v.x);
  let v2 = u32(select(-1, -i32(first_high(v.y)) + 31, v.y != 0u)) + firstTrailingBit(v.y) + countOneBits(v.y);
  let v3 = u32(select(-1, -i32(first_high(v.z)) + 31, v.z != 0u)) + firstTrailingBit(v.z) + countOneBits(v.z);
  let v4 = u32(select(-1, -i32(first_high(v.w)) + 31, v.w != 0u)) + firstTrailingBit(v.w) + countOneBits(v.w);
  let v5 = first_high_signed(i32(v.x));
  let v6 = first_high_signed(i32(v.y));
  let v7 = first_high_signed(i32(v.z));
  let v8 = first_high_signed(i32(v.w));
  let v9 = ((v1 + u32(select(-v5 + 31, -1, u32(v5) == 0xffffffffu))) ^ reverseBits(v.x)) + extractBits(v.x, 5u, 5u);
  let v10 = ((v2 + u32(select(-v6 + 31, -1, u32(v6) == 0xffffffffu))) ^ reverseBits(v.y)) + extractBits(v.y, 5u, 5u);
  let v11 = ((v3 + u32(select(-v7 + 31, -1, u32(v7) == 0xffffffffu))) ^ reverseBits(v.z)) + extractBits(v.z, 5u, 5u);
  let v12 = ((v4 + u32(select(-v8 + 31, -1, u32(v8) == 0xffffffffu))) ^ reverseBits(v.w)) + extractBits(v.w, 5u, 5u);
  let v13 = extractBits(v.x, input.global_invocation_id.x & 31u, input.global_invocation_id.y & 31u) + insertBits(v9 + u32(extractBits(i32(v.x), 12u, 12u)), v.x, 4u, 8u);
  let v14 = extractBits(v.y, input.global_invocation_id.x & 31u, input.global_invocation_id.y & 31u) + insertBits(v10 + u32(extractBits(i32(v.y), 12u, 12u)), v.y, 4u, 8u);
  let v15 = extractBits(v.z, input.global_invocation_id.x & 31u, input.global_invocation_id.y & 31u) + insertBits(v11 + u32(extractBits(i32(v.z), 12u, 12u)), v.z, 4u, 8u);
  let v16 = extractBits(v.w, input.global_invocation_id.x & 31u, input.global_invocation_id.y & 31u) + insertBits(v12 + u32(extractBits(i32(v.w), 12u, 12u)), v.w, 4u, 8u);
  data_store4(input.local_invocation_index, 0u, vec4u(vec4i(i32(v13), i32(v14), i32(v15), i32(v16))));
}
