struct Inputs {
  @location(0) position1: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
}

@group(0) @binding(0) var<uniform> Globals: array<vec4u, 6>;

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  var v: vec4f = input.position1;
  var n: i32 = 0;
  loop {
    if (n >= i32(Globals[5].y)) {
      break;
    }
    n = n + 1;
    v = fma(v, bitcast<vec4f>(Globals[1]), bitcast<vec4f>(Globals[0]));
  }
  if (Globals[5].x != 0u) {
    result.position = v + bitcast<vec4f>(Globals[3]);
  } else {
    result.position = v * bitcast<vec4f>(Globals[4]);
  }
  return result;
}
