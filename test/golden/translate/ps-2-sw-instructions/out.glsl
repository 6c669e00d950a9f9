#version 450 core

layout(location = 2) in vec4 varying2;
layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_color0;

vec4 legacy_product4(vec4 a, vec4 b) {
  return mix(a * b, vec4(0.0), bvec4(a.x == 0.0 || b.x == 0.0, a.y == 0.0 || b.y == 0.0, a.z == 0.0 || b.z == 0.0, a.w == 0.0 || b.w == 0.0));
}

void main() {
  vec4 v = vec4(0.0);
  uint n = 2u;
  for (;;) {
    if (n == 0u) {
      break;
    }
    n = n - 1u;
    v = v + vec4(1.0, 2.0, 3.0, 4.0);
  }
  out_color0 = legacy_product4(v, varying0);
}
