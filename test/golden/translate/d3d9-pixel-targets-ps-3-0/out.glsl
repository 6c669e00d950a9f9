#version 450 core

layout(binding = 0) uniform sampler2D ps_color_color_sampler;

layout(location = 2) in vec4 varying2;
layout(location = 0) out vec4 out_color0;
layout(location = 1) out vec4 out_color1;
layout(location = 2) out vec4 out_color2;
layout(location = 3) out vec4 out_color3;

void main() {
  vec4 ps_color_color_sampler_texel = texture(ps_color_color_sampler, varying2.xy);
  out_color0 = ps_color_color_sampler_texel;
  out_color1 = -ps_color_color_sampler_texel;
  out_color2 = abs(ps_color_color_sampler_texel);
  out_color3 = ps_color_color_sampler_texel * ps_color_color_sampler_texel;
  gl_FragDepth = varying2.x;
}
