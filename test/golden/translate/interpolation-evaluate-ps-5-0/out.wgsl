diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) a: vec4f,
  @location(1) @interpolate(perspective, centroid) b: vec4f,
  @location(2) @interpolate(flat) c: vec4f,
  @location(3) @interpolate(linear) d: vec4f,
  @location(4) @interpolate(flat) i: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

struct Runtime {
  first_vertex: u32,
  first_instance: u32,
  sample_count: u32,
}
@group(1) @binding(288) var<uniform> runtime: Runtime;

fn input_at(value: vec4f, along_x: vec4f, along_y: vec4f, place: vec2f) -> vec4f {
  return value + along_x * place.x + along_y * place.y;
}

fn sample_position(sample: u32, count: u32) -> vec2f {
  // The standard patterns of Direct3D, in sixteenths of a pixel from its center: x in the low four bits, y in the next ones.
  var bits = 0u;
  switch (count) {
    case 2u: { bits = array<u32, 2>(68u, 204u)[min(sample, 1u)]; }
    case 4u: { bits = array<u32, 4>(174u, 230u, 42u, 98u)[min(sample, 3u)]; }
    case 8u: { bits = array<u32, 8>(209u, 63u, 21u, 189u, 91u, 249u, 115u, 151u)[min(sample, 7u)]; }
    case 16u: { bits = array<u32, 16>(17u, 223u, 45u, 244u, 235u, 82u, 53u, 179u, 110u, 144u, 172u, 74u, 8u, 199u, 118u, 137u)[min(sample, 15u)]; }
    default: {}
  }
  let x = extractBits(i32(bits), 0u, 4u);
  let y = extractBits(i32(bits), 4u, 4u);
  return select(vec2f(f32(x), f32(y)) / 16.0, vec2f(), sample >= count);
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = vec2u(input.i.x, 2u);
  let v1 = input_at(input.b, dpdx(input.b), dpdy(input.b), vec2f(extractBits(vec2i(v), 0u, 4u)) / 16.0).x;
  let v2 = input_at(input.b, dpdx(input.b), dpdy(input.b), vec2f(extractBits(vec2i(v), 0u, 4u)) / 16.0).y;
  let v3 = input_at(input.d, dpdx(input.d), dpdy(input.d), sample_position(2u, runtime.sample_count)).x;
  let v4 = vec4f(v3, input_at(input.d, dpdx(input.d), dpdy(input.d), sample_position(2u, runtime.sample_count)).y, input_at(input.d, dpdx(input.d), dpdy(input.d), sample_position(2u, runtime.sample_count)).z, v3);
  let v5 = vec4f(input_at(input.a, dpdx(input.a), dpdy(input.a), sample_position(input.i.x, runtime.sample_count)).x, input_at(input.a, dpdx(input.a), dpdy(input.a), sample_position(input.i.x, runtime.sample_count)).y, input_at(input.a, dpdx(input.a), dpdy(input.a), sample_position(input.i.x, runtime.sample_count)).z, input_at(input.a, dpdx(input.a), dpdy(input.a), sample_position(input.i.x, runtime.sample_count)).w);
  let v6 = vec4f(input_at(input.a, dpdx(input.a), dpdy(input.a), vec2f(extractBits(vec2i(-8, 7), 0u, 4u)) / 16.0).x, input_at(input.a, dpdx(input.a), dpdy(input.a), vec2f(extractBits(vec2i(-8, 7), 0u, 4u)) / 16.0).y, input_at(input.a, dpdx(input.a), dpdy(input.a), vec2f(extractBits(vec2i(-8, 7), 0u, 4u)) / 16.0).z, input_at(input.a, dpdx(input.a), dpdy(input.a), vec2f(extractBits(vec2i(-8, 7), 0u, 4u)) / 16.0).w);
  result.target0 = vec4f(v1, v2, v1, v2) + v4 + input.c + (v5 + vec4f(input.a.x, input.a.y, input.a.z, input.a.w) + v6);
  return result;
}
