diagnostic(off, derivative_uniformity);

struct Inputs {
  @location(0) a: vec4f,
  @location(1) @interpolate(flat) b: vec4u,
}

struct Outputs {
  @location(0) target0: vec4f,
}

fn from_half(bits: u32) -> f32 {
  let sign = (bits & 0x8000u) << 16u;
  let exponent = (bits >> 10u) & 31u;
  let mantissa = bits & 0x3ffu;
  if (exponent == 31u) { return bitcast<f32>(sign | 0x7f800000u | (mantissa << 13u)); }
  if (exponent == 0u) { return bitcast<f32>(sign | bitcast<u32>(f32(mantissa) * 5.9604644775390625e-8)); }
  return bitcast<f32>(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));
}

fn to_half(x: f32) -> u32 {
  // Rounds toward zero; too large numbers become the largest one.
  let bits = bitcast<u32>(x);
  let sign = (bits >> 16u) & 0x8000u;
  let magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) { return sign | 0x7e00u; }
  if (magnitude == 0x7f800000u) { return sign | 0x7c00u; }
  if (magnitude >= 0x47800000u) { return sign | 0x7bffu; }
  if (magnitude >= 0x38800000u) { return sign | ((magnitude - 0x38000000u) >> 13u); }
  if (magnitude < 0x33800000u) { return sign; }
  let mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  return sign | (mantissa >> (126u - (magnitude >> 23u)));
}

@fragment
fn main(input: Inputs) -> Outputs {
  var result: Outputs;
  let v = dpdxCoarse(input.a);
  let v1 = dpdyCoarse(input.a);
  let v2 = dpdxFine(input.a);
  let v3 = dpdyFine(input.a);
  let v4 = v + v1 + v2 + v3 + 1.0 / input.a + vec4f(from_half(input.b.x), from_half(input.b.y), from_half(input.b.z), from_half(input.b.w));
  let v5 = vec4u(to_half(input.a.x) << 16u, to_half(input.a.y) << 16u, to_half(input.a.z) << 16u, to_half(input.a.w) << 16u);
  result.target0 = v4 + bitcast<vec4f>(v5);
  return result;
}
