/*
 * Runs trials on Vulkan: they come on standard input, answers go to standard output, both as words (protocol.ts). The process lives until it is told
 * to end, by a size of all ones.
 */
#include "trial.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint8_t *frame;
uint32_t frame_size, frame_at;
VkCommandBuffer commands;
static VkCommandPool pool;
static VkFence fence;

enum { MAX_READS = 64 };
static const uint64_t NEVER = ~0ull;

uint32_t word(void) {
  if (frame_at + 4 > frame_size) fail(STATUS_REFUSED, "the trial is cut off");
  uint32_t value;
  memcpy(&value, frame + frame_at, 4);
  frame_at += 4;
  return value;
}

const uint8_t *take(uint32_t size) {
  if (size > frame_size - frame_at) fail(STATUS_REFUSED, "the trial is cut off");
  const uint8_t *bytes = frame + frame_at;
  uint32_t end = frame_at + size;
  frame_at = (end + 3) & ~3u;
  return bytes;
}

void barrier(void) {
  VkMemoryBarrier all = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                         .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                         .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0,
                       NULL, 0, NULL);
}

static struct {
  const uint8_t *bytes;
  uint32_t size;
} results[MAX_READS];
static uint32_t result_count;

static void read_image(const struct image *image, uint32_t mip, uint32_t layer, VkExtent3D extent, uint32_t size) {
  struct buffer copy = make_buffer(size, NULL, 0);
  VkBufferImageCopy region = {.imageSubresource = {image->aspect, mip, layer, 1}, .imageExtent = extent};
  vkCmdCopyImageToBuffer(commands, image->handle, VK_IMAGE_LAYOUT_GENERAL, copy.handle, 1, &region);
  results[result_count].bytes = copy.bytes;
  results[result_count++].size = size;
}

static void read_results(void) {
  uint32_t count = word();
  if (count > MAX_READS) fail(STATUS_UNSUPPORTED, "too many reads");
  result_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t what = word(), index = word(), subresource = word(), size = word();
    if (what == 2) {
      read_image(&targets[index], 0, 0, (VkExtent3D){target_width, target_height, 1},
                 target_width * target_height * target_texel_bytes[index]);
      continue;
    }
    struct resource *of = &resources[index];
    if (what == 0) {
      results[result_count].bytes = of->buffer.handle == VK_NULL_HANDLE ? of->contents : of->buffer.bytes;
      results[result_count++].size = of->bytes;
    } else {
      const uint32_t *level = of->levels + 4 * subresource;
      if (of->image.handle == VK_NULL_HANDLE) {
        /* Nothing uses it. */
        results[result_count].bytes = (uint8_t *)of->contents + level[0];
        results[result_count++].size = size;
        continue;
      }
      read_image(&of->image, subresource % of->mips, subresource / of->mips,
                 (VkExtent3D){level[1], level[2], level[3]}, size);
    }
  }
}

static void run(void) {
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkResetCommandPool(device, pool, 0), "commands");
  check(vkBeginCommandBuffer(commands, &begin), "commands");
  read_resources();
  VkPipelineLayout layout = read_bindings();
  barrier();
  read_work(layout);
  barrier();
  read_results();
  check(vkEndCommandBuffer(commands), "commands");
  VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(queue, 1, &submit, fence), "submission");
  check(vkWaitForFences(device, 1, &fence, VK_TRUE, NEVER), "end");
  check(vkResetFences(device, 1, &fence), "fence");
}

static void put(uint32_t value) { fwrite(&value, 4, 1, stdout); }

static void answer(void) {
  if (setjmp(trial_end) == 0) {
    run();
    uint32_t size = 0;
    for (uint32_t i = 0; i < result_count; i++) size += 4 + results[i].size;
    put(STATUS_DONE);
    put(size);
    for (uint32_t i = 0; i < result_count; i++) {
      put(results[i].size);
      fwrite(results[i].bytes, 1, results[i].size, stdout);
    }
  } else {
    put((uint32_t)failure_status);
    put((uint32_t)strlen(failure_text));
    fputs(failure_text, stdout);
  }
  fflush(stdout);
  destroy_kept();
}

int main(void) {
  open_device();
  VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                       .queueFamilyIndex = queue_family};
  vkCreateCommandPool(device, &pool_info, NULL, &pool);
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = pool,
                                      .commandBufferCount = 1};
  vkAllocateCommandBuffers(device, &info, &commands);
  VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  vkCreateFence(device, &fence_info, NULL, &fence);
  uint32_t size;
  uint8_t *bytes = NULL;
  while (fread(&size, 4, 1, stdin) == 1 && size != 0xffffffffu) {
    bytes = realloc(bytes, size > 0 ? size : 1);
    if (bytes == NULL || fread(bytes, 1, size, stdin) != size) return 1;
    frame = bytes;
    frame_size = size;
    frame_at = 0;
    answer();
  }
  return 0;
}
