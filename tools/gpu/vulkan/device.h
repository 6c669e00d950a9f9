/* The device of Vulkan, and objects that live as long as one trial. */
#pragma once
#include <setjmp.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

/* Answers; see protocol.ts. */
enum { STATUS_DONE, STATUS_REFUSED, STATUS_UNSUPPORTED };

extern VkPhysicalDevice physical;
extern VkDevice device;
extern VkQueue queue;
extern uint32_t queue_family;

/* Ends a trial: the message is the answer. */
_Noreturn void fail(int status, const char *format, ...);
void check(VkResult result, const char *what);
extern jmp_buf trial_end;
extern int failure_status;
extern char failure_text[512];

void open_device(void);

/* An object that is destroyed after the trial. */
typedef void (*destroyer)(uint64_t handle);
void keep(uint64_t handle, destroyer destroy);
void destroy_kept(void);

struct buffer {
  VkBuffer handle;
  uint8_t *bytes;
  VkDeviceSize size;
};
/* A buffer in memory that the processor sees, for any use. */
struct buffer make_buffer(VkDeviceSize size, const void *bytes, uint32_t count);

struct image {
  VkImage handle;
  VkFormat format;
  VkImageAspectFlags aspect;
  uint32_t mips, layers;
};
struct image make_image(const VkImageCreateInfo *info);
VkImageView make_view(const struct image *image, VkImageViewType type, uint32_t mips);
/* One layer of an image, as a target. */
VkImageView make_layer_view(const struct image *image, uint32_t layer);
VkShaderModule make_module(const uint32_t *words, uint32_t count);
