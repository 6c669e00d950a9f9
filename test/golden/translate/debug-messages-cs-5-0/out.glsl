#version 450 core

layout(local_size_x = 4, local_size_y = 1, local_size_z = 1) in;

layout(std430, binding = 0) buffer cs_data { uint cs_data_data[]; };

void cs_data_put(uint i, uint value) {
  if (i < uint(cs_data_data.length())) { cs_data_data[i] = value; }
}

void cs_data_put_element(uint element, uvec4 value) {
  if (element >= uint(cs_data_data.length())) { return; }
  cs_data_put(element, value.x);
}

void main() {
  if (gl_GlobalInvocationID.x == 3u) {
    return;
  }
  cs_data_put_element(gl_GlobalInvocationID.x, uvec4(gl_GlobalInvocationID.x));
}
