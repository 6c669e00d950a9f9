/* The dispatch or the draw of a trial. */
#include "trial.h"
#include <string.h>

struct image targets[MAX_TARGETS];
uint32_t target_width, target_height, target_texel_bytes[MAX_TARGETS];

static void destroy_pipeline(uint64_t handle) { vkDestroyPipeline(device, (VkPipeline)handle, NULL); }

static VkPipelineShaderStageCreateInfo read_stage(void) {
  VkPipelineShaderStageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                          .pName = "main"};
  info.stage = (VkShaderStageFlagBits)word();
  uint32_t count = word();
  info.module = make_module((const uint32_t *)take(4 * count), count);
  return info;
}

static void dispatch(const VkPipelineShaderStageCreateInfo *stage, VkPipelineLayout layout) {
  VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .stage = *stage, .layout = layout};
  VkPipeline pipeline;
  check(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "compute pipeline");
  keep((uint64_t)pipeline, destroy_pipeline);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  bind_sets(VK_PIPELINE_BIND_POINT_COMPUTE, layout);
  uint32_t x = word(), y = word(), z = word();
  vkCmdDispatch(commands, x, y, z);
}

static struct {
  uint32_t topology, control_points, vertices, instances, index_bits, input_count, target_count, is_added;
  int32_t base_vertex;
  struct buffer indices;
  VkVertexInputBindingDescription input_bindings[MAX_INPUTS];
  VkVertexInputAttributeDescription inputs[MAX_INPUTS];
  VkBuffer input_buffers[MAX_INPUTS];
  VkDeviceSize input_offsets[MAX_INPUTS];
  VkFormat formats[MAX_TARGETS];
  VkClearColorValue clears[MAX_TARGETS];
} draw;

static void read_draw(void) {
  memset(&draw, 0, sizeof draw);
  draw.topology = word();
  if (draw.topology == VK_PRIMITIVE_TOPOLOGY_PATCH_LIST) draw.control_points = word();
  draw.vertices = word();
  draw.instances = word();
  draw.base_vertex = (int32_t)word();
  draw.index_bits = word();
  uint32_t size = word();
  const uint8_t *bytes = take(size);
  if (draw.index_bits > 0) draw.indices = make_buffer(size + 4, bytes, size);
  draw.input_count = word();
  if (draw.input_count > MAX_INPUTS) fail(STATUS_UNSUPPORTED, "too many inputs");
  for (uint32_t i = 0; i < draw.input_count; i++) {
    uint32_t location = word(), format = word();
    size = word();
    bytes = take(size);
    draw.input_buffers[i] = make_buffer(size > 0 ? size : 4, bytes, size).handle;
    draw.input_bindings[i] = (VkVertexInputBindingDescription){i, 16, VK_VERTEX_INPUT_RATE_VERTEX};
    draw.inputs[i] = (VkVertexInputAttributeDescription){location, i, (VkFormat)format, 0};
  }
  target_width = word();
  target_height = word();
  draw.target_count = word();
  if (draw.target_count > MAX_TARGETS) fail(STATUS_UNSUPPORTED, "too many targets");
  for (uint32_t i = 0; i < draw.target_count; i++) {
    draw.formats[i] = (VkFormat)word();
    target_texel_bytes[i] = word();
    for (int c = 0; c < 4; c++) draw.clears[i].uint32[c] = word();
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = draw.formats[i],
                              .extent = {target_width, target_height, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
    targets[i] = make_image(&info);
    use_image(&targets[i]);
  }
}

static VkPipeline make_pipeline(const VkPipelineShaderStageCreateInfo *stages, uint32_t count, uint32_t written,
                                VkPipelineLayout layout) {
  VkPipelineVertexInputStateCreateInfo input = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                .vertexBindingDescriptionCount = draw.input_count,
                                                .pVertexBindingDescriptions = draw.input_bindings,
                                                .vertexAttributeDescriptionCount = draw.input_count,
                                                .pVertexAttributeDescriptions = draw.inputs};
  VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = (VkPrimitiveTopology)draw.topology};
  assembly.primitiveRestartEnable = draw.index_bits > 0 && (draw.topology == VK_PRIMITIVE_TOPOLOGY_LINE_STRIP ||
                                                            draw.topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP);
  /* Y goes up, as in Direct3D. */
  VkViewport whole = {0, (float)target_height, (float)target_width, -(float)target_height, 0, 1};
  VkRect2D scissor = {{0, 0}, {target_width, target_height}};
  VkPipelineViewportStateCreateInfo viewport = {.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                .viewportCount = 1,
                                                .pViewports = &whole,
                                                .scissorCount = 1,
                                                .pScissors = &scissor};
  VkPipelineRasterizationStateCreateInfo raster = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                                                   .frontFace = VK_FRONT_FACE_CLOCKWISE,
                                                   .lineWidth = 1};
  VkPipelineMultisampleStateCreateInfo samples = {.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                  .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  VkPipelineColorBlendAttachmentState attachments[MAX_TARGETS] = {0};
  for (uint32_t i = 0; i < draw.target_count; i++) {
    VkPipelineColorBlendAttachmentState *one = &attachments[i];
    one->colorWriteMask = written >> i & 1 ? 15 : 0;
    one->blendEnable = draw.is_added;
    one->srcColorBlendFactor = one->dstColorBlendFactor = VK_BLEND_FACTOR_ONE;
    one->srcAlphaBlendFactor = one->dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
  }
  VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                               .attachmentCount = draw.target_count,
                                               .pAttachments = attachments};
  VkPipelineRenderingCreateInfo rendering = {.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                             .colorAttachmentCount = draw.target_count,
                                             .pColorAttachmentFormats = draw.formats};
  VkPipelineTessellationStateCreateInfo patches = {.sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
                                                   .patchControlPoints = draw.control_points};
  VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                       .pNext = &rendering,
                                       .stageCount = count,
                                       .pStages = stages,
                                       .pVertexInputState = &input,
                                       .pInputAssemblyState = &assembly,
                                       .pTessellationState = draw.control_points > 0 ? &patches : NULL,
                                       .pViewportState = &viewport,
                                       .pRasterizationState = &raster,
                                       .pMultisampleState = &samples,
                                       .pColorBlendState = &blend,
                                       .layout = layout};
  VkPipeline pipeline;
  check(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "graphics pipeline");
  keep((uint64_t)pipeline, destroy_pipeline);
  return pipeline;
}

static void run_draw(const VkPipelineShaderStageCreateInfo *stages, uint32_t count, VkPipelineLayout layout) {
  read_draw();
  draw.is_added = word();
  uint32_t written = word();
  VkPipeline pipeline = make_pipeline(stages, count, written, layout);
  VkRenderingAttachmentInfo attachments[MAX_TARGETS];
  for (uint32_t i = 0; i < draw.target_count; i++)
    attachments[i] = (VkRenderingAttachmentInfo){.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                                 .imageView = make_view(&targets[i], VK_IMAGE_VIEW_TYPE_2D, 1),
                                                 .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                                 .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                                 .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                                 .clearValue.color = draw.clears[i]};
  VkRenderingInfo info = {.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                          .renderArea = {{0, 0}, {target_width, target_height}},
                          .layerCount = 1,
                          .colorAttachmentCount = draw.target_count,
                          .pColorAttachments = attachments};
  vkCmdBeginRendering(commands, &info);
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
  bind_sets(VK_PIPELINE_BIND_POINT_GRAPHICS, layout);
  if (draw.input_count > 0) vkCmdBindVertexBuffers(commands, 0, draw.input_count, draw.input_buffers, draw.input_offsets);
  if (draw.index_bits > 0) {
    vkCmdBindIndexBuffer(commands, draw.indices.handle, 0,
                         draw.index_bits == 16 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
    vkCmdDrawIndexed(commands, draw.vertices, draw.instances, 0, draw.base_vertex, 0);
  } else {
    vkCmdDraw(commands, draw.vertices, draw.instances, 0, 0);
  }
  vkCmdEndRendering(commands);
}

void read_work(VkPipelineLayout layout) {
  VkPipelineShaderStageCreateInfo stages[MAX_STAGES];
  uint32_t count = word();
  if (count > MAX_STAGES) fail(STATUS_UNSUPPORTED, "too many stages");
  for (uint32_t i = 0; i < count; i++) stages[i] = read_stage();
  if (word() == 0) dispatch(&stages[0], layout);
  else run_draw(stages, count, layout);
}
