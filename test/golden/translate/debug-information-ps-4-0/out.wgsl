struct Inputs {
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@group(1) @binding(0) var<uniform> Globals: array<vec4f, 1>;

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var n: u32 = 0u;
  var n1: u32 = 0u;
  var n2: u32 = 0u;
  var n3: u32 = 0u;
  var n4: u32 = 0u;
  loop {
    if (i32(n) >= 3) {
      break;
    }
    let v = f32(i32(n)) * (input.color.x * Globals[0].x) + bitcast<vec4f>(vec4u(n1, n2, n3, n4));
    n4 = bitcast<u32>(v.w);
    n3 = bitcast<u32>(v.z);
    n2 = bitcast<u32>(v.y);
    n1 = bitcast<u32>(v.x);
    n = n + 1u;
  }
  result.target0 = bitcast<vec4f>(vec4u(n1, n2, n3, n4));
  return result;
}
