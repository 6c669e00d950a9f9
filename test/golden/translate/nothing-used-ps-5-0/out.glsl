#version 450 core

layout(location = 0) out vec4 out_target0;

void main() {
  out_target0 = vec4(0.0);
}
