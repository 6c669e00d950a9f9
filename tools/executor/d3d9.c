/*
 * Shaders, textures, states and draws of Direct3D 9. The payload of each command is described before its function; words unless
 * it says otherwise.
 */
#include <string.h>

#define COBJMACROS
#include <d3d9.h>

#include "frame.h"

enum command {
  SHADER = 1,
  CONSTANTS = 3,
  TEXTURE = 5,
  SAMPLER = 8,
  TARGETS = 9,
  LAYOUT = 10,
  VERTICES = 11,
  DRAW = 12,
  READ_TARGET = 14,
  RENDER_STATE = 20,
  STAGE_STATE = 21,
};

enum { SHADER_VS = 0, SHADER_PS = 4 };
enum { CONSTANT_FLOAT, CONSTANT_INT, CONSTANT_BOOL };
enum { TEXTURE_2D, TEXTURE_CUBE, TEXTURE_VOLUME };
enum { MAX_KEPT = 64, MAX_TARGETS = 4, SAMPLERS = 16, MAX_DRAW_BYTES = 1 << 20, MAX_TARGET_SIZE = 512 };

static IDirect3D9 *d3d;
static IDirect3DDevice9 *device;
static IDirect3DStateBlock9 *defaults;
static IUnknown *kept[MAX_KEPT];
static unsigned kept_count;
static IDirect3DSurface9 *back_buffer, *targets[MAX_TARGETS];
static unsigned target_count;
static uint32_t target_width, target_height, vertex_stride;
static IDirect3DVertexBuffer9 *vertices;

static int keep(HRESULT hr, const char *call, void *object) {
  if (FAILED(hr)) return fail("%s: %08lx", call, hr);
  if (kept_count == MAX_KEPT) return fail("too many objects");
  kept[kept_count++] = object;
  return 1;
}

static int start(void) {
  HWND window = CreateWindowA("static", "executor", WS_OVERLAPPEDWINDOW, 0, 0, 64, 64, NULL, NULL, NULL, NULL);
  d3d = Direct3DCreate9(D3D_SDK_VERSION);
  if (!window || !d3d) return fail("no window or no Direct3D 9");
  D3DPRESENT_PARAMETERS present = {.BackBufferWidth = 64, .BackBufferHeight = 64, .BackBufferFormat = D3DFMT_X8R8G8B8,
                                   .SwapEffect = D3DSWAPEFFECT_DISCARD, .hDeviceWindow = window, .Windowed = TRUE};
  HRESULT hr = IDirect3D9_CreateDevice(d3d, D3DADAPTER_DEFAULT, D3DDEVTYPE_HAL, window,
                                       D3DCREATE_HARDWARE_VERTEXPROCESSING, &present, &device);
  if (FAILED(hr)) return fail("CreateDevice: %08lx", hr);
  IDirect3DDevice9_GetRenderTarget(device, 0, &back_buffer);
  hr = IDirect3DDevice9_CreateStateBlock(device, D3DSBT_ALL, &defaults);
  return SUCCEEDED(hr) || fail("CreateStateBlock: %08lx", hr);
}

static void begin(void) {
  IDirect3DStateBlock9_Apply(defaults);
  IDirect3DDevice9_SetRenderState(device, D3DRS_CULLMODE, D3DCULL_NONE);
  IDirect3DDevice9_SetRenderState(device, D3DRS_ZENABLE, FALSE);
  IDirect3DDevice9_SetRenderState(device, D3DRS_LIGHTING, FALSE);
  target_count = 0;
  vertices = NULL;
}

static void end(void) {
  IDirect3DDevice9_SetVertexShader(device, NULL);
  IDirect3DDevice9_SetPixelShader(device, NULL);
  IDirect3DDevice9_SetStreamSource(device, 0, NULL, 0, 0);
  for (unsigned i = 0; i < SAMPLERS; i++) IDirect3DDevice9_SetTexture(device, i, NULL);
  IDirect3DDevice9_SetRenderTarget(device, 0, back_buffer);
  for (unsigned i = 1; i < MAX_TARGETS; i++) IDirect3DDevice9_SetRenderTarget(device, i, NULL);
  while (kept_count > 0) {
    IUnknown *last = kept[--kept_count];
    IUnknown_Release(last);
  }
}

/* SHADER: stage (0 vertex, 4 pixel), tokens */
static int create_shader(struct input *in) {
  uint32_t stage = input_word(in);
  size_t size;
  const DWORD *code = (const DWORD *)input_rest(in, &size);
  if (in->failed) return fail("a shader is incomplete");
  HRESULT hr;
  if (stage == SHADER_VS) {
    IDirect3DVertexShader9 *shader = NULL;
    hr = IDirect3DDevice9_CreateVertexShader(device, code, &shader);
    return keep(hr, "CreateVertexShader", shader) && SUCCEEDED(IDirect3DDevice9_SetVertexShader(device, shader));
  }
  IDirect3DPixelShader9 *shader = NULL;
  hr = IDirect3DDevice9_CreatePixelShader(device, code, &shader);
  return keep(hr, "CreatePixelShader", shader) && SUCCEEDED(IDirect3DDevice9_SetPixelShader(device, shader));
}

/* CONSTANTS: stage, type, first register, data: four words a register, of booleans one */
static int set_constants(struct input *in) {
  uint32_t stage = input_word(in), type = input_word(in), first = input_word(in);
  size_t size;
  const void *data = input_rest(in, &size);
  if (in->failed) return fail("constants are incomplete");
  UINT count = (UINT)size / (type == CONSTANT_BOOL ? 4 : 16);
  HRESULT hr;
  if (stage == SHADER_VS)
    hr = type == CONSTANT_FLOAT ? IDirect3DDevice9_SetVertexShaderConstantF(device, first, data, count)
         : type == CONSTANT_INT ? IDirect3DDevice9_SetVertexShaderConstantI(device, first, data, count)
                                : IDirect3DDevice9_SetVertexShaderConstantB(device, first, data, count);
  else
    hr = type == CONSTANT_FLOAT ? IDirect3DDevice9_SetPixelShaderConstantF(device, first, data, count)
         : type == CONSTANT_INT ? IDirect3DDevice9_SetPixelShaderConstantI(device, first, data, count)
                                : IDirect3DDevice9_SetPixelShaderConstantB(device, first, data, count);
  return SUCCEEDED(hr) || fail("setting constants: %08lx", hr);
}

static void copy_rows(uint8_t *to, INT to_pitch, const uint8_t *from, uint32_t pitch, uint32_t rows) {
  for (uint32_t y = 0; y < rows; y++) memcpy(to + (ptrdiff_t)y * to_pitch, from + (size_t)y * pitch, pitch);
}

/* Fills one level (and face) of a texture with `slices` times `rows` rows. */
static int fill_level(void *texture, uint32_t kind, UINT face, UINT level, uint32_t pitch, uint32_t rows, uint32_t slices,
                      const uint8_t *data) {
  HRESULT hr;
  D3DLOCKED_RECT rect;
  if (kind == TEXTURE_VOLUME) {
    D3DLOCKED_BOX box;
    hr = IDirect3DVolumeTexture9_LockBox((IDirect3DVolumeTexture9 *)texture, level, &box, NULL, 0);
    if (FAILED(hr)) return fail("LockBox: %08lx", hr);
    for (uint32_t z = 0; z < slices; z++)
      copy_rows((uint8_t *)box.pBits + z * box.SlicePitch, box.RowPitch, data + (size_t)z * pitch * rows, pitch, rows);
    return SUCCEEDED(IDirect3DVolumeTexture9_UnlockBox((IDirect3DVolumeTexture9 *)texture, level));
  }
  if (kind == TEXTURE_CUBE) {
    hr = IDirect3DCubeTexture9_LockRect((IDirect3DCubeTexture9 *)texture, face, level, &rect, NULL, 0);
    if (FAILED(hr)) return fail("LockRect: %08lx", hr);
    copy_rows(rect.pBits, rect.Pitch, data, pitch, rows);
    return SUCCEEDED(IDirect3DCubeTexture9_UnlockRect((IDirect3DCubeTexture9 *)texture, face, level));
  }
  hr = IDirect3DTexture9_LockRect((IDirect3DTexture9 *)texture, level, &rect, NULL, 0);
  if (FAILED(hr)) return fail("LockRect: %08lx", hr);
  copy_rows(rect.pBits, rect.Pitch, data, pitch, rows);
  return SUCCEEDED(IDirect3DTexture9_UnlockRect((IDirect3DTexture9 *)texture, level));
}

/* TEXTURE: sampler, kind, format, width, height, depth, levels, per face and level: pitch, rows, slices; then all bytes */
static int create_texture(struct input *in) {
  uint32_t sampler = input_word(in), kind = input_word(in);
  D3DFORMAT format = input_word(in);
  uint32_t width = input_word(in), height = input_word(in), depth = input_word(in), levels = input_word(in);
  uint32_t faces = kind == TEXTURE_CUBE ? 6 : 1;
  const uint8_t *sizes = input_bytes(in, (size_t)faces * (levels & 31) * 12);
  if (!sizes) return fail("a texture is incomplete");
  void *texture = NULL;
  HRESULT hr;
  if (kind == TEXTURE_VOLUME)
    hr = IDirect3DDevice9_CreateVolumeTexture(device, width, height, depth, levels, 0, format, D3DPOOL_MANAGED,
                                              (IDirect3DVolumeTexture9 **)&texture, NULL);
  else if (kind == TEXTURE_CUBE)
    hr = IDirect3DDevice9_CreateCubeTexture(device, width, levels, 0, format, D3DPOOL_MANAGED,
                                            (IDirect3DCubeTexture9 **)&texture, NULL);
  else
    hr = IDirect3DDevice9_CreateTexture(device, width, height, levels, 0, format, D3DPOOL_MANAGED,
                                        (IDirect3DTexture9 **)&texture, NULL);
  if (!keep(hr, "creating a texture", texture)) return 0;
  for (uint32_t i = 0; i < faces * levels; i++) {
    uint32_t size[3];
    memcpy(size, sizes + 12 * i, sizeof size);
    const uint8_t *data = input_bytes(in, (size_t)size[0] * size[1] * size[2]);
    if (!data) return fail("the texels are incomplete");
    if (!fill_level(texture, kind, i / levels, i % levels, size[0], size[1], size[2], data)) return 0;
  }
  hr = IDirect3DDevice9_SetTexture(device, sampler, texture);
  return SUCCEEDED(hr) || fail("SetTexture: %08lx", hr);
}

/* SAMPLER, STAGE_STATE: number, pairs of state and value. RENDER_STATE: pairs. */
static int set_states(uint32_t code, struct input *in) {
  uint32_t number = code == RENDER_STATE ? 0 : input_word(in);
  while (in->left > 0) {
    uint32_t state = input_word(in), value = input_word(in);
    HRESULT hr = code == RENDER_STATE  ? IDirect3DDevice9_SetRenderState(device, state, value)
                 : code == STAGE_STATE ? IDirect3DDevice9_SetTextureStageState(device, number, state, value)
                                       : IDirect3DDevice9_SetSamplerState(device, number, state, value);
    if (FAILED(hr)) return fail("state %u: %08lx", (unsigned)state, hr);
  }
  return 1;
}

/* TARGETS: width, height, formats */
static int create_targets(struct input *in) {
  target_width = input_word(in);
  target_height = input_word(in);
  if (target_width > MAX_TARGET_SIZE || target_height > MAX_TARGET_SIZE) return fail("the targets are too large");
  for (target_count = 0; in->left > 0 && target_count < MAX_TARGETS; target_count++) {
    IDirect3DSurface9 **target = &targets[target_count];
    HRESULT hr = IDirect3DDevice9_CreateRenderTarget(device, target_width, target_height, input_word(in),
                                                     D3DMULTISAMPLE_NONE, 0, FALSE, target, NULL);
    if (!keep(hr, "CreateRenderTarget", *target)) return 0;
    hr = IDirect3DDevice9_SetRenderTarget(device, target_count, *target);
    if (FAILED(hr)) return fail("SetRenderTarget: %08lx", hr);
  }
  HRESULT hr = IDirect3DDevice9_Clear(device, 0, NULL, D3DCLEAR_TARGET, 0, 1, 0);
  return SUCCEEDED(hr) || fail("Clear: %08lx", hr);
}

/* LAYOUT: stride, D3DVERTEXELEMENT9 up to the end */
static int create_layout(struct input *in) {
  vertex_stride = input_word(in);
  size_t size;
  const void *elements = input_rest(in, &size);
  IDirect3DVertexDeclaration9 *declaration = NULL;
  if (in->failed || size % sizeof(D3DVERTEXELEMENT9) != 0) return fail("a layout is incomplete");
  HRESULT hr = IDirect3DDevice9_CreateVertexDeclaration(device, elements, &declaration);
  return keep(hr, "CreateVertexDeclaration", declaration) &&
         SUCCEEDED(IDirect3DDevice9_SetVertexDeclaration(device, declaration));
}

/* VERTICES: data */
static int create_vertices(struct input *in) {
  size_t size;
  const uint8_t *data = input_rest(in, &size);
  if (in->failed || size > MAX_DRAW_BYTES) return fail("vertices are incomplete");
  vertices = NULL;
  HRESULT hr = IDirect3DDevice9_CreateVertexBuffer(device, (UINT)size, 0, 0, D3DPOOL_MANAGED, &vertices, NULL);
  if (!keep(hr, "CreateVertexBuffer", vertices)) return 0;
  void *to;
  hr = IDirect3DVertexBuffer9_Lock(vertices, 0, 0, &to, 0);
  if (FAILED(hr)) return fail("Lock: %08lx", hr);
  memcpy(to, data, size);
  IDirect3DVertexBuffer9_Unlock(vertices);
  hr = IDirect3DDevice9_SetStreamSource(device, 0, vertices, 0, vertex_stride);
  return SUCCEEDED(hr) || fail("SetStreamSource: %08lx", hr);
}

/* DRAW: type of primitives, their number */
static int draw(struct input *in) {
  D3DPRIMITIVETYPE type = input_word(in);
  uint32_t count = input_word(in);
  IDirect3DDevice9_BeginScene(device);
  HRESULT hr = IDirect3DDevice9_DrawPrimitive(device, type, 0, count);
  IDirect3DDevice9_EndScene(device);
  return SUCCEEDED(hr) || fail("DrawPrimitive: %08lx", hr);
}

/* READ_TARGET: target, bytes of a texel */
static int read_target(struct input *in, struct output *out) {
  uint32_t target = input_word(in), texel = input_word(in);
  if (target >= target_count) return fail("there is no target %u", (unsigned)target);
  D3DSURFACE_DESC desc;
  IDirect3DSurface9_GetDesc(targets[target], &desc);
  IDirect3DSurface9 *copy = NULL;
  HRESULT hr = IDirect3DDevice9_CreateOffscreenPlainSurface(device, target_width, target_height, desc.Format,
                                                            D3DPOOL_SYSTEMMEM, &copy, NULL);
  if (!keep(hr, "CreateOffscreenPlainSurface", copy)) return 0;
  hr = IDirect3DDevice9_GetRenderTargetData(device, targets[target], copy);
  if (FAILED(hr)) return fail("GetRenderTargetData: %08lx", hr);
  D3DLOCKED_RECT rect;
  hr = IDirect3DSurface9_LockRect(copy, &rect, NULL, D3DLOCK_READONLY);
  if (FAILED(hr)) return fail("LockRect: %08lx", hr);
  output_word(out, target_width * target_height * texel);
  for (uint32_t y = 0; y < target_height; y++)
    output_append(out, (uint8_t *)rect.pBits + y * rect.Pitch, target_width * texel);
  IDirect3DSurface9_UnlockRect(copy);
  return 1;
}

static int run(uint32_t code, struct input *in, struct output *out) {
  switch (code) {
    case SHADER: return create_shader(in);
    case CONSTANTS: return set_constants(in);
    case TEXTURE: return create_texture(in);
    case SAMPLER:
    case RENDER_STATE:
    case STAGE_STATE: return set_states(code, in);
    case TARGETS: return create_targets(in);
    case LAYOUT: return create_layout(in);
    case VERTICES: return create_vertices(in);
    case DRAW: return draw(in);
    case READ_TARGET: return read_target(in, out);
    default: return fail("there is no command %u", (unsigned)code);
  }
}

const struct backend d3d9_backend = {"d3d9", start, begin, run, end};
