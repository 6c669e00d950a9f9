struct Inputs {
  @location(2) texcoord: vec4f,
  @location(0) color: vec4f,
}

struct Outputs {
  @location(0) color0: vec4f,
}

fn legacy_product4(a: vec4f, b: vec4f) -> vec4f {
  return select(a * b, vec4f(0.0), (a == vec4f(0.0)) | (b == vec4f(0.0)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var v: vec4f = vec4f();
  var n: u32 = 2u;
  loop {
    if (n == 0u) {
      break;
    }
    n = n - 1u;
    v = v + vec4f(1.0, 2.0, 3.0, 4.0);
  }
  result.color0 = legacy_product4(v, input.color);
  return result;
}
