/*
 * The fixed states of a draw of Direct3D 11, its depth target and its indices. States are the structures of Direct3D, word by word.
 * Not for: shaders, targets and draws (d3d11.c).
 */
#include <string.h>

#include "d3d11.h"

static ID3D11Texture2D *depth_texture;
ID3D11DepthStencilView *depth_view;

void forget_depth_target(void) {
  depth_texture = NULL;
  depth_view = NULL;
}

/* RASTERIZER: D3D11_RASTERIZER_DESC */
int set_rasterizer(struct input *in) {
  D3D11_RASTERIZER_DESC desc;
  const uint8_t *bytes = input_bytes(in, sizeof desc);
  if (!bytes) return fail("a rasterizer state is incomplete");
  memcpy(&desc, bytes, sizeof desc);
  ID3D11RasterizerState *state = NULL;
  HRESULT hr = ID3D11Device_CreateRasterizerState(device, &desc, &state);
  if (!keep(hr, "CreateRasterizerState", state)) return 0;
  ID3D11DeviceContext_RSSetState(context, state);
  return 1;
}

/* DEPTH_STENCIL: reference, then DepthEnable, DepthWriteMask, DepthFunc, StencilEnable, masks, two faces of four words */
int set_depth_stencil(struct input *in) {
  uint32_t reference = input_word(in);
  D3D11_DEPTH_STENCIL_DESC desc = {0};
  desc.DepthEnable = (BOOL)input_word(in);
  desc.DepthWriteMask = input_word(in);
  desc.DepthFunc = input_word(in);
  desc.StencilEnable = (BOOL)input_word(in);
  desc.StencilReadMask = (UINT8)input_word(in);
  desc.StencilWriteMask = (UINT8)input_word(in);
  D3D11_DEPTH_STENCILOP_DESC *faces[] = {&desc.FrontFace, &desc.BackFace};
  for (int i = 0; i < 2; i++) {
    faces[i]->StencilFailOp = input_word(in);
    faces[i]->StencilDepthFailOp = input_word(in);
    faces[i]->StencilPassOp = input_word(in);
    faces[i]->StencilFunc = input_word(in);
  }
  if (in->failed) return fail("a depth-stencil state is incomplete");
  ID3D11DepthStencilState *state = NULL;
  HRESULT hr = ID3D11Device_CreateDepthStencilState(device, &desc, &state);
  if (!keep(hr, "CreateDepthStencilState", state)) return 0;
  ID3D11DeviceContext_OMSetDepthStencilState(context, state, reference);
  return 1;
}

/* BLEND: sample mask, four floats of the factor, then of the first target: BlendEnable, six factors and operations, write mask */
int set_blend(struct input *in) {
  uint32_t mask = input_word(in);
  float factor[4];
  const uint8_t *bytes = input_bytes(in, sizeof factor);
  if (!bytes) return fail("a blend state is incomplete");
  memcpy(factor, bytes, sizeof factor);
  D3D11_BLEND_DESC desc = {0};
  D3D11_RENDER_TARGET_BLEND_DESC *target = &desc.RenderTarget[0];
  target->BlendEnable = (BOOL)input_word(in);
  target->SrcBlend = input_word(in);
  target->DestBlend = input_word(in);
  target->BlendOp = input_word(in);
  target->SrcBlendAlpha = input_word(in);
  target->DestBlendAlpha = input_word(in);
  target->BlendOpAlpha = input_word(in);
  target->RenderTargetWriteMask = (UINT8)input_word(in);
  if (in->failed) return fail("a blend state is incomplete");
  ID3D11BlendState *state = NULL;
  HRESULT hr = ID3D11Device_CreateBlendState(device, &desc, &state);
  if (!keep(hr, "CreateBlendState", state)) return 0;
  ID3D11DeviceContext_OMSetBlendState(context, state, factor, mask);
  return 1;
}

/* VIEWPORT: D3D11_VIEWPORT, D3D11_RECT of the scissor */
int set_viewport(struct input *in) {
  D3D11_VIEWPORT viewport;
  D3D11_RECT scissor;
  const uint8_t *first = input_bytes(in, sizeof viewport), *second = input_bytes(in, sizeof scissor);
  if (!first || !second) return fail("a viewport is incomplete");
  memcpy(&viewport, first, sizeof viewport);
  memcpy(&scissor, second, sizeof scissor);
  ID3D11DeviceContext_RSSetViewports(context, 1, &viewport);
  ID3D11DeviceContext_RSSetScissorRects(context, 1, &scissor);
  return 1;
}

/* DEPTH_TARGET: width, height, format, depth as a float, stencil */
int create_depth_target(struct input *in) {
  D3D11_TEXTURE2D_DESC desc = {input_word(in), input_word(in), 1, 1, input_word(in), {1, 0}, D3D11_USAGE_DEFAULT,
                               D3D11_BIND_DEPTH_STENCIL, 0, 0};
  uint32_t bits = input_word(in), stencil = input_word(in);
  float depth;
  memcpy(&depth, &bits, sizeof depth);
  if (in->failed) return fail("a depth target is incomplete");
  HRESULT hr = ID3D11Device_CreateTexture2D(device, &desc, NULL, &depth_texture);
  if (!keep(hr, "CreateTexture2D for depth", depth_texture)) return 0;
  hr = ID3D11Device_CreateDepthStencilView(device, (ID3D11Resource *)depth_texture, NULL, &depth_view);
  if (!keep(hr, "CreateDepthStencilView", depth_view)) return 0;
  ID3D11DeviceContext_ClearDepthStencilView(context, depth_view, D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, depth,
                                            (UINT8)stencil);
  return 1;
}

/* READ_DEPTH: four bytes of each texel */
int read_depth(struct output *out) {
  if (!depth_texture) return fail("there is no depth target");
  D3D11_TEXTURE2D_DESC desc;
  ID3D11Texture2D_GetDesc(depth_texture, &desc);
  return read_back((ID3D11Resource *)depth_texture, 0, 4 * desc.Width, desc.Height, 1, out);
}

/* INDICES: bits of an index, data */
int bind_indices(struct input *in) {
  uint32_t bits = input_word(in);
  size_t size;
  const uint8_t *data = input_rest(in, &size);
  ID3D11Buffer *buffer = plain_buffer(data, (uint32_t)size, D3D11_BIND_INDEX_BUFFER);
  if (!buffer) return 0;
  ID3D11DeviceContext_IASetIndexBuffer(context, buffer, bits == 16 ? DXGI_FORMAT_R16_UINT : DXGI_FORMAT_R32_UINT, 0);
  return 1;
}
