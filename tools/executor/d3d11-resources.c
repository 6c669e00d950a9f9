/*
 * Buffers, textures, views, samplers and constant buffers of a request for Direct3D 11, and reading them back.
 * Not for: shaders and draws (d3d11.c).
 */
#include <string.h>

#include "d3d11.h"

enum { BUFFER_RAW, BUFFER_STRUCTURED, BUFFER_TYPED };
enum { ACCESS_READ = 1, ACCESS_WRITE = 2, ACCESS_DEPTH = 4 };
enum { MAX_SUBRESOURCES = 256 };

struct resource *resource_of(uint32_t id) {
  if (id < MAX_RESOURCES && resources[id].resource) return &resources[id];
  fail("there is no resource %u", (unsigned)id);
  return NULL;
}

ID3D11Buffer *plain_buffer(const void *data, uint32_t size, UINT bind) {
  D3D11_BUFFER_DESC desc = {(size + 15) & ~15u, D3D11_USAGE_DEFAULT, bind, 0, 0, 0};
  static uint8_t padded[1 << 20];
  if (size > sizeof padded - 16) return fail("%u bytes are too many", (unsigned)size), NULL;
  memset(padded, 0, desc.ByteWidth);
  if (data) memcpy(padded, data, size);
  D3D11_SUBRESOURCE_DATA initial = {padded, 0, 0};
  ID3D11Buffer *buffer = NULL;
  HRESULT hr = ID3D11Device_CreateBuffer(device, &desc, &initial, &buffer);
  return keep(hr, "CreateBuffer", buffer) ? buffer : NULL;
}

/* BUFFER: id, kind, stride or format, access, UAV flags, data */
int create_buffer(struct input *in) {
  uint32_t id = input_word(in), kind = input_word(in), stride = input_word(in);
  uint32_t access = input_word(in), flags = input_word(in);
  size_t size;
  const uint8_t *data = input_rest(in, &size);
  if (in->failed || id >= MAX_RESOURCES) return fail("a buffer is incomplete");
  D3D11_BUFFER_DESC desc = {(UINT)size, D3D11_USAGE_DEFAULT, 0, 0, 0, 0};
  if (access & ACCESS_READ) desc.BindFlags |= D3D11_BIND_SHADER_RESOURCE;
  if (access & ACCESS_WRITE) desc.BindFlags |= D3D11_BIND_UNORDERED_ACCESS;
  if (kind == BUFFER_RAW) desc.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS;
  if (kind == BUFFER_STRUCTURED) {
    desc.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
    desc.StructureByteStride = stride;
  }
  /* The size of an element of a typed buffer is above its format. */
  uint32_t element = kind == BUFFER_RAW ? 4 : kind == BUFFER_TYPED ? stride >> 16 : stride;
  DXGI_FORMAT format = kind == BUFFER_RAW     ? DXGI_FORMAT_R32_TYPELESS
                       : kind == BUFFER_TYPED ? (DXGI_FORMAT)(stride & 0xffff)
                                              : DXGI_FORMAT_UNKNOWN;
  if (element == 0) return fail("elements have no size");
  D3D11_SUBRESOURCE_DATA initial = {data, 0, 0};
  ID3D11Buffer *buffer = NULL;
  HRESULT hr = ID3D11Device_CreateBuffer(device, &desc, &initial, &buffer);
  if (!keep(hr, "CreateBuffer", buffer)) return 0;
  struct resource *made = &resources[id];
  *made = (struct resource){(ID3D11Resource *)buffer, NULL, NULL, (uint32_t)size};
  UINT elements = (UINT)size / element;
  if (access & ACCESS_READ) {
    D3D11_SHADER_RESOURCE_VIEW_DESC view = {.Format = format, .ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX};
    view.BufferEx.NumElements = elements;
    view.BufferEx.Flags = kind == BUFFER_RAW ? D3D11_BUFFEREX_SRV_FLAG_RAW : 0;
    hr = ID3D11Device_CreateShaderResourceView(device, made->resource, &view, &made->srv);
    if (!keep(hr, "CreateShaderResourceView of a buffer", made->srv)) return 0;
  }
  if (access & ACCESS_WRITE) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC view = {.Format = format, .ViewDimension = D3D11_UAV_DIMENSION_BUFFER};
    view.Buffer.NumElements = elements;
    view.Buffer.Flags = flags | (kind == BUFFER_RAW ? D3D11_BUFFER_UAV_FLAG_RAW : 0);
    hr = ID3D11Device_CreateUnorderedAccessView(device, made->resource, &view, &made->uav);
    if (!keep(hr, "CreateUnorderedAccessView of a buffer", made->uav)) return 0;
  }
  return 1;
}

/* Makes the texture itself; the dimension is that of D3D11_RESOURCE_DIMENSION. */
static HRESULT make_texture(uint32_t dimension, const uint32_t size[3], uint32_t layers, uint32_t mips, DXGI_FORMAT format,
                            UINT bind, UINT misc, const D3D11_SUBRESOURCE_DATA *data, ID3D11Resource **made) {
  if (dimension == D3D11_RESOURCE_DIMENSION_TEXTURE1D) {
    D3D11_TEXTURE1D_DESC desc = {size[0], mips, layers, format, D3D11_USAGE_DEFAULT, bind, 0, misc};
    return ID3D11Device_CreateTexture1D(device, &desc, data, (ID3D11Texture1D **)made);
  }
  if (dimension == D3D11_RESOURCE_DIMENSION_TEXTURE3D) {
    D3D11_TEXTURE3D_DESC desc = {size[0], size[1], size[2], mips, format, D3D11_USAGE_DEFAULT, bind, 0, misc};
    return ID3D11Device_CreateTexture3D(device, &desc, data, (ID3D11Texture3D **)made);
  }
  D3D11_TEXTURE2D_DESC desc = {size[0], size[1], mips, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, misc};
  return ID3D11Device_CreateTexture2D(device, &desc, data, (ID3D11Texture2D **)made);
}

static D3D11_SHADER_RESOURCE_VIEW_DESC view_of(D3D11_SRV_DIMENSION dimension, DXGI_FORMAT format, UINT layers) {
  D3D11_SHADER_RESOURCE_VIEW_DESC view = {.Format = format, .ViewDimension = dimension};
  if (dimension == D3D11_SRV_DIMENSION_TEXTURECUBEARRAY) {
    view.TextureCubeArray.MipLevels = (UINT)-1;
    view.TextureCubeArray.NumCubes = layers / 6;
  } else {
    /* The first two fields of the other dimensions are the same. */
    view.Texture2DArray.MipLevels = (UINT)-1;
    if (dimension == D3D11_SRV_DIMENSION_TEXTURE1DARRAY || dimension == D3D11_SRV_DIMENSION_TEXTURE2DARRAY)
      view.Texture2DArray.ArraySize = layers;
  }
  return view;
}

static D3D11_UNORDERED_ACCESS_VIEW_DESC uav_of(D3D11_UAV_DIMENSION dimension, DXGI_FORMAT format, UINT layers) {
  D3D11_UNORDERED_ACCESS_VIEW_DESC view = {.Format = format, .ViewDimension = dimension};
  if (dimension == D3D11_UAV_DIMENSION_TEXTURE1DARRAY || dimension == D3D11_UAV_DIMENSION_TEXTURE2DARRAY)
    view.Texture2DArray.ArraySize = layers;
  if (dimension == D3D11_UAV_DIMENSION_TEXTURE3D) view.Texture3D.WSize = (UINT)-1;
  return view;
}

/*
 * TEXTURE: id, dimension, SRV dimension, UAV dimension, format, format of views, width, height, depth, layers, mips, access,
 * misc flags, per subresource its row and slice pitch, and all bytes
 */
int create_texture(struct input *in) {
  uint32_t id = input_word(in), dimension = input_word(in), srv = input_word(in), uav = input_word(in);
  DXGI_FORMAT format = input_word(in), view_format = input_word(in);
  uint32_t size[3] = {input_word(in), input_word(in), input_word(in)};
  uint32_t layers = input_word(in), mips = input_word(in), access = input_word(in), misc = input_word(in);
  if (id >= MAX_RESOURCES || layers * mips > MAX_SUBRESOURCES) return fail("a texture is out of range");
  D3D11_SUBRESOURCE_DATA data[MAX_SUBRESOURCES];
  for (uint32_t i = 0; i < layers * mips; i++) {
    data[i].SysMemPitch = input_word(in);
    data[i].SysMemSlicePitch = input_word(in);
  }
  for (uint32_t i = 0; i < layers * mips; i++) {
    uint32_t depth = dimension == D3D11_RESOURCE_DIMENSION_TEXTURE3D ? size[2] >> (i % mips) : 1;
    data[i].pSysMem = input_bytes(in, (size_t)data[i].SysMemSlicePitch * (depth ? depth : 1));
  }
  if (in->failed) return fail("a texture is incomplete");
  UINT bind = (access & ACCESS_READ ? D3D11_BIND_SHADER_RESOURCE : 0) |
              (access & ACCESS_WRITE ? D3D11_BIND_UNORDERED_ACCESS : 0) |
              (access & ACCESS_DEPTH ? D3D11_BIND_DEPTH_STENCIL : 0);
  struct resource *made = &resources[id];
  *made = (struct resource){0};
  HRESULT hr = make_texture(dimension, size, layers, mips, format, bind, misc, data, &made->resource);
  if (!keep(hr, "CreateTexture", made->resource)) return 0;
  if (access & ACCESS_READ) {
    D3D11_SHADER_RESOURCE_VIEW_DESC view = view_of(srv, view_format, layers);
    hr = ID3D11Device_CreateShaderResourceView(device, made->resource, &view, &made->srv);
    if (!keep(hr, "CreateShaderResourceView", made->srv)) return 0;
  }
  if (access & ACCESS_WRITE) {
    D3D11_UNORDERED_ACCESS_VIEW_DESC view = uav_of(uav, view_format, layers);
    hr = ID3D11Device_CreateUnorderedAccessView(device, made->resource, &view, &made->uav);
    if (!keep(hr, "CreateUnorderedAccessView", made->uav)) return 0;
  }
  return 1;
}

/* Calls the function of each stage that sets something. */
#define SET_FOR_STAGE(stage, what, ...)                                        \
  switch (stage) {                                                             \
    case STAGE_VS: ID3D11DeviceContext_VSSet##what(context, __VA_ARGS__); break; \
    case STAGE_HS: ID3D11DeviceContext_HSSet##what(context, __VA_ARGS__); break; \
    case STAGE_DS: ID3D11DeviceContext_DSSet##what(context, __VA_ARGS__); break; \
    case STAGE_GS: ID3D11DeviceContext_GSSet##what(context, __VA_ARGS__); break; \
    case STAGE_PS: ID3D11DeviceContext_PSSet##what(context, __VA_ARGS__); break; \
    case STAGE_CS: ID3D11DeviceContext_CSSet##what(context, __VA_ARGS__); break; \
    default: return fail("there is no stage %u", (unsigned)stage);             \
  }

/* VIEW: stage, slot, id */
int bind_view(struct input *in) {
  uint32_t stage = input_word(in), slot = input_word(in);
  struct resource *resource = resource_of(input_word(in));
  if (!resource || slot >= D3D11_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT) return 0;
  SET_FOR_STAGE(stage, ShaderResources, slot, 1, &resource->srv);
  return 1;
}

/* SAMPLER: stage, slot, D3D11_SAMPLER_DESC */
int bind_sampler(struct input *in) {
  uint32_t stage = input_word(in), slot = input_word(in);
  D3D11_SAMPLER_DESC desc;
  const uint8_t *bytes = input_bytes(in, sizeof desc);
  if (!bytes || slot >= D3D11_COMMONSHADER_SAMPLER_SLOT_COUNT) return fail("a sampler is incomplete");
  memcpy(&desc, bytes, sizeof desc);
  ID3D11SamplerState *sampler = NULL;
  HRESULT hr = ID3D11Device_CreateSamplerState(device, &desc, &sampler);
  if (!keep(hr, "CreateSamplerState", sampler)) return 0;
  SET_FOR_STAGE(stage, Samplers, slot, 1, &sampler);
  return 1;
}

/* CONSTANTS: stage, slot, data */
int bind_constants(struct input *in) {
  uint32_t stage = input_word(in), slot = input_word(in);
  size_t size;
  const uint8_t *data = input_rest(in, &size);
  if (in->failed || slot >= D3D11_COMMONSHADER_CONSTANT_BUFFER_API_SLOT_COUNT) return fail("constants are incomplete");
  ID3D11Buffer *buffer = plain_buffer(data, (uint32_t)size, D3D11_BIND_CONSTANT_BUFFER);
  if (!buffer) return 0;
  SET_FOR_STAGE(stage, ConstantBuffers, slot, 1, &buffer);
  return 1;
}

int read_buffer(ID3D11Buffer *buffer, uint32_t size, struct output *out) {
  D3D11_BUFFER_DESC desc;
  ID3D11Buffer_GetDesc(buffer, &desc);
  desc.Usage = D3D11_USAGE_STAGING;
  desc.BindFlags = desc.MiscFlags = desc.StructureByteStride = 0;
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
  ID3D11Buffer *staging = NULL;
  HRESULT hr = ID3D11Device_CreateBuffer(device, &desc, NULL, &staging);
  if (!keep(hr, "CreateBuffer for reading", staging)) return 0;
  ID3D11DeviceContext_CopyResource(context, (ID3D11Resource *)staging, (ID3D11Resource *)buffer);
  D3D11_MAPPED_SUBRESOURCE map;
  hr = ID3D11DeviceContext_Map(context, (ID3D11Resource *)staging, 0, D3D11_MAP_READ, 0, &map);
  if (FAILED(hr)) return fail("Map: %08lx", hr);
  output_word(out, size);
  output_append(out, map.pData, size);
  ID3D11DeviceContext_Unmap(context, (ID3D11Resource *)staging, 0);
  return 1;
}

static HRESULT staging_copy(ID3D11Resource *resource, ID3D11Resource **staging) {
  D3D11_RESOURCE_DIMENSION dimension;
  ID3D11Resource_GetType(resource, &dimension);
#define COPY_OF(type)                                                        \
  D3D11_TEXTURE##type##_DESC desc;                                           \
  ID3D11Texture##type##_GetDesc((ID3D11Texture##type *)resource, &desc);     \
  desc.Usage = D3D11_USAGE_STAGING;                                          \
  desc.BindFlags = desc.MiscFlags = 0;                                       \
  desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;                               \
  return ID3D11Device_CreateTexture##type(device, &desc, NULL, (ID3D11Texture##type **)staging)
  if (dimension == D3D11_RESOURCE_DIMENSION_TEXTURE1D) {
    COPY_OF(1D);
  }
  if (dimension == D3D11_RESOURCE_DIMENSION_TEXTURE3D) {
    COPY_OF(3D);
  }
  COPY_OF(2D);
}

int read_back(ID3D11Resource *resource, UINT subresource, uint32_t row_bytes, uint32_t rows, uint32_t depth,
              struct output *out) {
  ID3D11Resource *staging = NULL;
  HRESULT hr = staging_copy(resource, &staging);
  if (!keep(hr, "CreateTexture for reading", staging)) return 0;
  ID3D11DeviceContext_CopyResource(context, staging, resource);
  D3D11_MAPPED_SUBRESOURCE map;
  hr = ID3D11DeviceContext_Map(context, staging, subresource, D3D11_MAP_READ, 0, &map);
  if (FAILED(hr)) return fail("Map: %08lx", hr);
  output_word(out, row_bytes * rows * depth);
  for (uint32_t z = 0; z < depth; z++)
    for (uint32_t y = 0; y < rows; y++)
      output_append(out, (uint8_t *)map.pData + z * map.DepthPitch + y * map.RowPitch, row_bytes);
  ID3D11DeviceContext_Unmap(context, staging, subresource);
  return 1;
}

/* READ_COUNTER: id */
int read_counter(struct input *in, struct output *out) {
  struct resource *resource = resource_of(input_word(in));
  if (!resource || !resource->uav) return fail("there is no view with a counter");
  ID3D11Buffer *buffer = plain_buffer(NULL, 16, D3D11_BIND_VERTEX_BUFFER);
  if (!buffer) return 0;
  ID3D11DeviceContext_CopyStructureCount(context, buffer, 0, resource->uav);
  return read_buffer(buffer, 4, out);
}
