#version 450 core

layout(location = 0) in vec4 varying0;
layout(location = 1) flat in uvec4 varying1;
layout(location = 0) out vec4 out_target0;

layout(std140, binding = 11) uniform ps_runtime {
  uint first_vertex;
  uint sample_count;
  float y_sign;
  float y_offset;
  float z_scale;
  float z_offset;
} runtime;

float from_half(uint bits) {
  uint sign = (bits & 0x8000u) << 16u;
  uint exponent = (bits >> 10u) & 31u;
  uint mantissa = bits & 0x3ffu;
  if (exponent == 31u) return uintBitsToFloat(sign | 0x7f800000u | (mantissa << 13u));
  if (exponent == 0u) return uintBitsToFloat(sign | floatBitsToUint(float(mantissa) * 5.9604644775390625e-8));
  return uintBitsToFloat(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));
}

uint to_half(float x) {
  // Rounds toward zero; too large numbers become the largest one.
  uint bits = floatBitsToUint(x);
  uint sign = (bits >> 16u) & 0x8000u;
  uint magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return sign | 0x7e00u;
  if (magnitude == 0x7f800000u) return sign | 0x7c00u;
  if (magnitude >= 0x47800000u) return sign | 0x7bffu;
  if (magnitude >= 0x38800000u) return sign | ((magnitude - 0x38000000u) >> 13u);
  if (magnitude < 0x33800000u) return sign;
  uint mantissa = (magnitude & 0x7fffffu) | 0x800000u;
  return sign | (mantissa >> (126u - (magnitude >> 23u)));
}

void main() {
  vec4 v = dFdxCoarse(varying0);
  vec4 v1 = -(dFdyCoarse(varying0) * runtime.y_sign);
  vec4 v2 = dFdxFine(varying0);
  vec4 v3 = -(dFdyFine(varying0) * runtime.y_sign);
  vec4 v4 = vec4(from_half(varying1.x), from_half(varying1.y), from_half(varying1.z), from_half(varying1.w));
  uvec4 v5 = uvec4(to_half(varying0.x) << 16u, to_half(varying0.y) << 16u, to_half(varying0.z) << 16u, to_half(varying0.w) << 16u);
  out_target0 = v + v1 + v2 + v3 + 1.0 / varying0 + v4 + uintBitsToFloat(v5);
}
