/* A growing byte buffer, and JSON written into it. Text is Latin-1: bytes from 0x7f on are escaped one by one. */
#ifndef DXLENS_ORACLE_BUFFER_H
#define DXLENS_ORACLE_BUFFER_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *data;
  size_t size;
  size_t capacity;
} Buffer;

static inline void put_bytes(Buffer *b, const void *bytes, size_t size) {
  if (b->size + size + 1 > b->capacity) {
    b->capacity = (b->size + size + 1) * 2;
    b->data = realloc(b->data, b->capacity);
    if (!b->data) exit(3);
  }
  memcpy(b->data + b->size, bytes, size);
  b->size += size;
  b->data[b->size] = 0;
}

static inline void put(Buffer *b, const char *text) { put_bytes(b, text, strlen(text)); }

/* At most 511 characters. */
static inline void putf(Buffer *b, const char *format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  put(b, text);
}

/* `text` as a JSON string, or null. */
static inline void put_json(Buffer *b, const char *text) {
  if (!text) {
    put(b, "null");
    return;
  }
  put(b, "\"");
  for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
    if (*p == '"' || *p == '\\') putf(b, "\\%c", *p);
    else if (*p < 0x20 || *p >= 0x7f) putf(b, "\\u%04x", *p);
    else put_bytes(b, p, 1);
  }
  put(b, "\"");
}

/* Bytes as a JSON string of hexadecimal digits. */
static inline void put_hex(Buffer *b, const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  put(b, "\"");
  for (size_t i = 0; i < size; i++) putf(b, "%02x", p[i]);
  put(b, "\"");
}

#endif
