/* Buffers, images, samplers and descriptors of a trial. */
#include "trial.h"
#include <string.h>

struct resource resources[MAX_RESOURCES];
uint32_t resource_count;
static VkDescriptorSet sets[MAX_SETS];

enum { NONE = 0xffffffffu };

void read_resources(void) {
  resource_count = word();
  if (resource_count > MAX_RESOURCES) fail(STATUS_UNSUPPORTED, "too many resources");
  for (uint32_t i = 0; i < resource_count; i++) {
    struct resource *one = &resources[i];
    memset(one, 0, sizeof *one);
    one->is_texture = (int)word();
    if (one->is_texture) {
      one->type = word();
      one->format = word();
      one->width = word();
      one->height = word();
      one->depth = word();
      one->layers = word();
      one->mips = word();
      one->is_cube = word();
      one->samples = word();
      one->subresources = word();
      one->levels = (const uint32_t *)take(16 * one->subresources);
    }
    one->bytes = word();
    one->contents = take(one->bytes);
  }
}

void use_image(const struct image *image) {
  VkImageMemoryBarrier change = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                 .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                 .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                 .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                 .image = image->handle,
                                 .subresourceRange = {image->aspect, 0, image->mips, 0, image->layers}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0,
                       NULL, 1, &change);
}

/* Clears each texel of a texture with several samples to its color: four words in the contents. */
static void fill_samples(const struct resource *one) {
  const uint32_t *color = (const uint32_t *)one->contents;
  for (uint32_t layer = 0; layer < one->layers; layer++) {
    VkRenderingAttachmentInfo target = {.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                        .imageView = make_layer_view(&one->image, layer),
                                        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                        .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                        .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                            .renderArea = {{0, 0}, {one->width, one->height}},
                            .layerCount = 1,
                            .colorAttachmentCount = 1,
                            .pColorAttachments = &target};
    vkCmdBeginRendering(commands, &info);
    for (uint32_t i = 0; i < one->width * one->height; i++, color += 4) {
      VkClearAttachment clear = {.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
      memcpy(clear.clearValue.color.uint32, color, 16);
      VkClearRect place = {{{(int32_t)(i % one->width), (int32_t)(i / one->width)}, {1, 1}}, 0, 1};
      vkCmdClearAttachments(commands, 1, &clear, 1, &place);
    }
    vkCmdEndRendering(commands);
  }
}

static void make_texture(struct resource *one, uint32_t format, int is_storage) {
  VkImageCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .flags = one->is_cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
      .imageType = (VkImageType)one->type,
      .format = (VkFormat)format,
      .extent = {one->width, one->height, one->depth},
      .mipLevels = one->mips,
      .arrayLayers = one->layers,
      .samples = (VkSampleCountFlagBits)one->samples,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
               (is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT) |
               (one->samples > 1 ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : 0)};
  one->image = make_image(&info);
  use_image(&one->image);
  if (one->samples > 1) {
    fill_samples(one);
    return;
  }
  struct buffer staging = make_buffer(one->bytes > 0 ? one->bytes : 4, one->contents, one->bytes);
  for (uint32_t i = 0; i < one->subresources; i++) {
    const uint32_t *level = one->levels + 4 * i;
    VkBufferImageCopy copy = {.bufferOffset = level[0],
                              .imageSubresource = {one->image.aspect, i % one->mips, i / one->mips, 1},
                              .imageExtent = {level[1], level[2], level[3]}};
    vkCmdCopyBufferToImage(commands, staging.handle, one->image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
  }
}

static void destroy_sampler(uint64_t handle) { vkDestroySampler(device, (VkSampler)handle, NULL); }
static void destroy_buffer_view(uint64_t handle) { vkDestroyBufferView(device, (VkBufferView)handle, NULL); }
static void destroy_pool(uint64_t handle) { vkDestroyDescriptorPool(device, (VkDescriptorPool)handle, NULL); }
static void destroy_set_layout(uint64_t handle) {
  vkDestroyDescriptorSetLayout(device, (VkDescriptorSetLayout)handle, NULL);
}
static void destroy_layout(uint64_t handle) { vkDestroyPipelineLayout(device, (VkPipelineLayout)handle, NULL); }

static float real(void) {
  uint32_t bits = word();
  float value;
  memcpy(&value, &bits, 4);
  return value;
}

static VkSampler read_sampler(void) {
  VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  info.magFilter = (VkFilter)word();
  info.minFilter = (VkFilter)word();
  info.mipmapMode = (VkSamplerMipmapMode)word();
  info.addressModeU = (VkSamplerAddressMode)word();
  info.addressModeV = (VkSamplerAddressMode)word();
  info.addressModeW = (VkSamplerAddressMode)word();
  info.mipLodBias = real();
  info.maxAnisotropy = real();
  info.anisotropyEnable = info.maxAnisotropy > 1;
  info.compareEnable = word();
  info.compareOp = (VkCompareOp)word();
  info.minLod = real();
  info.maxLod = real();
  info.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
  VkSamplerCustomBorderColorCreateInfoEXT border = {
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
  for (int c = 0; c < 4; c++) border.customBorderColor.float32[c] = real();
  info.pNext = &border;
  VkSampler sampler;
  check(vkCreateSampler(device, &info, NULL, &sampler), "sampler");
  keep((uint64_t)sampler, destroy_sampler);
  return sampler;
}

static VkBufferView make_buffer_view(VkBuffer buffer, uint32_t format) {
  VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                 .buffer = buffer,
                                 .format = (VkFormat)format,
                                 .range = VK_WHOLE_SIZE};
  VkBufferView view;
  check(vkCreateBufferView(device, &info, NULL, &view), "view of a buffer");
  keep((uint64_t)view, destroy_buffer_view);
  return view;
}

/* A binding: where it is, and what it gets. */
struct binding {
  uint32_t set, number, element, count, type, stages, resource, view_type, format, min_size;
  VkSampler sampler;
};

static void describe(const struct binding *one) {
  VkDescriptorBufferInfo buffer = {.range = VK_WHOLE_SIZE};
  VkDescriptorImageInfo image = {.sampler = one->sampler, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
  VkBufferView texels = VK_NULL_HANDLE;
  if (one->sampler == VK_NULL_HANDLE) {
    if (one->resource >= resource_count) fail(STATUS_UNSUPPORTED, "nothing is bound at set %u, binding %u", one->set, one->number);
    struct resource *of = &resources[one->resource];
    if (of->is_texture) {
      int is_storage = one->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
      if (of->image.handle == VK_NULL_HANDLE) make_texture(of, one->format, is_storage);
      image.imageView = make_view(&of->image, (VkImageViewType)one->view_type, is_storage ? 1 : of->mips);
    } else {
      uint32_t size = of->bytes > one->min_size ? of->bytes : one->min_size;
      if (of->buffer.handle == VK_NULL_HANDLE) of->buffer = make_buffer(size > 4 ? size : 4, of->contents, of->bytes);
      buffer.buffer = of->buffer.handle;
      if (one->type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER || one->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER)
        texels = make_buffer_view(of->buffer.handle, one->format);
    }
  }
  VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                .dstSet = sets[one->set],
                                .dstBinding = one->number,
                                .dstArrayElement = one->element,
                                .descriptorCount = 1,
                                .descriptorType = (VkDescriptorType)one->type,
                                .pImageInfo = &image,
                                .pBufferInfo = &buffer,
                                .pTexelBufferView = &texels};
  vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
}

VkPipelineLayout read_bindings(void) {
  static struct binding bindings[MAX_BINDINGS];
  uint32_t count = word();
  if (count > MAX_BINDINGS) fail(STATUS_UNSUPPORTED, "too many bindings");
  VkDescriptorPoolSize sizes[VK_DESCRIPTOR_TYPE_STORAGE_BUFFER + 1];
  for (uint32_t i = 0; i <= VK_DESCRIPTOR_TYPE_STORAGE_BUFFER; i++)
    sizes[i] = (VkDescriptorPoolSize){(VkDescriptorType)i, 1};
  static VkDescriptorSetLayoutBinding rows[MAX_SETS][MAX_BINDINGS];
  uint32_t row_counts[MAX_SETS] = {0};
  for (uint32_t i = 0; i < count; i++) {
    struct binding *one = &bindings[i];
    *one = (struct binding){word(), word(), word(), word(), word(), word(), word(), word(), word(), word(), VK_NULL_HANDLE};
    if (one->set >= MAX_SETS) fail(STATUS_UNSUPPORTED, "set %u", one->set);
    if (one->type == VK_DESCRIPTOR_TYPE_SAMPLER) one->sampler = read_sampler();
    sizes[one->type].descriptorCount++;
    /* The elements of an array follow the first one. */
    if (one->element == 0)
      rows[one->set][row_counts[one->set]++] =
          (VkDescriptorSetLayoutBinding){one->number, (VkDescriptorType)one->type, one->count, one->stages, NULL};
  }
  VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                          .maxSets = MAX_SETS,
                                          .poolSizeCount = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER + 1,
                                          .pPoolSizes = sizes};
  VkDescriptorPool pool;
  check(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "descriptors");
  keep((uint64_t)pool, destroy_pool);
  VkDescriptorSetLayout layouts[MAX_SETS];
  for (uint32_t i = 0; i < MAX_SETS; i++) {
    VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                            .bindingCount = row_counts[i],
                                            .pBindings = rows[i]};
    VkResult result = vkCreateDescriptorSetLayout(device, &info, NULL, &layouts[i]);
    if (result == VK_ERROR_OUT_OF_HOST_MEMORY) fail(STATUS_UNSUPPORTED, "too many descriptors in a set");
    check(result, "layout of a set");
    keep((uint64_t)layouts[i], destroy_set_layout);
  }
  VkDescriptorSetAllocateInfo set_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                          .descriptorPool = pool,
                                          .descriptorSetCount = MAX_SETS,
                                          .pSetLayouts = layouts};
  check(vkAllocateDescriptorSets(device, &set_info, sets), "sets");
  for (uint32_t i = 0; i < count; i++) describe(&bindings[i]);
  VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = MAX_SETS, .pSetLayouts = layouts};
  VkPipelineLayout layout;
  check(vkCreatePipelineLayout(device, &info, NULL, &layout), "layout");
  keep((uint64_t)layout, destroy_layout);
  return layout;
}

void bind_sets(VkPipelineBindPoint point, VkPipelineLayout layout) {
  vkCmdBindDescriptorSets(commands, point, layout, 0, MAX_SETS, sets, 0, NULL);
}
