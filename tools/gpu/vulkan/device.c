/* The device with all features that it has, and what trials make on it. */
#include "device.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VkPhysicalDevice physical;
VkDevice device;
VkQueue queue;
uint32_t queue_family;
jmp_buf trial_end;
int failure_status;
char failure_text[512];
static VkPhysicalDeviceMemoryProperties memory;

enum { EXIT_USAGE = 2, MAX_KEPT = 4096, MAX_EXTENSIONS = 512 };

static struct {
  uint64_t handle;
  destroyer destroy;
} kept[MAX_KEPT];
static int kept_count;

_Noreturn void fail(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(failure_text, sizeof failure_text, format, arguments);
  va_end(arguments);
  failure_status = status;
  longjmp(trial_end, 1);
}

void check(VkResult result, const char *what) {
  if (result == VK_ERROR_FORMAT_NOT_SUPPORTED) fail(STATUS_UNSUPPORTED, "%s: the format is not supported", what);
  if (result != VK_SUCCESS) fail(STATUS_REFUSED, "%s: VkResult %d", what, result);
}

/* Extensions that translations use. */
static const char *const WANTED[] = {
    "VK_EXT_shader_demote_to_helper_invocation", "VK_EXT_shader_stencil_export",
    "VK_EXT_shader_viewport_index_layer", "VK_EXT_custom_border_color"};

void open_device(void) {
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .pApplicationInfo = &application};
  VkInstance instance;
  uint32_t count = 1;
  if (vkCreateInstance(&instance_info, NULL, &instance) != VK_SUCCESS ||
      vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || count == 0) {
    fputs("no device of Vulkan\n", stderr);
    exit(EXIT_USAGE);
  }
  VkQueueFamilyProperties families[16];
  uint32_t family_count = 16;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &family_count, families);
  VkQueueFlags needed = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (uint32_t i = 0; i < family_count; i++)
    if ((families[i].queueFlags & needed) == needed) queue_family = i;
  VkPhysicalDeviceCustomBorderColorFeaturesEXT borders = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT};
  VkPhysicalDeviceVulkan13Features of13 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                           .pNext = &borders};
  VkPhysicalDeviceVulkan12Features of12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                           .pNext = &of13};
  VkPhysicalDeviceVulkan11Features of11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                           .pNext = &of12};
  VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &of11};
  vkGetPhysicalDeviceFeatures2(physical, &features);
  static VkExtensionProperties known[MAX_EXTENSIONS];
  uint32_t known_count = MAX_EXTENSIONS;
  vkEnumerateDeviceExtensionProperties(physical, NULL, &known_count, known);
  const char *names[sizeof WANTED / sizeof *WANTED];
  uint32_t name_count = 0;
  for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++)
    for (uint32_t j = 0; j < known_count; j++)
      if (strcmp(WANTED[i], known[j].extensionName) == 0) names[name_count++] = WANTED[i];
  float priority = 1;
  VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                        .queueFamilyIndex = queue_family,
                                        .queueCount = 1,
                                        .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue_info,
                             .enabledExtensionCount = name_count,
                             .ppEnabledExtensionNames = names};
  if (vkCreateDevice(physical, &info, NULL, &device) != VK_SUCCESS) {
    fputs("the device of Vulkan cannot be opened\n", stderr);
    exit(EXIT_USAGE);
  }
  vkGetDeviceQueue(device, queue_family, 0, &queue);
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
}

void keep(uint64_t handle, destroyer destroy) {
  if (kept_count == MAX_KEPT) fail(STATUS_UNSUPPORTED, "the trial has too many objects");
  kept[kept_count].handle = handle;
  kept[kept_count++].destroy = destroy;
}

void destroy_kept(void) {
  while (kept_count > 0) {
    kept_count--;
    kept[kept_count].destroy(kept[kept_count].handle);
  }
}

static void destroy_buffer(uint64_t handle) { vkDestroyBuffer(device, (VkBuffer)handle, NULL); }
static void destroy_image(uint64_t handle) { vkDestroyImage(device, (VkImage)handle, NULL); }
static void destroy_view(uint64_t handle) { vkDestroyImageView(device, (VkImageView)handle, NULL); }
static void destroy_module(uint64_t handle) { vkDestroyShaderModule(device, (VkShaderModule)handle, NULL); }
static void free_memory(uint64_t handle) { vkFreeMemory(device, (VkDeviceMemory)handle, NULL); }

static VkDeviceMemory allocate(const VkMemoryRequirements *needs, VkMemoryPropertyFlags properties) {
  for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
    if (!(needs->memoryTypeBits >> i & 1) || (memory.memoryTypes[i].propertyFlags & properties) != properties) continue;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs->size, .memoryTypeIndex = i};
    VkDeviceMemory handle;
    check(vkAllocateMemory(device, &info, NULL, &handle), "memory");
    keep((uint64_t)handle, free_memory);
    return handle;
  }
  fail(STATUS_UNSUPPORTED, "no memory of the kind");
}

struct buffer make_buffer(VkDeviceSize size, const void *bytes, uint32_t count) {
  VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size,
      .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
               VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
               VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT};
  struct buffer buffer = {.size = size};
  check(vkCreateBuffer(device, &info, NULL, &buffer.handle), "buffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer.handle, &needs);
  VkDeviceMemory own =
      allocate(&needs, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
  keep((uint64_t)buffer.handle, destroy_buffer);
  check(vkBindBufferMemory(device, buffer.handle, own, 0), "memory of a buffer");
  void *mapped;
  check(vkMapMemory(device, own, 0, VK_WHOLE_SIZE, 0, &mapped), "mapped memory");
  buffer.bytes = mapped;
  memset(buffer.bytes, 0, size);
  if (count > 0) memcpy(buffer.bytes, bytes, count);
  return buffer;
}

struct image make_image(const VkImageCreateInfo *info) {
  VkImageFormatProperties limits;
  check(vkGetPhysicalDeviceImageFormatProperties(physical, info->format, info->imageType, info->tiling, info->usage,
                                                 info->flags, &limits),
        "image");
  if (!(limits.sampleCounts & info->samples)) fail(STATUS_UNSUPPORTED, "no image of %d samples", (int)info->samples);
  int is_depth = info->format == VK_FORMAT_D32_SFLOAT || info->format == VK_FORMAT_D16_UNORM;
  struct image image = {.format = info->format,
                        .aspect = is_depth ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT,
                        .mips = info->mipLevels,
                        .layers = info->arrayLayers};
  check(vkCreateImage(device, info, NULL, &image.handle), "image");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(device, image.handle, &needs);
  VkDeviceMemory own = allocate(&needs, 0);
  keep((uint64_t)image.handle, destroy_image);
  check(vkBindImageMemory(device, image.handle, own, 0), "memory of an image");
  return image;
}

static VkImageView make_view_of(const struct image *image, VkImageViewType type, VkImageSubresourceRange range) {
  VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                .image = image->handle,
                                .viewType = type,
                                .format = image->format,
                                .subresourceRange = range};
  VkImageView view;
  check(vkCreateImageView(device, &info, NULL, &view), "view");
  keep((uint64_t)view, destroy_view);
  return view;
}

VkImageView make_view(const struct image *image, VkImageViewType type, uint32_t mips) {
  return make_view_of(image, type, (VkImageSubresourceRange){image->aspect, 0, mips, 0, image->layers});
}

VkImageView make_layer_view(const struct image *image, uint32_t layer) {
  return make_view_of(image, VK_IMAGE_VIEW_TYPE_2D, (VkImageSubresourceRange){image->aspect, 0, 1, layer, 1});
}

VkShaderModule make_module(const uint32_t *words, uint32_t count) {
  VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = 4 * (size_t)count, .pCode = words};
  VkShaderModule module;
  check(vkCreateShaderModule(device, &info, NULL, &module), "shader");
  keep((uint64_t)module, destroy_module);
  return module;
}
