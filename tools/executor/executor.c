/*
 * The executor: runs shaders on an interface of the machine it is on. Backends are linked to it: Direct3D 11 and 9 (d3d11.c, d3d9.c), which for us
 * are Wine's on Mesa's llvmpipe, or OpenGL (tools/gpu/opengl).
 *
 * usage: executor BACKEND
 *
 * Standard input has requests, standard output has their answers, both little-endian:
 *
 *     request: size, then `size` bytes of commands: code, size, payload (a multiple of four bytes)
 *     answer:  status (0: done, 1: failed), size, then per read command its size and bytes, or the text of the failure
 *
 * A request is complete: nothing of one is left for the next. A size of 0xffffffff ends the program. The codes are in the files of the
 * backends.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "frame.h"

enum { EXIT_USAGE = 2, MAX_REQUEST = 64 << 20 };

char failure[MAX_FAILURE];

int fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure, sizeof failure, format, arguments);
  va_end(arguments);
  return 0;
}

uint32_t input_word(struct input *in) {
  uint32_t word = 0;
  const uint8_t *bytes = input_bytes(in, sizeof word);
  if (bytes) memcpy(&word, bytes, sizeof word);
  return word;
}

const uint8_t *input_bytes(struct input *in, size_t size) {
  if (in->left < size) {
    in->failed = 1;
    in->left = 0;
    return NULL;
  }
  const uint8_t *bytes = in->at;
  in->at += size;
  in->left -= size;
  return bytes;
}

const uint8_t *input_rest(struct input *in, size_t *size) {
  *size = in->left;
  return input_bytes(in, in->left);
}

void output_clear(struct output *out) { out->size = 0; }

uint8_t *output_append(struct output *out, const void *data, size_t size) {
  if (out->capacity - out->size < size) {
    out->capacity = 2 * (out->size + size);
    out->bytes = realloc(out->bytes, out->capacity);
    if (!out->bytes) abort();
  }
  uint8_t *to = out->bytes + out->size;
  if (data) memcpy(to, data, size);
  else memset(to, 0, size);
  out->size += size;
  return to;
}

void output_word(struct output *out, uint32_t word) { output_append(out, &word, sizeof word); }

static int run_request(const struct backend *backend, struct input *in, struct output *out) {
  while (in->left > 0) {
    uint32_t code = input_word(in), size = input_word(in);
    struct input payload = {input_bytes(in, size), size, 0};
    if (in->failed) return fail("a command is longer than the request");
    if (!backend->run(code, &payload, out)) return 0;
    if (payload.failed) return fail("command %u is too short: %u bytes", (unsigned)code, (unsigned)size);
  }
  return 1;
}

static int serve(const struct backend *backend) {
  static struct output out;
  uint8_t *request = NULL;
  size_t capacity = 0;
  for (;;) {
    uint32_t size;
    if (fread(&size, sizeof size, 1, stdin) != 1 || size == 0xffffffff) return 0;
    if (size > MAX_REQUEST) return EXIT_USAGE;
    if (size > capacity && !(request = realloc(request, capacity = size))) return EXIT_USAGE;
    if (size > 0 && fread(request, size, 1, stdin) != 1) return 0;
    struct input in = {request, size, 0};
    output_clear(&out);
    failure[0] = 0;
    backend->begin();
    int done = run_request(backend, &in, &out);
    backend->end();
    if (!done) {
      output_clear(&out);
      output_append(&out, failure, strlen(failure));
    }
    uint32_t head[2] = {!done, (uint32_t)out.size};
    fwrite(head, sizeof head, 1, stdout);
    fwrite(out.bytes, 1, out.size, stdout);
    fflush(stdout);
  }
}

int main(int count, char **arguments) {
  const struct backend *backend = NULL;
  for (int i = 0; backends[i]; i++)
    if (count > 1 && strcmp(arguments[1], backends[i]->name) == 0) backend = backends[i];
  if (!backend) {
    fprintf(stderr, "usage: executor BACKEND, one of:");
    for (int i = 0; backends[i]; i++) fprintf(stderr, " %s", backends[i]->name);
    fprintf(stderr, "\n");
    return EXIT_USAGE;
  }
#ifdef _WIN32
  setmode(fileno(stdin), O_BINARY);
  setmode(fileno(stdout), O_BINARY);
#endif
  if (!backend->start()) {
    fprintf(stderr, "executor: %s: %s\n", backend->name, failure);
    return EXIT_USAGE;
  }
  return serve(backend);
}
