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
  var n: i32 = 0;
  var v: f32 = 0.0;
  var v1: f32 = 0.0;
  var v2: f32 = 0.0;
  var v3: f32 = 0.0;
  loop {
    if (n >= 3) {
      break;
    }
    let v4 = f32(n) * (input.color.x * Globals[0].x) + vec4f(v, v1, v2, v3);
    v3 = v4.w;
    v2 = v4.z;
    v1 = v4.y;
    v = v4.x;
    n = n + 1;
  }
  result.target0 = vec4f(v, v1, v2, v3);
  return result;
}
