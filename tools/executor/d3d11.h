/* What the files of the Direct3D 11 executor share: the device, and the objects of the current request. */
#ifndef D3D11_EXECUTOR_H
#define D3D11_EXECUTOR_H

#define COBJMACROS
#include <d3d11.h>

#include "frame.h"

enum {
  MAX_OBJECTS = 256,
  MAX_RESOURCES = 64,
  MAX_TARGETS = 8,
  MAX_UAVS = 8,
  MAX_SO = 4,
  STAGES = 6,
};

/* Numbers of stages in requests. */
enum stage { STAGE_VS, STAGE_HS, STAGE_DS, STAGE_GS, STAGE_PS, STAGE_CS };

/* A buffer or texture that shaders read or write. */
struct resource {
  ID3D11Resource *resource;
  ID3D11ShaderResourceView *srv;
  ID3D11UnorderedAccessView *uav;
  uint32_t bytes;
};

struct target {
  ID3D11Texture2D *texture;
  ID3D11RenderTargetView *view;
};

extern ID3D11Device *device;
extern ID3D11DeviceContext *context;
extern struct resource resources[MAX_RESOURCES];

/* Keeps an object until the request ends. Returns 0 after fail(): `hr` is that of the call that made it. */
int keep(HRESULT hr, const char *call, void *object);

int create_buffer(struct input *in);
int create_texture(struct input *in);
int bind_view(struct input *in);
int bind_sampler(struct input *in);
int bind_constants(struct input *in);
/* A buffer with `data`; NULL after fail(). */
ID3D11Buffer *plain_buffer(const void *data, uint32_t size, UINT bind);

/* Copies a subresource of `rows` rows of `row_bytes` bytes, `depth` times, to the answer, with its size before it. */
int read_back(ID3D11Resource *resource, UINT subresource, uint32_t row_bytes, uint32_t rows, uint32_t depth,
              struct output *out);
int read_buffer(ID3D11Buffer *buffer, uint32_t size, struct output *out);
/* Those of the current request; NULL for none. */
extern ID3D11DepthStencilView *depth_view;

void forget_depth_target(void);
int set_rasterizer(struct input *in);
int set_depth_stencil(struct input *in);
int set_blend(struct input *in);
int set_viewport(struct input *in);
int create_depth_target(struct input *in);
int bind_indices(struct input *in);
int read_depth(struct output *out);

int read_counter(struct input *in, struct output *out);
struct resource *resource_of(uint32_t id);

#endif
