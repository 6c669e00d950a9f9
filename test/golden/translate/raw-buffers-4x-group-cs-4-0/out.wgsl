struct Inputs {
  @builtin(global_invocation_id) global_invocation_id: vec3u,
}

@group(0) @binding(32) var<storage, read> table: array<u32>;
@group(0) @binding(160) var<storage, read_write> sums: array<u32>;

fn table_word(i: u32) -> u32 {
  if (i < arrayLength(&table)) { return table[i]; }
  return 0u;
}

fn table_load1(offset: u32) -> u32 {
  let i = offset >> 2u;
  return table_word(i);
}

fn sums_put(i: u32, value: u32) {
  if (i < arrayLength(&sums)) { sums[i] = value; }
}

fn sums_store1(offset: u32, value: u32) {
  sums_put((offset >> 2u), value);
}

@compute @workgroup_size(8, 1, 1)
fn main(input: Inputs) {
  let v = input.global_invocation_id.x << 2u;
  let v1 = table_load1(v);
  sums_store1(v, v1);
}
