struct Inputs {
  @location(0) p: vec4f,
  @location(1) q: vec4f,
}

struct Outputs {
  @invariant @builtin(position) position: vec4f,
  @location(1) some: vec4f,
  @location(2) free: vec4f,
}

@group(0) @binding(0) var<uniform> Globals: array<vec4f, 5>;

@vertex
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  result.position = vec4f(dot(input.p, Globals[0]), dot(input.p, Globals[1]), dot(input.p, Globals[2]), dot(input.p, Globals[3]));
  let v = dot(input.p.xyz, input.q.xyz) * Globals[4].x;
  let v1 = sqrt(abs(input.q.w)) / Globals[4].w;
  result.some = vec4f(vec2f(v, v1), 0.0, 0.0);
  let v2 = (v1 + v) * (input.p.xzw * input.q.xzw + Globals[4].xzw);
  result.free = vec4f(v2.x, select((-v1), v, v1 < v), v2.yz);
  return result;
}
