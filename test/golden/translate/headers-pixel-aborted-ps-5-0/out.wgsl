struct Inputs {
  @location(0) p: vec4f,
}

struct Outputs {
  @location(0) target0: vec4f,
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  if (input.p.x < 0.0) {
    return result;
  }
  result.target0 = input.p;
  return result;
}
