/* A trial as it comes (protocol.ts), and what is made of it. */
#pragma once
#include "device.h"

enum { MAX_RESOURCES = 256, MAX_BINDINGS = 512, MAX_STAGES = 5, MAX_SETS = 4, MAX_TARGETS = 8, MAX_INPUTS = 32 };

/* The frame that is read. */
extern const uint8_t *frame;
extern uint32_t frame_size, frame_at;
uint32_t word(void);
/* Bytes up to the next word. */
const uint8_t *take(uint32_t size);

struct resource {
  int is_texture;
  struct buffer buffer;
  struct image image;
  uint32_t bytes, type, format, width, height, depth, layers, mips, is_cube, samples, subresources;
  /* Of each subresource: offset, width, height, depth. */
  const uint32_t *levels;
  const uint8_t *contents;
};
extern struct resource resources[MAX_RESOURCES];
extern uint32_t resource_count;
extern VkCommandBuffer commands;

void read_resources(void);
/* Reads bindings and makes their descriptors; gives the layout of pipelines. */
VkPipelineLayout read_bindings(void);
void bind_sets(VkPipelineBindPoint point, VkPipelineLayout layout);
/* Makes an image usable for copies and shaders. */
void use_image(const struct image *image);
/* Waits for all that was written before. */
void barrier(void);
/* Commands of a dispatch or draw. */
void read_work(VkPipelineLayout layout);
extern struct image targets[MAX_TARGETS];
extern uint32_t target_width, target_height, target_texel_bytes[MAX_TARGETS];
