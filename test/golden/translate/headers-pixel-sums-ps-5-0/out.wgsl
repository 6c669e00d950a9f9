struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4u, 1>;

fn masked_sad(reference: u32, source: u32, start: u32) -> u32 {
  var sum = start;
  for (var shift = 0u; shift < 32u; shift += 8u) {
    let a = (reference >> shift) & 0xffu;
    let b = (source >> shift) & 0xffu;
    let next = sum + select(max(a, b) - min(a, b), 0u, a == 0u);
    sum = select(next, 0xffffffffu, next < sum);
  }
  return sum;
}

@fragment
fn main() -> Outputs {
  var result: Outputs;
  let v = f32(masked_sad(Globals[0].x, insertBits(Globals[0].y >> 8u, Globals[0].z, 24u, 8u), Globals[0].y));
  let v1 = f32(masked_sad(Globals[0].x, insertBits(Globals[0].y >> 16u, Globals[0].z, 16u, 16u), Globals[0].z));
  let v2 = f32(masked_sad(Globals[0].x, insertBits(Globals[0].y >> 24u, Globals[0].z, 8u, 24u), Globals[0].w));
  result.target0 = vec4f(f32(masked_sad(Globals[0].x, Globals[0].y, Globals[0].x)), v, v1, v2);
  return result;
}
