struct Outputs {
  @location(0) target0: vec4f,
}

@fragment
fn main() -> Outputs {
  var result: Outputs;
  result.target0 = vec4f(0.0);
  return result;
}
