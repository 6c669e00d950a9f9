/**
 * Device requirements that a module declares: SPIR-V capabilities with the corresponding Vulkan features, and image
 * formats.
 *
 * Source: the SPIR-V specification, and the table "List of SPIR-V Capabilities and corresponding Vulkan features" of
 * the Vulkan specification.
 */
import type { GuaranteedLimits } from '../common/plan.ts';

interface CapabilityRow {
  readonly code: number;
  /** The feature of the device, as Vulkan names it; absent where every device has it. */
  readonly feature?: string;
  /** The extension that versions of SPIR-V before `since` need. */
  readonly extension?: string;
  /**
   * The first version that has it without an extension, times ten: 16 is 1.6. Absent: always with the extension, if
   * there is one.
   */
  readonly since?: number;
}

export const CAPABILITIES = {
  Shader: { code: 1 },
  Geometry: { code: 2, feature: 'geometryShader' },
  Tessellation: { code: 3, feature: 'tessellationShader' },
  Float64: { code: 10, feature: 'shaderFloat64' },
  ImageGatherExtended: { code: 25, feature: 'shaderImageGatherExtended' },
  StorageImageMultisample: { code: 27, feature: 'shaderStorageImageMultisample' },
  UniformBufferArrayDynamicIndexing: { code: 28, feature: 'shaderUniformBufferArrayDynamicIndexing' },
  SampledImageArrayDynamicIndexing: { code: 29, feature: 'shaderSampledImageArrayDynamicIndexing' },
  StorageBufferArrayDynamicIndexing: { code: 30, feature: 'shaderStorageBufferArrayDynamicIndexing' },
  StorageImageArrayDynamicIndexing: { code: 31, feature: 'shaderStorageImageArrayDynamicIndexing' },
  ClipDistance: { code: 32, feature: 'shaderClipDistance' },
  CullDistance: { code: 33, feature: 'shaderCullDistance' },
  ImageCubeArray: { code: 34, feature: 'imageCubeArray' },
  SampleRateShading: { code: 35, feature: 'sampleRateShading' },
  MinLod: { code: 42, feature: 'shaderResourceMinLod' },
  Sampled1D: { code: 43 },
  Image1D: { code: 44 },
  SampledCubeArray: { code: 45, feature: 'imageCubeArray' },
  SampledBuffer: { code: 46 },
  ImageBuffer: { code: 47 },
  ImageMSArray: { code: 48, feature: 'shaderStorageImageMultisample' },
  StorageImageExtendedFormats: { code: 49, feature: 'shaderStorageImageExtendedFormats' },
  ImageQuery: { code: 50 },
  DerivativeControl: { code: 51 },
  InterpolationFunction: { code: 52, feature: 'sampleRateShading' },
  GeometryStreams: { code: 54, feature: 'geometryStreams' },
  StorageImageReadWithoutFormat: { code: 55, feature: 'shaderStorageImageReadWithoutFormat' },
  StorageImageWriteWithoutFormat: { code: 56, feature: 'shaderStorageImageWriteWithoutFormat' },
  MultiViewport: { code: 57, feature: 'multiViewport' },
  ShaderLayer: { code: 69, feature: 'shaderOutputLayer', since: 15 },
  ShaderViewportIndex: { code: 70, feature: 'shaderOutputViewportIndex', since: 15 },
  DrawParameters: {
    code: 4427,
    feature: 'shaderDrawParameters',
    extension: 'SPV_KHR_shader_draw_parameters',
    since: 13,
  },
  SignedZeroInfNanPreserve: {
    code: 4466,
    feature: 'shaderSignedZeroInfNanPreserveFloat32',
    extension: 'SPV_KHR_float_controls',
    since: 14,
  },
  StencilExportEXT: {
    code: 5013,
    feature: 'VK_EXT_shader_stencil_export',
    extension: 'SPV_EXT_shader_stencil_export',
  },
  ShaderViewportIndexLayerEXT: {
    code: 5254,
    feature: 'VK_EXT_shader_viewport_index_layer',
    extension: 'SPV_EXT_shader_viewport_index_layer',
  },
  FragmentFullyCoveredEXT: {
    code: 5265,
    feature: 'VK_EXT_conservative_rasterization',
    extension: 'SPV_EXT_fragment_fully_covered',
  },
  ShaderNonUniform: { code: 5301, extension: 'SPV_EXT_descriptor_indexing', since: 15 },
  RuntimeDescriptorArray: {
    code: 5302,
    feature: 'runtimeDescriptorArray',
    extension: 'SPV_EXT_descriptor_indexing',
    since: 15,
  },
  UniformBufferArrayNonUniformIndexing: { code: 5306, feature: 'shaderUniformBufferArrayNonUniformIndexing' },
  SampledImageArrayNonUniformIndexing: { code: 5307, feature: 'shaderSampledImageArrayNonUniformIndexing' },
  StorageBufferArrayNonUniformIndexing: { code: 5308, feature: 'shaderStorageBufferArrayNonUniformIndexing' },
  StorageImageArrayNonUniformIndexing: { code: 5309, feature: 'shaderStorageImageArrayNonUniformIndexing' },
  UniformTexelBufferArrayDynamicIndexing: {
    code: 5304,
    feature: 'shaderUniformTexelBufferArrayDynamicIndexing',
    extension: 'SPV_EXT_descriptor_indexing',
    since: 15,
  },
  StorageTexelBufferArrayDynamicIndexing: {
    code: 5305,
    feature: 'shaderStorageTexelBufferArrayDynamicIndexing',
    extension: 'SPV_EXT_descriptor_indexing',
    since: 15,
  },
  UniformTexelBufferArrayNonUniformIndexing: {
    code: 5311,
    feature: 'shaderUniformTexelBufferArrayNonUniformIndexing',
  },
  StorageTexelBufferArrayNonUniformIndexing: {
    code: 5312,
    feature: 'shaderStorageTexelBufferArrayNonUniformIndexing',
  },
  DemoteToHelperInvocation: {
    code: 5379,
    feature: 'shaderDemoteToHelperInvocation',
    extension: 'SPV_EXT_demote_to_helper_invocation',
    since: 16,
  },
} as const satisfies Record<string, CapabilityRow>;

export type Capability = keyof typeof CAPABILITIES;

/** A row of the table with all that rows may have. */
export function capabilityRow(name: Capability): CapabilityRow {
  return CAPABILITIES[name];
}

/**
 * Formats of storage images by their names in WebGPU: the name and the number in SPIR-V, and whether a device may lack
 * them.
 */
export const IMAGE_FORMATS: Readonly<Record<string, readonly [name: string, code: number, isExtended: boolean]>> = {
  rgba32float: ['Rgba32f', 1, false],
  rgba16float: ['Rgba16f', 2, false],
  r32float: ['R32f', 3, false],
  rgba8unorm: ['Rgba8', 4, false],
  rgba8snorm: ['Rgba8Snorm', 5, false],
  rg32float: ['Rg32f', 6, true],
  rg16float: ['Rg16f', 7, true],
  rg11b10ufloat: ['R11fG11fB10f', 8, true],
  r16float: ['R16f', 9, true],
  rgba16unorm: ['Rgba16', 10, true],
  rgb10a2unorm: ['Rgb10A2', 11, true],
  rg16unorm: ['Rg16', 12, true],
  rg8unorm: ['Rg8', 13, true],
  r16unorm: ['R16', 14, true],
  r8unorm: ['R8', 15, true],
  rgba16snorm: ['Rgba16Snorm', 16, true],
  rg16snorm: ['Rg16Snorm', 17, true],
  rg8snorm: ['Rg8Snorm', 18, true],
  r16snorm: ['R16Snorm', 19, true],
  r8snorm: ['R8Snorm', 20, true],
  rgba32sint: ['Rgba32i', 21, false],
  rgba16sint: ['Rgba16i', 22, false],
  rgba8sint: ['Rgba8i', 23, false],
  r32sint: ['R32i', 24, false],
  rg32sint: ['Rg32i', 25, true],
  rg16sint: ['Rg16i', 26, true],
  rg8sint: ['Rg8i', 27, true],
  r16sint: ['R16i', 28, true],
  r8sint: ['R8i', 29, true],
  rgba32uint: ['Rgba32ui', 30, false],
  rgba16uint: ['Rgba16ui', 31, false],
  rgba8uint: ['Rgba8ui', 32, false],
  r32uint: ['R32ui', 33, false],
  rgb10a2uint: ['Rgb10a2ui', 34, true],
  rg32uint: ['Rg32ui', 35, true],
  rg16uint: ['Rg16ui', 36, true],
  rg8uint: ['Rg8ui', 37, true],
  r16uint: ['R16ui', 38, true],
  r8uint: ['R8ui', 39, true],
};

/** The limits that every device has: Vulkan, the table "Required Limits" of its specification. */
export const VULKAN_LIMITS: GuaranteedLimits = {
  textures: ['maxPerStageDescriptorSampledImages', 16],
  samplers: ['maxPerStageDescriptorSamplers', 16],
  storageBuffers: ['maxPerStageDescriptorStorageBuffers', 4],
  storageTextures: ['maxPerStageDescriptorStorageImages', 4],
  uniformBuffers: ['maxPerStageDescriptorUniformBuffers', 12],
  groupMemory: ['maxComputeSharedMemorySize', 16384],
  threads: ['maxComputeWorkGroupInvocations', 128],
  threadsX: ['maxComputeWorkGroupSize[0]', 128],
  threadsY: ['maxComputeWorkGroupSize[1]', 128],
  threadsZ: ['maxComputeWorkGroupSize[2]', 64],
};
