/*
 * Requests and answers of the executor: words that are read with their lengths checked, and bytes that are collected.
 * Not for: what the commands do (d3d11.c, d3d9.c).
 */
#ifndef FRAME_H
#define FRAME_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are still to be read. A read past the end gives 0 and sets `failed`. */
struct input {
  const uint8_t *at;
  size_t left;
  int failed;
};

uint32_t input_word(struct input *in);
/* The next `size` bytes; NULL if there are fewer. */
const uint8_t *input_bytes(struct input *in, size_t size);
/* All the rest. */
const uint8_t *input_rest(struct input *in, size_t *size);

struct output {
  uint8_t *bytes;
  size_t size, capacity;
};

void output_clear(struct output *out);
/* Appends `size` bytes from `data`, or zeros; returns where they are. */
uint8_t *output_append(struct output *out, const void *data, size_t size);
void output_word(struct output *out, uint32_t word);

/* What went wrong with the current request: printf into one buffer. Returns 0. */
int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
enum { MAX_FAILURE = 2048 };
extern char failure[MAX_FAILURE];

/* One command of a request. Returns 0 after fail(). */
typedef int (*run_command)(uint32_t code, struct input *in, struct output *out);

/* An interface: start returns 0 after fail(). */
struct backend {
  /* As the command line names it. */
  const char *name;
  int (*start)(void);
  void (*begin)(void);
  run_command run;
  void (*end)(void);
};

/* The backends of a program, then NULL. */
extern const struct backend *const backends[];

extern const struct backend d3d11_backend, d3d9_backend;

#endif
