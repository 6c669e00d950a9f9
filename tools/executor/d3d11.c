/*
 * Shaders, draws and dispatches of Direct3D 11. The payload of each command is described before its function; words unless it
 * says otherwise. Stages are numbered as in `enum stage`.
 * Not for: buffers, textures and views (d3d11-resources.c), fixed states (d3d11-states.c).
 */
#include <string.h>

#include "d3d11.h"

enum command {
  SHADER = 1,
  STREAM_OUTPUT,
  CONSTANTS,
  BUFFER,
  TEXTURE,
  VIEW,
  UNORDERED_VIEW,
  SAMPLER,
  TARGETS,
  LAYOUT,
  VERTICES,
  DRAW,
  DISPATCH,
  READ_TARGET,
  READ_BUFFER,
  READ_COUNTER,
  READ_TEXTURE,
  READ_STREAM,
  CLEAR,
  RASTERIZER,
  DEPTH_STENCIL,
  BLEND,
  VIEWPORT,
  DEPTH_TARGET,
  READ_DEPTH,
  INDICES,
  DRAW_INDEXED,
  TARGET_SAMPLES,
};

enum { NAME_SIZE = 28, MAX_ELEMENTS = 64, MAX_TARGET_SIZE = 512 };

ID3D11Device *device;
ID3D11DeviceContext *context;
struct resource resources[MAX_RESOURCES];

static ID3D11RasterizerState *rasterizer;
static IUnknown *kept[MAX_OBJECTS];
static unsigned kept_count;
static struct target targets[MAX_TARGETS];
static unsigned target_count;
static uint32_t target_width, target_height, target_samples;
static ID3D11UnorderedAccessView *uavs[MAX_UAVS];
static UINT uav_counts[MAX_UAVS];
static ID3D11Buffer *stream_buffers[MAX_SO];
static uint32_t stream_bytes[MAX_SO];
static D3D11_SO_DECLARATION_ENTRY stream_entries[MAX_ELEMENTS];
static char stream_names[MAX_ELEMENTS][NAME_SIZE];
static UINT stream_entry_count, stream_strides[MAX_SO], stream_count;
static const uint8_t *vertex_shader;
static size_t vertex_shader_size;
static UINT vertex_stride;

int keep(HRESULT hr, const char *call, void *object) {
  if (FAILED(hr)) return fail("%s: %08lx", call, hr);
  if (kept_count == MAX_OBJECTS) return fail("too many objects");
  kept[kept_count++] = object;
  return 1;
}

static int start(void) {
  D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0, got;
  HRESULT hr = D3D11CreateDevice(NULL, D3D_DRIVER_TYPE_HARDWARE, NULL, 0, &level, 1, D3D11_SDK_VERSION, &device, &got,
                                 &context);
  if (FAILED(hr)) return fail("D3D11CreateDevice: %08lx", hr);
  D3D11_RASTERIZER_DESC desc = {.FillMode = D3D11_FILL_SOLID, .CullMode = D3D11_CULL_NONE, .DepthClipEnable = TRUE};
  hr = ID3D11Device_CreateRasterizerState(device, &desc, &rasterizer);
  return SUCCEEDED(hr) || fail("CreateRasterizerState: %08lx", hr);
}

static void begin(void) {
  ID3D11DeviceContext_ClearState(context);
  ID3D11DeviceContext_RSSetState(context, rasterizer);
  memset(resources, 0, sizeof resources);
  memset(uavs, 0, sizeof uavs);
  memset(stream_buffers, 0, sizeof stream_buffers);
  target_count = stream_entry_count = stream_count = 0;
  target_samples = 1;
  vertex_shader = NULL;
  forget_depth_target();
}

static void end(void) {
  ID3D11DeviceContext_ClearState(context);
  while (kept_count > 0) {
    IUnknown *last = kept[--kept_count];
    IUnknown_Release(last);
  }
  ID3D11DeviceContext_Flush(context);
}

/* SHADER: stage, bytes of the container */
static int create_shader(struct input *in) {
  uint32_t stage = input_word(in);
  size_t size;
  const uint8_t *code = input_rest(in, &size);
  if (in->failed) return fail("a shader is incomplete");
  void *made = NULL;
  HRESULT hr = E_INVALIDARG;
#define CREATE(which, set)                                                                             \
  hr = ID3D11Device_Create##which##Shader(device, code, size, NULL, (ID3D11##which##Shader **)&made); \
  if (SUCCEEDED(hr)) ID3D11DeviceContext_##set##SetShader(context, made, NULL, 0);                     \
  break
  switch (stage) {
    case STAGE_VS:
      vertex_shader = code;
      vertex_shader_size = size;
      CREATE(Vertex, VS);
    case STAGE_HS: CREATE(Hull, HS);
    case STAGE_DS: CREATE(Domain, DS);
    case STAGE_PS: CREATE(Pixel, PS);
    case STAGE_CS: CREATE(Compute, CS);
    case STAGE_GS:
      hr = stream_entry_count > 0
               ? ID3D11Device_CreateGeometryShaderWithStreamOutput(
                     device, code, size, stream_entries, stream_entry_count, stream_strides, stream_count,
                     D3D11_SO_NO_RASTERIZED_STREAM, NULL, (ID3D11GeometryShader **)&made)
               : ID3D11Device_CreateGeometryShader(device, code, size, NULL, (ID3D11GeometryShader **)&made);
      if (SUCCEEDED(hr)) ID3D11DeviceContext_GSSetShader(context, made, NULL, 0);
      break;
    default: return fail("there is no stage %u", (unsigned)stage);
  }
  return keep(hr, "creating the shader", made);
}

/* STREAM_OUTPUT: buffers, per buffer its stride and bytes, then entries: stream, index, first component, components, buffer, name[28] */
static int declare_stream_output(struct input *in) {
  stream_count = input_word(in);
  if (stream_count > MAX_SO) return fail("too many stream output buffers");
  static const UINT zeros[MAX_SO];
  for (UINT i = 0; i < stream_count; i++) {
    stream_strides[i] = input_word(in);
    stream_bytes[i] = input_word(in);
    stream_buffers[i] = plain_buffer(NULL, stream_bytes[i], D3D11_BIND_STREAM_OUTPUT);
    if (!stream_buffers[i]) return 0;
  }
  for (stream_entry_count = 0; in->left > 0 && stream_entry_count < MAX_ELEMENTS; stream_entry_count++) {
    D3D11_SO_DECLARATION_ENTRY *entry = &stream_entries[stream_entry_count];
    entry->Stream = input_word(in);
    entry->SemanticIndex = input_word(in);
    entry->StartComponent = (BYTE)input_word(in);
    entry->ComponentCount = (BYTE)input_word(in);
    entry->OutputSlot = (BYTE)input_word(in);
    const uint8_t *name = input_bytes(in, NAME_SIZE);
    if (!name) return fail("stream output is incomplete");
    memcpy(stream_names[stream_entry_count], name, NAME_SIZE - 1);
    entry->SemanticName = stream_names[stream_entry_count];
  }
  ID3D11DeviceContext_SOSetTargets(context, stream_count, stream_buffers, zeros);
  return 1;
}

/* UNORDERED_VIEW: slot, id, initial counter */
static int bind_unordered(struct input *in) {
  uint32_t slot = input_word(in), id = input_word(in), count = input_word(in);
  struct resource *resource = resource_of(id);
  if (!resource || slot >= MAX_UAVS) return fail("there is no view for u%u", (unsigned)slot);
  uavs[slot] = resource->uav;
  uav_counts[slot] = count;
  return 1;
}

/* TARGETS: width, height, formats. TARGET_SAMPLES, how many samples they have, comes before. */
static int create_targets(struct input *in) {
  target_width = input_word(in);
  target_height = input_word(in);
  if (target_width > MAX_TARGET_SIZE || target_height > MAX_TARGET_SIZE) return fail("the targets are too large");
  for (target_count = 0; in->left > 0 && target_count < MAX_TARGETS; target_count++) {
    struct target *target = &targets[target_count];
    D3D11_TEXTURE2D_DESC desc = {target_width, target_height, 1, 1, input_word(in), {target_samples, 0},
                                 D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
    target->texture = NULL;
    HRESULT hr = ID3D11Device_CreateTexture2D(device, &desc, NULL, &target->texture);
    if (!keep(hr, "CreateTexture2D for a target", target->texture)) return 0;
    target->view = NULL;
    hr = ID3D11Device_CreateRenderTargetView(device, (ID3D11Resource *)target->texture, NULL, &target->view);
    if (!keep(hr, "CreateRenderTargetView", target->view)) return 0;
    static const float zero[4];
    ID3D11DeviceContext_ClearRenderTargetView(context, target->view, zero);
  }
  D3D11_VIEWPORT viewport = {0, 0, (float)target_width, (float)target_height, 0, 1};
  ID3D11DeviceContext_RSSetViewports(context, 1, &viewport);
  return 1;
}

/* LAYOUT: stride, then elements: name[28], index, format, offset. The vertex shader comes first. */
static int create_layout(struct input *in) {
  D3D11_INPUT_ELEMENT_DESC elements[MAX_ELEMENTS];
  char names[MAX_ELEMENTS][NAME_SIZE];
  UINT count;
  vertex_stride = input_word(in);
  for (count = 0; in->left > 0 && count < MAX_ELEMENTS; count++) {
    const uint8_t *name = input_bytes(in, NAME_SIZE);
    if (!name) return fail("a layout is incomplete");
    memcpy(names[count], name, NAME_SIZE);
    names[count][NAME_SIZE - 1] = 0;
    UINT index = input_word(in);
    DXGI_FORMAT format = input_word(in);
    elements[count] = (D3D11_INPUT_ELEMENT_DESC){names[count], index, format, 0, input_word(in),
                                                 D3D11_INPUT_PER_VERTEX_DATA, 0};
  }
  if (!vertex_shader) return fail("the vertex shader comes before the layout");
  ID3D11InputLayout *layout = NULL;
  HRESULT hr = ID3D11Device_CreateInputLayout(device, elements, count, vertex_shader, vertex_shader_size, &layout);
  if (!keep(hr, "CreateInputLayout", layout)) return 0;
  ID3D11DeviceContext_IASetInputLayout(context, layout);
  return 1;
}

/* VERTICES: data */
static int create_vertices(struct input *in) {
  size_t size;
  const uint8_t *data = input_rest(in, &size);
  ID3D11Buffer *buffer = plain_buffer(data, (uint32_t)size, D3D11_BIND_VERTEX_BUFFER);
  if (!buffer) return 0;
  UINT offset = 0;
  ID3D11DeviceContext_IASetVertexBuffers(context, 0, 1, &buffer, &vertex_stride, &offset);
  return 1;
}

/* CLEAR: target, four floats */
static int clear_target(struct input *in) {
  uint32_t target = input_word(in);
  float color[4];
  const uint8_t *bytes = input_bytes(in, sizeof color);
  if (!bytes || target >= target_count) return fail("there is no target %u", (unsigned)target);
  memcpy(color, bytes, sizeof color);
  ID3D11DeviceContext_ClearRenderTargetView(context, targets[target].view, color);
  return 1;
}

static void bind_targets(void) {
  ID3D11RenderTargetView *views[MAX_TARGETS];
  UINT last = 0;
  for (unsigned i = 0; i < target_count; i++) views[i] = targets[i].view;
  for (UINT i = 0; i < MAX_UAVS; i++)
    if (uavs[i]) last = i + 1;
  if (last > target_count)
    ID3D11DeviceContext_OMSetRenderTargetsAndUnorderedAccessViews(context, target_count, views, depth_view, target_count,
                                                                  last - target_count, uavs + target_count,
                                                                  uav_counts + target_count);
  else ID3D11DeviceContext_OMSetRenderTargets(context, target_count, views, depth_view);
}

/* DRAW: topology, vertices, instances */
static int draw(struct input *in) {
  D3D11_PRIMITIVE_TOPOLOGY topology = input_word(in);
  uint32_t vertices = input_word(in), instances = input_word(in);
  bind_targets();
  ID3D11DeviceContext_IASetPrimitiveTopology(context, topology);
  ID3D11DeviceContext_DrawInstanced(context, vertices, instances, 0, 0);
  return 1;
}

/* DRAW_INDEXED: topology, indices, instances, first index, base vertex */
static int draw_indexed(struct input *in) {
  D3D11_PRIMITIVE_TOPOLOGY topology = input_word(in);
  uint32_t indices = input_word(in), instances = input_word(in), first = input_word(in), base = input_word(in);
  bind_targets();
  ID3D11DeviceContext_IASetPrimitiveTopology(context, topology);
  ID3D11DeviceContext_DrawIndexedInstanced(context, indices, instances, first, (INT)base, 0);
  return 1;
}

/* DISPATCH: x, y, z */
static int dispatch(struct input *in) {
  uint32_t x = input_word(in), y = input_word(in), z = input_word(in);
  ID3D11DeviceContext_CSSetUnorderedAccessViews(context, 0, MAX_UAVS, uavs, uav_counts);
  ID3D11DeviceContext_Dispatch(context, x, y, z);
  return 1;
}

/* A texture with the averages of the samples of a target; NULL after fail(). */
static ID3D11Texture2D *resolved(ID3D11Texture2D *target) {
  D3D11_TEXTURE2D_DESC desc;
  ID3D11Texture2D_GetDesc(target, &desc);
  desc.SampleDesc.Count = 1;
  ID3D11Texture2D *made = NULL;
  HRESULT hr = ID3D11Device_CreateTexture2D(device, &desc, NULL, &made);
  if (!keep(hr, "CreateTexture2D for samples", made)) return NULL;
  ID3D11DeviceContext_ResolveSubresource(context, (ID3D11Resource *)made, 0, (ID3D11Resource *)target, 0, desc.Format);
  return made;
}

/* READ_TARGET: target, bytes of a texel. Of several samples it is their average. */
static int read_target(struct input *in, struct output *out) {
  uint32_t target = input_word(in), texel = input_word(in);
  if (target >= target_count) return fail("there is no target %u", (unsigned)target);
  ID3D11Texture2D *texture = targets[target].texture;
  if (target_samples > 1) texture = resolved(texture);
  return texture && read_back((ID3D11Resource *)texture, 0, target_width * texel, target_height, 1, out);
}

/* READ_TEXTURE: id, subresource, bytes of a row, rows, slices */
static int read_texture(struct input *in, struct output *out) {
  struct resource *resource = resource_of(input_word(in));
  uint32_t subresource = input_word(in), row = input_word(in), rows = input_word(in), depth = input_word(in);
  return resource && read_back(resource->resource, subresource, row, rows, depth, out);
}

/* READ_BUFFER: id */
static int read_resource(struct input *in, struct output *out) {
  struct resource *resource = resource_of(input_word(in));
  return resource && read_buffer((ID3D11Buffer *)resource->resource, resource->bytes, out);
}

/* READ_STREAM: buffer */
static int read_stream(struct input *in, struct output *out) {
  uint32_t buffer = input_word(in);
  if (buffer >= stream_count) return fail("there is no stream output buffer %u", (unsigned)buffer);
  return read_buffer(stream_buffers[buffer], stream_bytes[buffer], out);
}

static int run(uint32_t code, struct input *in, struct output *out) {
  switch (code) {
    case SHADER: return create_shader(in);
    case STREAM_OUTPUT: return declare_stream_output(in);
    case CONSTANTS: return bind_constants(in);
    case BUFFER: return create_buffer(in);
    case TEXTURE: return create_texture(in);
    case VIEW: return bind_view(in);
    case UNORDERED_VIEW: return bind_unordered(in);
    case SAMPLER: return bind_sampler(in);
    case TARGETS: return create_targets(in);
    case LAYOUT: return create_layout(in);
    case VERTICES: return create_vertices(in);
    case DRAW: return draw(in);
    case DISPATCH: return dispatch(in);
    case READ_TARGET: return read_target(in, out);
    case READ_BUFFER: return read_resource(in, out);
    case READ_COUNTER: return read_counter(in, out);
    case READ_TEXTURE: return read_texture(in, out);
    case READ_STREAM: return read_stream(in, out);
    case CLEAR: return clear_target(in);
    case RASTERIZER: return set_rasterizer(in);
    case DEPTH_STENCIL: return set_depth_stencil(in);
    case BLEND: return set_blend(in);
    case VIEWPORT: return set_viewport(in);
    case DEPTH_TARGET: return create_depth_target(in);
    case READ_DEPTH: return read_depth(out);
    case INDICES: return bind_indices(in);
    case DRAW_INDEXED: return draw_indexed(in);
    case TARGET_SAMPLES: target_samples = input_word(in); return 1;
    default: return fail("there is no command %u", (unsigned)code);
  }
}

const struct backend d3d11_backend = {"d3d11", start, begin, run, end};
