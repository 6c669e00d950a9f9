#version 450 core

layout(location = 0) in vec4 varying0;
layout(location = 0) out vec4 out_target0;

void main() {
  if (varying0.x < 0.0) {
    return;
  }
  out_target0 = varying0;
}
