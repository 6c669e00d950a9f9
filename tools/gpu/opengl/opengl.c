/*
 * OpenGL and OpenGL ES without a window, as backends of the executor (tools/executor/executor.c): compile and link GLSL, and run a draw or a dispatch.
 * Commands name things of OpenGL; which ones a trial needs is decided by the client (client.ts).
 *
 * Not for: Direct3D's names and formats (client.ts, formats.ts).
 */
#define _GNU_SOURCE /* memmem */
#define EGL_EGLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl32.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"

/* Of desktop OpenGL. */
enum { GL_CLIP_DISTANCE_FIRST = 0x3000, CLIP_DISTANCES = 8, GL_SEAMLESS_CUBES = 0x884f, GL_SIZES_OF_SHADERS = 0x8642 };

enum {
  COMMAND_PROGRAM = 1,
  COMMAND_BUFFER,
  COMMAND_TEXTURE,
  COMMAND_UPLOAD,
  COMMAND_TEXEL_BUFFER,
  COMMAND_SAMPLER,
  COMMAND_BIND_CONSTANTS,
  COMMAND_BIND_STORAGE,
  COMMAND_BIND_TEXTURE,
  COMMAND_BIND_IMAGE,
  COMMAND_DISPATCH,
  COMMAND_ATTRIBUTE,
  COMMAND_INDICES,
  COMMAND_TARGET,
  COMMAND_DRAW,
  COMMAND_READ_BUFFER,
  COMMAND_READ_TEXTURE,
  COMMAND_READ_TARGET,
  COMMAND_CLIP,
  COMMAND_WRITTEN_TARGETS,
  COMMAND_SAMPLES,
  COMMAND_UNIFORM,
  COMMAND_NAMED_ATTRIBUTE,
};

enum { MAX_THINGS = 256, MAX_TARGETS = 8, MAX_STAGES = 5, NAME_SIZE = 128 };

static EGLDisplay display;
static GLuint program;
static GLuint buffers[MAX_THINGS], textures[MAX_THINGS], samplers[MAX_THINGS];
static GLenum texture_targets[MAX_THINGS];
static GLuint targets[MAX_TARGETS], target_count;
/* The last unit: textures are made there, so that those of shaders stay bound. */
static GLint own_unit;
static GLuint framebuffer, vertex_array;
static GLuint attributes[MAX_THINGS], attribute_count;
static GLuint index_buffer;
static int is_desktop;

static void (*provoking_vertex)(GLenum);

static int start_context(EGLenum api, EGLint profile) {
  display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) return fail("no display without a window");
  eglBindAPI(api);
  is_desktop = api == EGL_OPENGL_API;
  const EGLint config_attributes[] = {EGL_RENDERABLE_TYPE, is_desktop ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT, EGL_NONE};
  EGLConfig config;
  EGLint count = 0;
  if (!eglChooseConfig(display, config_attributes, &config, 1, &count) || count == 0) config = EGL_NO_CONFIG_KHR;
  const EGLint desktop[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK, profile, EGL_NONE};
  const EGLint embedded[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, is_desktop ? desktop : embedded);
  if (context == EGL_NO_CONTEXT) return fail("no context");
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return fail("the context cannot be current");
  provoking_vertex = (void (*)(GLenum))eglGetProcAddress("glProvokingVertex");
  return 1;
}

static int start_desktop(void) { return start_context(EGL_OPENGL_API, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT); }
static int start_compatible(void) { return start_context(EGL_OPENGL_API, EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT); }
static int start_embedded(void) { return start_context(EGL_OPENGL_ES_API, 0); }

static void begin(void) {
  while (glGetError() != GL_NO_ERROR) {}
  glGenVertexArrays(1, &vertex_array);
  glBindVertexArray(vertex_array);
  if (is_desktop && provoking_vertex) provoking_vertex(GL_FIRST_VERTEX_CONVENTION);
  if (is_desktop) glEnable(GL_SEAMLESS_CUBES);
  if (is_desktop) glDisable(GL_SIZES_OF_SHADERS);
  glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &own_unit);
  own_unit--;
}

static void end(void) {
  glUseProgram(0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  for (int i = 0; i < CLIP_DISTANCES; i++) glDisable(GL_CLIP_DISTANCE_FIRST + i);
  for (GLint unit = 0; unit < own_unit; unit++) glBindSampler((GLuint)unit, 0);
  glDeleteProgram(program);
  glDeleteBuffers(MAX_THINGS, buffers);
  glDeleteTextures(MAX_THINGS, textures);
  glDeleteSamplers(MAX_THINGS, samplers);
  glDeleteTextures(MAX_TARGETS, targets);
  glDeleteBuffers(MAX_THINGS, attributes);
  glDeleteBuffers(1, &index_buffer);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteVertexArrays(1, &vertex_array);
  memset(buffers, 0, sizeof buffers);
  memset(textures, 0, sizeof textures);
  memset(samplers, 0, sizeof samplers);
  memset(targets, 0, sizeof targets);
  memset(attributes, 0, sizeof attributes);
  program = framebuffer = vertex_array = index_buffer = target_count = attribute_count = 0;
  while (glGetError() != GL_NO_ERROR) {}
}

static int check(const char *what) {
  GLenum error = glGetError();
  return error == GL_NO_ERROR || fail("%s: error 0x%x", what, (unsigned)error);
}

/* A thing by its number; NULL after fail(). */
static GLuint *thing(GLuint *list, uint32_t number) {
  if (number < MAX_THINGS) return &list[number];
  fail("number %u is too large", (unsigned)number);
  return NULL;
}

/* Whether the program has to be linked alone: stages of a pipeline that is not complete. */
static int compile_program(struct input *in) {
  uint32_t count = input_word(in), is_separate = input_word(in);
  GLuint shaders[MAX_STAGES];
  if (count > MAX_STAGES) return fail("%u stages", (unsigned)count);
  program = glCreateProgram();
  if (is_separate) glProgramParameteri(program, GL_PROGRAM_SEPARABLE, GL_TRUE);
  for (uint32_t i = 0; i < count; i++) {
    GLenum stage = input_word(in);
    uint32_t size = input_word(in);
    const GLchar *text = (const GLchar *)input_bytes(in, (size + 3) & ~3u);
    if (!text) return 1;
    GLint length = (GLint)size, compiled = 0;
    /* Sizes of points are undefined where they are enabled and not written. */
    if (is_desktop && memmem(text, size, "gl_PointSize", 12)) glEnable(GL_SIZES_OF_SHADERS);
    shaders[i] = glCreateShader(stage);
    glShaderSource(shaders[i], 1, &text, &length);
    glCompileShader(shaders[i]);
    glGetShaderiv(shaders[i], GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
      char log[MAX_FAILURE - 64];
      glGetShaderInfoLog(shaders[i], sizeof log, NULL, log);
      glDeleteShader(shaders[i]);
      return fail("compile: %s", log);
    }
    glAttachShader(program, shaders[i]);
    glDeleteShader(shaders[i]);
  }
  GLint linked = 0;
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (!linked) {
    char log[MAX_FAILURE - 64];
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    return fail("link: %s", log);
  }
  glUseProgram(program);
  return check("program");
}

static int make_buffer(struct input *in) {
  GLuint *buffer = thing(buffers, input_word(in));
  size_t size;
  const uint8_t *bytes = input_rest(in, &size);
  if (!buffer || !bytes) return !!buffer;
  glGenBuffers(1, buffer);
  glBindBuffer(GL_COPY_WRITE_BUFFER, *buffer);
  glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)size, bytes, GL_DYNAMIC_COPY);
  return check("buffer");
}

/* number, target, internal format, width, height, depth or layers, levels */
static int make_texture(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number);
  if (!texture) return 0;
  GLenum target = input_word(in), format = input_word(in);
  GLsizei width = (GLsizei)input_word(in), height = (GLsizei)input_word(in), depth = (GLsizei)input_word(in);
  GLsizei levels = (GLsizei)input_word(in);
  glGenTextures(1, texture);
  texture_targets[number] = target;
  glBindTexture(target, *texture);
  if (target == GL_TEXTURE_2D || target == GL_TEXTURE_CUBE_MAP) glTexStorage2D(target, levels, format, width, height);
  else glTexStorage3D(target, levels, format, width, height, depth);
  glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
  glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return check("texture");
}

/* Clears a target. sort: 0 float, 1 signed, 2 unsigned. */
static void clear_color(GLint number, uint32_t sort, const uint8_t *color) {
  union {
    float f[4];
    GLint i[4];
    GLuint u[4];
  } value;
  memcpy(&value, color, sizeof value);
  if (sort == 0) glClearBufferfv(GL_COLOR, number, value.f);
  else if (sort == 1) glClearBufferiv(GL_COLOR, number, value.i);
  else glClearBufferuiv(GL_COLOR, number, value.u);
}

/* number, target, internal format, width, height, layers, samples, sort of the colors, the color of each texel */
static int make_samples(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number);
  if (!texture) return 0;
  GLenum target = input_word(in), format = input_word(in);
  GLsizei width = (GLsizei)input_word(in), height = (GLsizei)input_word(in), layers = (GLsizei)input_word(in);
  GLsizei samples = (GLsizei)input_word(in);
  uint32_t sort = input_word(in);
  size_t size;
  const uint8_t *color = input_rest(in, &size);
  if (!color) return 1;
  glGenTextures(1, texture);
  texture_targets[number] = target;
  glBindTexture(target, *texture);
  if (target == GL_TEXTURE_2D_MULTISAMPLE) glTexStorage2DMultisample(target, samples, format, width, height, GL_TRUE);
  else glTexStorage3DMultisample(target, samples, format, width, height, layers, GL_TRUE);
  if (!check("unsupported: texture with samples")) return 0;
  GLuint frame;
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, frame);
  glEnable(GL_SCISSOR_TEST);
  for (GLint layer = 0; layer < layers; layer++) {
    if (target == GL_TEXTURE_2D_MULTISAMPLE)
      glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, *texture, 0);
    else glFramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, *texture, 0, layer);
    for (GLint i = 0; i < width * height; i++, color += 16) {
      glScissor(i % width, i / width, 1, 1);
      clear_color(0, sort, color);
    }
  }
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glDeleteFramebuffers(1, &frame);
  return check("unsupported: texels with samples");
}

/* number, target of a face or of the texture, level, layer, width, height, depth, format, type, texels */
static int upload(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number);
  if (!texture) return 0;
  GLenum target = input_word(in);
  GLint level = (GLint)input_word(in), layer = (GLint)input_word(in);
  GLsizei width = (GLsizei)input_word(in), height = (GLsizei)input_word(in), depth = (GLsizei)input_word(in);
  GLenum format = input_word(in), type = input_word(in);
  size_t size;
  const uint8_t *bytes = input_rest(in, &size);
  if (!bytes) return 1;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glBindTexture(texture_targets[number], *texture);
  int is_flat = texture_targets[number] == GL_TEXTURE_2D || texture_targets[number] == GL_TEXTURE_CUBE_MAP;
  if (is_flat) glTexSubImage2D(target, level, 0, 0, width, height, format, type, bytes);
  else glTexSubImage3D(target, level, 0, 0, layer, width, height, depth, format, type, bytes);
  return check("texels");
}

/* texture, buffer, internal format */
static int make_texel_buffer(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number), *buffer = thing(buffers, input_word(in));
  if (!texture || !buffer) return 0;
  glGenTextures(1, texture);
  texture_targets[number] = GL_TEXTURE_BUFFER;
  glBindTexture(GL_TEXTURE_BUFFER, *texture);
  glTexBuffer(GL_TEXTURE_BUFFER, input_word(in), *buffer);
  return check("texel buffer");
}

/* number, four words of the border, then pairs of a parameter and a value with a flag: 1 for a float */
static int make_sampler(struct input *in) {
  GLuint *sampler = thing(samplers, input_word(in));
  if (!sampler) return 0;
  glGenSamplers(1, sampler);
  float border[4];
  const uint8_t *words = input_bytes(in, sizeof border);
  if (!words) return 1;
  memcpy(border, words, sizeof border);
  glSamplerParameterfv(*sampler, GL_TEXTURE_BORDER_COLOR, border);
  while (in->left >= 12) {
    GLenum name = input_word(in);
    uint32_t is_float = input_word(in), value = input_word(in);
    float number;
    memcpy(&number, &value, sizeof number);
    if (is_float) glSamplerParameterf(*sampler, name, number);
    else glSamplerParameteri(*sampler, name, (GLint)value);
  }
  return check("sampler");
}

static int input_name(struct input *in, char *name) {
  size_t size;
  const uint8_t *bytes = input_rest(in, &size);
  if (!bytes || size == 0 || size >= NAME_SIZE) return fail("a name is missing");
  memcpy(name, bytes, size);
  name[size] = 0;
  return 1;
}

/* buffer, binding, name of the block. A block that the compiler left out needs nothing. */
static int bind_block(struct input *in, int is_storage) {
  GLuint *buffer = thing(buffers, input_word(in));
  GLuint binding = input_word(in);
  char name[NAME_SIZE];
  if (!buffer || !input_name(in, name)) return 0;
  if (is_storage) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, *buffer);
    return check("storage buffer");
  }
  GLuint block = glGetUniformBlockIndex(program, name);
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, binding);
  glBindBufferBase(GL_UNIFORM_BUFFER, binding, *buffer);
  return check("uniform buffer");
}

/* texture, sampler + 1 or 0, unit, name */
static int bind_texture(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number);
  uint32_t sampler = input_word(in), unit = input_word(in);
  char name[NAME_SIZE];
  if (!texture || !input_name(in, name)) return 0;
  if (unit >= (uint32_t)own_unit) return fail("texture unit %u", (unsigned)unit);
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(texture_targets[number], *texture);
  glBindSampler(unit, sampler > 0 && sampler <= MAX_THINGS ? samplers[sampler - 1] : 0);
  GLint location = glGetUniformLocation(program, name);
  if (location >= 0) glUniform1i(location, (GLint)unit);
  glActiveTexture(GL_TEXTURE0 + (GLenum)own_unit);
  return check("texture unit");
}

/* texture, unit, internal format, access */
static int bind_image(struct input *in) {
  uint32_t number = input_word(in);
  GLuint *texture = thing(textures, number);
  if (!texture) return 0;
  GLuint unit = input_word(in);
  GLenum format = input_word(in), access = input_word(in);
  glBindImageTexture(unit, *texture, 0, GL_TRUE, 0, access, format);
  return check("image");
}

static int dispatch(struct input *in) {
  GLuint x = input_word(in), y = input_word(in), z = input_word(in);
  glDispatchCompute(x, y, z);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  return check("dispatch");
}

/* location, GL_FLOAT, GL_INT or GL_UNSIGNED_INT, vectors of four components */
static int attribute(struct input *in) {
  GLuint location = input_word(in);
  GLenum type = input_word(in);
  size_t size;
  const uint8_t *bytes = input_rest(in, &size);
  if (!bytes || attribute_count == MAX_THINGS) return 1;
  GLuint *buffer = &attributes[attribute_count++];
  glGenBuffers(1, buffer);
  glBindBuffer(GL_ARRAY_BUFFER, *buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
  if (type == GL_FLOAT) glVertexAttribPointer(location, 4, type, GL_FALSE, 16, NULL);
  else glVertexAttribIPointer(location, 4, type, 16, NULL);
  glEnableVertexAttribArray(location);
  return check("attribute");
}

/* size, vectors of four floats, name: the values of a uniform array. One that the compiler left out needs nothing. */
static int uniform(struct input *in) {
  uint32_t size = input_word(in);
  const GLfloat *values = (const GLfloat *)input_bytes(in, size);
  char name[NAME_SIZE];
  if (!values || !input_name(in, name)) return 0;
  GLint location = glGetUniformLocation(program, name);
  if (location >= 0) glUniform4fv(location, (GLsizei)(size / 16), values);
  return check("uniform");
}

/* size, vectors of four floats, name */
static int named_attribute(struct input *in) {
  uint32_t size = input_word(in);
  const uint8_t *bytes = input_bytes(in, size);
  char name[NAME_SIZE];
  if (!bytes || !input_name(in, name) || attribute_count == MAX_THINGS) return 0;
  GLint location = glGetAttribLocation(program, name);
  if (location < 0) return 1;
  GLuint *buffer = &attributes[attribute_count++];
  glGenBuffers(1, buffer);
  glBindBuffer(GL_ARRAY_BUFFER, *buffer);
  glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
  glVertexAttribPointer((GLuint)location, 4, GL_FLOAT, GL_FALSE, 16, NULL);
  glEnableVertexAttribArray((GLuint)location);
  return check("attribute");
}

static int indices(struct input *in) {
  size_t size;
  const uint8_t *bytes = input_rest(in, &size);
  if (!bytes) return 1;
  glGenBuffers(1, &index_buffer);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)size, bytes, GL_STATIC_DRAW);
  return check("indices");
}

/* internal format, width, height, sort of the clear value (0 float, 1 signed, 2 unsigned), four values */
static int target(struct input *in) {
  GLenum format = input_word(in);
  GLsizei width = (GLsizei)input_word(in), height = (GLsizei)input_word(in);
  uint32_t sort = input_word(in);
  const uint8_t *clear = input_bytes(in, 16);
  if (!clear || target_count == MAX_TARGETS) return 1;
  GLuint number = target_count++;
  if (framebuffer == 0) glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glGenTextures(1, &targets[number]);
  glActiveTexture(GL_TEXTURE0 + (GLenum)own_unit);
  glBindTexture(GL_TEXTURE_2D, targets[number]);
  glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + number, GL_TEXTURE_2D, targets[number], 0);
  GLenum list[MAX_TARGETS];
  for (GLuint i = 0; i < target_count; i++) list[i] = GL_COLOR_ATTACHMENT0 + i;
  glDrawBuffers((GLsizei)target_count, list);
  glViewport(0, 0, width, height);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) return fail("unsupported: target 0x%x", format);
  clear_color((GLint)number, sort, clear);
  return check("target");
}

/* mode, vertices, instances, bits of an index or 0, first vertex of indices, vertices of a patch or 0 */
static int draw(struct input *in) {
  GLenum mode = input_word(in);
  GLsizei count = (GLsizei)input_word(in), instances = (GLsizei)input_word(in);
  uint32_t bits = input_word(in);
  GLint base = (GLint)input_word(in), patch = (GLint)input_word(in);
  if (patch > 0) glPatchParameteri(GL_PATCH_VERTICES, patch);
  GLenum type = bits == 16 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
  if (bits > 0) glDrawElementsInstancedBaseVertex(mode, count, type, NULL, instances, base);
  else glDrawArraysInstanced(mode, 0, count, instances);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  return check("draw");
}

static int read_buffer(struct input *in, struct output *out) {
  GLuint *buffer = thing(buffers, input_word(in));
  if (!buffer) return 0;
  GLint size = 0;
  glBindBuffer(GL_COPY_READ_BUFFER, *buffer);
  glGetBufferParameteriv(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &size);
  const void *bytes = glMapBufferRange(GL_COPY_READ_BUFFER, 0, size, GL_MAP_READ_BIT);
  if (!bytes) return check("read of a buffer");
  output_word(out, (uint32_t)size);
  output_append(out, bytes, (size_t)size);
  glUnmapBuffer(GL_COPY_READ_BUFFER);
  return check("read of a buffer");
}

static int read_pixels(struct input *in, struct output *out) {
  GLsizei width = (GLsizei)input_word(in), height = (GLsizei)input_word(in);
  GLenum format = input_word(in), type = input_word(in);
  uint32_t size = input_word(in);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  output_word(out, size * (uint32_t)(width * height));
  uint8_t *to = output_append(out, NULL, (size_t)size * (size_t)width * (size_t)height);
  glReadPixels(0, 0, width, height, format, type, to);
  return check("read of texels");
}

/* texture, target, level, layer, depth (slices, one after the other), width, height, format, type, bytes of a texel */
static int read_texture(struct input *in, struct output *out) {
  GLuint *texture = thing(textures, input_word(in));
  if (!texture) return 0;
  GLenum target = input_word(in);
  GLint level = (GLint)input_word(in), layer = (GLint)input_word(in);
  GLuint reader;
  glGenFramebuffers(1, &reader);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, reader);
  if (target == GL_TEXTURE_2D) glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, *texture, level);
  else glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, *texture, level, layer);
  int done = glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE
                 ? read_pixels(in, out)
                 : fail("unsupported: read of a texture");
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glDeleteFramebuffers(1, &reader);
  return done;
}

static int read_target(struct input *in, struct output *out) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glReadBuffer(GL_COLOR_ATTACHMENT0 + input_word(in));
  return read_pixels(in, out);
}

static int clip(struct input *in) {
  uint32_t count = input_word(in);
  for (uint32_t i = 0; i < count && i < CLIP_DISTANCES; i++) glEnable(GL_CLIP_DISTANCE_FIRST + i);
  return check("clip distances");
}

/* bits: colors are written to these targets only */
static int written_targets(struct input *in) {
  uint32_t bits = input_word(in);
  for (GLuint i = 0; i < target_count; i++) {
    GLboolean is_written = (bits >> i & 1) != 0;
    glColorMaski(i, is_written, is_written, is_written, is_written);
  }
  return check("written targets");
}

static int run(uint32_t code, struct input *in, struct output *out) {
  switch (code) {
    case COMMAND_PROGRAM: return compile_program(in);
    case COMMAND_BUFFER: return make_buffer(in);
    case COMMAND_TEXTURE: return make_texture(in);
    case COMMAND_UPLOAD: return upload(in);
    case COMMAND_TEXEL_BUFFER: return make_texel_buffer(in);
    case COMMAND_SAMPLER: return make_sampler(in);
    case COMMAND_BIND_CONSTANTS: return bind_block(in, 0);
    case COMMAND_BIND_STORAGE: return bind_block(in, 1);
    case COMMAND_BIND_TEXTURE: return bind_texture(in);
    case COMMAND_BIND_IMAGE: return bind_image(in);
    case COMMAND_DISPATCH: return dispatch(in);
    case COMMAND_ATTRIBUTE: return attribute(in);
    case COMMAND_INDICES: return indices(in);
    case COMMAND_TARGET: return target(in);
    case COMMAND_DRAW: return draw(in);
    case COMMAND_READ_BUFFER: return read_buffer(in, out);
    case COMMAND_READ_TEXTURE: return read_texture(in, out);
    case COMMAND_READ_TARGET: return read_target(in, out);
    case COMMAND_CLIP: return clip(in);
    case COMMAND_WRITTEN_TARGETS: return written_targets(in);
    case COMMAND_SAMPLES: return make_samples(in);
    case COMMAND_UNIFORM: return uniform(in);
    case COMMAND_NAMED_ATTRIBUTE: return named_attribute(in);
    default: return fail("unknown command %u", (unsigned)code);
  }
}

static const struct backend desktop_backend = {"opengl", start_desktop, begin, run, end};
static const struct backend compatible_backend = {"opengl-compatibility", start_compatible, begin, run, end};
static const struct backend embedded_backend = {"opengl-es", start_embedded, begin, run, end};

const struct backend *const backends[] = {&desktop_backend, &compatible_backend, &embedded_backend, NULL};
