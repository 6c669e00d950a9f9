/**
 * Declarations of temporaries and constants (r#, x#, constant buffers and the immediate constant buffer), of samplers,
 * of shader resource views, of unordered access views and of group-shared memory.
 *
 * Not for: references (resources.ts), or ranges of 5.1 that overlap or are empty, which Microsoft's validator accepts
 * (source: oracle).
 */
import {
  SM4_MULTISAMPLED_DIMENSIONS,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  Sm4CustomDataClass,
  sm4DimensionName,
} from '../../../../isa/sm4/names.ts';
import { sm4CustomDataClass } from '../../../../isa/sm4/program.ts';
import { Sm4DeclarationControls, Sm4ReturnTypeToken } from '../../../../isa/sm4/tokens.ts';
import type { Sm4RuleRow } from '../../../rule.ts';
import type { Handlers, Sm4ValidationContext } from '../../context.ts';
import { COMPONENTS, CONSTANT_BUFFER_ROWS, MAX_TEMPS } from '../../limits.ts';
import { dimensionSet, RAW_BUFFER, type SharedMemory, STRUCTURED_BUFFER } from './resource-state.ts';

export const TWICE_RULE: Sm4RuleRow = {
  code: 'DX3450',
  text: '{what} is declared twice.',
  hint: 'Remove one of the declarations, or give one of them another number.',
  aborts: true,
  specRules: ['SM51-1'],
};
export const TEMPS_RULE: Sm4RuleRow = {
  code: 'DX3451',
  text: '{count} temporaries are declared; at most {most} are allowed.',
  hint: 'Use fewer temporaries.',
  aborts: true,
};
export const ALL_TEMPS_RULE: Sm4RuleRow = {
  code: 'DX3452',
  text: 'There are {count} temporaries and elements of indexable temporaries; at most {most} are allowed.',
  hint: 'Use fewer or smaller arrays.',
  aborts: true,
};
export const INDEXABLE_NUMBER_RULE: Sm4RuleRow = {
  code: 'DX3453',
  text: 'x{register} does not exist; the last one is x{last}.',
  hint: 'Number the arrays from 0.',
  aborts: true,
};
export const CONSTANT_BUFFER_ROWS_RULE: Sm4RuleRow = {
  code: 'DX3454',
  text: 'A constant buffer is declared with {rows} rows; at most {most} are allowed.',
  hint: 'Split the constant buffer.',
  aborts: true,
};
export const IMMEDIATE_ROWS_RULE: Sm4RuleRow = {
  code: 'DX3455',
  text: 'The immediate constant buffer has {words} DWORDs; expected 1 to {most} whole rows of four.',
  hint: 'Complete the last row, or use a constant buffer instead.',
  aborts: true,
};

export const TEMP_DECLARATIONS: Handlers = {
  dcl_temps: checkTemps,
  dcl_indexableTemp: checkIndexable,
  dcl_constantbuffer: checkConstantBuffer,
  customdata: checkImmediateBuffer,
};

function checkTemps(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const count = cursor.word(cursor.payload);
  if (resources.temps >= 0) {
    ctx.report(TWICE_RULE, 0, { what: 'The number of temporaries' });
    return;
  }
  if (count > MAX_TEMPS) {
    ctx.report(TEMPS_RULE, 0, { count, most: MAX_TEMPS }, cursor.payload);
    return;
  }
  resources.temps = count;
  checkAllTemps(ctx, resources.temporaries);
}

/** The sum wraps around at 32 bits (source: oracle). */
function checkAllTemps(ctx: Sm4ValidationContext, count: number): void {
  if (count >>> 0 > MAX_TEMPS) ctx.report(ALL_TEMPS_RULE, 0, { count, most: MAX_TEMPS });
}

function checkIndexable(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const register = cursor.word(cursor.payload);
  const elements = cursor.word(cursor.payload + 1);
  const components = cursor.word(cursor.payload + 2);
  if (register >= MAX_TEMPS) {
    ctx.report(INDEXABLE_NUMBER_RULE, 0, { register, last: MAX_TEMPS - 1 }, cursor.payload);
  } else if (resources.hasIndexable(register)) {
    ctx.report(TWICE_RULE, 0, { what: `x${register}` });
  } else if ((resources.temporaries + elements) >>> 0 > MAX_TEMPS) {
    checkAllTemps(ctx, resources.temporaries + elements);
  } else {
    // 0 components count as 1, and more than 4 as 4 (source: oracle).
    const known = Math.min(Math.max(components, 1), COMPONENTS);
    resources.declareIndexable(register, elements, (1 << known) - 1);
  }
}

/**
 * Checks and returns how many rows the declared constant buffer has. From 5.1 on this comes even before its indices are
 * counted (source: oracle).
 */
export function checkedRows(ctx: Sm4ValidationContext): number {
  const { cursor } = ctx;
  const slot = cursor.operands[0]!;
  const rows = ctx.rangeIds ? cursor.word(cursor.payload) : slot.index1 >>> 0;
  // Microsoft's validator names no instruction (source: oracle).
  if (rows > CONSTANT_BUFFER_ROWS)
    ctx.reportProgram(CONSTANT_BUFFER_ROWS_RULE, { rows, most: CONSTANT_BUFFER_ROWS }, slot.at);
  return rows;
}

function checkConstantBuffer(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const slot = cursor.operands[0]!;
  const rows = checkedRows(ctx);
  if (ctx.aborted) return;
  if (resources.constantBufferRows(slot.index0) !== undefined) {
    ctx.report(TWICE_RULE, 0, { what: `cb${slot.index0 >>> 0}` });
  } else {
    resources.declareConstantBuffer(slot.index0, rows, Sm4DeclarationControls.dynamicallyIndexed.test(cursor.token));
  }
}

/** The opcode token of a data block and its length. */
const DATA_HEADER_WORDS = 2;

function checkImmediateBuffer(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  if (sm4CustomDataClass(cursor.token) !== Sm4CustomDataClass.immediateConstantBuffer) return;
  // The stated length of the block, even where it exceeds the program (source: oracle).
  const words = cursor.word(cursor.start + 1) - DATA_HEADER_WORDS;
  const rows = words / COMPONENTS;
  if (resources.immediateRows >= 0) {
    ctx.report(TWICE_RULE, 0, { what: 'The immediate constant buffer' });
  } else if (rows !== Math.trunc(rows) || rows < 1 || rows > CONSTANT_BUFFER_ROWS) {
    ctx.report(IMMEDIATE_ROWS_RULE, 0, { words, most: CONSTANT_BUFFER_ROWS });
  } else resources.immediateRows = rows;
}

/** Bytes of an element of a structured view. */
const MAX_STRIDE = 2048;
/** Maximum bytes of group-shared memory, in all versions. */
const MAX_SHARED = 32768;

/** The dimensions of typed shader resource views. */
const TYPED = dimensionSet(...SM4_RESOURCE_DIMENSIONS.slice(1, RAW_BUFFER));
const NO_TYPED_VIEWS = dimensionSet('texture2dms', 'texture2dmsarray', 'texturecube', 'texturecubearray');
const RETURN_FIELDS = [Sm4ReturnTypeToken.x, Sm4ReturnTypeToken.y, Sm4ReturnTypeToken.z, Sm4ReturnTypeToken.w] as const;

export const SAMPLER_MODE_RULE: Sm4RuleRow = {
  code: 'DX3456',
  text: 'Sampler mode {mode} does not exist.',
  hint: 'Declare the sampler with the default, comparison or mono mode.',
  aborts: true,
};
export const DIMENSION_RULE: Sm4RuleRow = {
  code: 'DX3457',
  text: '{register} is a typed view with dimension {dimension}, which typed views do not have.',
  hint: 'Declare a buffer or a texture, or use the declaration for raw or structured buffers.',
  aborts: true,
};
export const WRITTEN_TEXTURE_RULE: Sm4RuleRow = {
  code: 'DX3458',
  text: '{register} is an unordered access view of a {dimension}, which is not allowed.',
  hint: 'Use a texture that is not multisampled; declare a cube as a 2D texture array.',
  aborts: true,
};
export const MULTISAMPLED_RULE: Sm4RuleRow = {
  code: 'DX3459',
  text: '{register} is multisampled, which only pixel shaders may read in shader model 4.0.',
  hint: 'Compile for shader model 4.1 or later, or read it in a pixel shader.',
  aborts: true,
};
export const SAMPLES_RULE: Sm4RuleRow = {
  code: 'DX3460',
  text: '{register} is a {dimension} with {samples} samples.',
  hint: 'Give the number of samples of multisampled textures in shader model 4.0; other textures have none.',
  aborts: true,
};
export const RETURN_TYPE_RULE: Sm4RuleRow = {
  code: 'DX3461',
  text: 'The return type of component {component} of {register} does not exist.',
  hint: 'Give every component a type from unorm upward.',
  aborts: true,
};
export const STRIDE_RULE: Sm4RuleRow = {
  code: 'DX3462',
  text: 'An element of {register} has {stride} bytes; expected a multiple of 4 from 4 to {most}.',
  hint: 'Pad the structure, or split it.',
  aborts: true,
};
export const OUTPUT_SLOT_RULE: Sm4RuleRow = {
  code: 'DX3463',
  text: 'u{slot} overlaps the slots of render targets; the last output is in slot {last}.',
  hint: 'Give the unordered access view a slot above the outputs.',
  aborts: true,
};
export const COUNTER_FLAG_RULE: Sm4RuleRow = {
  code: 'DX3464',
  text: '{register} is not a structured buffer, so it cannot have an order-preserving counter.',
  hint: 'Remove the flag, or declare a structured buffer.',
};
export const RASTERIZER_ORDERED_RULE: Sm4RuleRow = {
  code: 'DX3465',
  text: '{register} is rasterizer ordered, but the feature bits (chunk SFI0) do not declare it.',
  hint: 'Set the bit for rasterizer ordered views in the chunk SFI0.',
};
export const SHARED_SIZE_RULE: Sm4RuleRow = {
  code: 'DX3466',
  text: 'g{register} has {bytes} bytes{unit}; expected a multiple of 4, at least 4.',
  hint: 'Declare a whole number of DWORDs.',
  aborts: true,
};
export const SHARED_TOTAL_RULE: Sm4RuleRow = {
  code: 'DX3467',
  text: 'Group-shared memory up to g{register} has {bytes} bytes; at most {most} are allowed.',
  hint: 'Share less between the threads of a group.',
  aborts: true,
};

export const VIEW_DECLARATIONS: Handlers = {
  dcl_sampler: checkSampler,
  dcl_resource: checkResource,
  dcl_resource_raw: checkRawResource,
  dcl_resource_structured: checkStructuredResource,
  dcl_uav_typed: checkTypedView,
  dcl_uav_raw: checkRawView,
  dcl_uav_structured: checkStructuredView,
  dcl_tgsm_raw: checkRawShared,
  dcl_tgsm_structured: checkStructuredShared,
};

function checkSampler(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const register = cursor.operands[0]!.index0;
  const mode = Sm4DeclarationControls.samplerMode.get(cursor.token);
  if (resources.samplerMode(register) !== undefined) ctx.report(TWICE_RULE, 0, { what: nameOf('s', register) });
  else if (mode >= SM4_SAMPLER_MODES.length) ctx.report(SAMPLER_MODE_RULE, 0, { mode });
  else resources.declareSampler(register, mode);
}

function checkResource(ctx: Sm4ValidationContext): void {
  const { cursor, resources } = ctx;
  const register = cursor.operands[0]!.index0;
  const dimension = Sm4DeclarationControls.resourceDimension.get(cursor.token);
  const types = cursor.word(cursor.payload);
  if (resources.hasResource(register)) ctx.report(TWICE_RULE, 0, { what: nameOf('t', register) });
  else if (((TYPED >>> dimension) & 1) === 0) {
    ctx.report(DIMENSION_RULE, 0, { register: nameOf('t', register), dimension: sm4DimensionName(dimension) });
  } else if (checkSamples(ctx, register, dimension) && checkReturnTypes(ctx, 't', register, types)) {
    resources.declareResource(register, dimension, types);
  }
}

/**
 * Whether the sample count is right: multisampled textures state it in 4.0 and may do so later; other textures must
 * not.
 */
function checkSamples(ctx: Sm4ValidationContext, register: number, dimension: number): boolean {
  const samples = Sm4DeclarationControls.sampleCount.get(ctx.cursor.token);
  if (SM4_MULTISAMPLED_DIMENSIONS.includes(dimension)) {
    if (ctx.version > 40) return true;
    if (ctx.stage !== 'ps') {
      // The number that Microsoft's validator gives is not that of an instruction (source: oracle).
      ctx.reportProgram(MULTISAMPLED_RULE, { register: nameOf('t', register) }, ctx.cursor.start);
      return false;
    }
    if (samples > 0) return true;
  } else if (samples === 0) return true;
  ctx.report(SAMPLES_RULE, 0, {
    register: nameOf('t', register),
    dimension: sm4DimensionName(dimension),
    samples,
  });
  return false;
}

function checkReturnTypes(ctx: Sm4ValidationContext, prefix: string, register: number, types: number): boolean {
  for (let i = 0; i < COMPONENTS; i++) {
    const type = RETURN_FIELDS[i]!.get(types);
    if (type > 0 && type < SM4_RETURN_TYPES.length) continue;
    ctx.report(RETURN_TYPE_RULE, 0, { component: 'xyzw'[i]!, register: nameOf(prefix, register) }, ctx.cursor.payload);
    return false;
  }
  return true;
}

function checkRawResource(ctx: Sm4ValidationContext): void {
  declareBufferResource(ctx, RAW_BUFFER);
}

function checkStructuredResource(ctx: Sm4ValidationContext): void {
  if (checkStride(ctx, 't')) declareBufferResource(ctx, STRUCTURED_BUFFER);
}

function declareBufferResource(ctx: Sm4ValidationContext, dimension: number): void {
  const { resources } = ctx;
  const register = ctx.cursor.operands[0]!.index0;
  if (resources.hasResource(register)) ctx.report(TWICE_RULE, 0, { what: nameOf('t', register) });
  else {
    resources.declareResource(register, dimension, 0);
    resources.hasRawBuffers = true;
  }
}

function checkStride(ctx: Sm4ValidationContext, prefix: string): boolean {
  const { cursor } = ctx;
  const stride = cursor.word(cursor.payload);
  if (stride > 0 && stride <= MAX_STRIDE && stride % 4 === 0) return true;
  const register = nameOf(prefix, cursor.operands[0]!.index0);
  ctx.report(STRIDE_RULE, 0, { register, stride, most: MAX_STRIDE }, cursor.payload);
  return false;
}

function checkTypedView(ctx: Sm4ValidationContext): void {
  const { cursor } = ctx;
  const register = cursor.operands[0]!.index0;
  const dimension = Sm4DeclarationControls.resourceDimension.get(cursor.token);
  const values = { register: nameOf('u', register), dimension: sm4DimensionName(dimension) };
  // The number that Microsoft's validator gives is not that of an instruction (source: oracle).
  if (((NO_TYPED_VIEWS >>> dimension) & 1) !== 0) ctx.reportProgram(WRITTEN_TEXTURE_RULE, values, cursor.start);
  else if (((TYPED >>> dimension) & 1) === 0) ctx.report(DIMENSION_RULE, 0, values);
  else if (checkViewSlot(ctx, register) && checkReturnTypes(ctx, 'u', register, cursor.word(cursor.payload))) {
    declareView(ctx, register, dimension);
  }
}

function checkRawView(ctx: Sm4ValidationContext): void {
  const register = ctx.cursor.operands[0]!.index0;
  if (checkViewSlot(ctx, register)) declareView(ctx, register, RAW_BUFFER);
}

function checkStructuredView(ctx: Sm4ValidationContext): void {
  const register = ctx.cursor.operands[0]!.index0;
  if (checkViewSlot(ctx, register) && checkStride(ctx, 'u')) declareView(ctx, register, STRUCTURED_BUFFER);
}

/**
 * Whether the slot of a view is free: below 5.1 the views of pixel shaders share the slots of render targets. In other
 * stages the slot must be above the outputs declared before it, too; outputs declared later may have any register
 * (source: oracle).
 */
function checkViewSlot(ctx: Sm4ValidationContext, register: number): boolean {
  const { registers } = ctx;
  if (ctx.resources.hasView(register)) {
    ctx.report(TWICE_RULE, 0, { what: nameOf('u', register) });
    return false;
  }
  if (ctx.rangeIds) return true;
  if (register <= registers.lastSlot) {
    ctx.report(OUTPUT_SLOT_RULE, 0, { slot: register, last: registers.lastSlot });
    return false;
  }
  if (ctx.stage === 'ps') registers.firstUav = Math.min(registers.firstUav, register);
  return true;
}

function declareView(ctx: Sm4ValidationContext, register: number, dimension: number): void {
  const { token } = ctx.cursor;
  const keepsOrder = Sm4DeclarationControls.orderPreservingCounter.test(token);
  ctx.resources.declareView(register, dimension, keepsOrder);
  if (keepsOrder && dimension !== STRUCTURED_BUFFER) {
    ctx.report(COUNTER_FLAG_RULE, 0, { register: nameOf('u', register) });
  }
  if (
    Sm4DeclarationControls.rasterizerOrdered.test(token) &&
    !ctx.containerInfo.features?.has('rasterizerOrderedViews')
  ) {
    ctx.report(RASTERIZER_ORDERED_RULE, 0, { register: nameOf('u', register) });
  }
}

function checkRawShared(ctx: Sm4ValidationContext): void {
  const bytes = ctx.cursor.word(ctx.cursor.payload);
  if (checkSharedSize(ctx, bytes, '')) declareShared(ctx, { stride: 0, elements: bytes }, bytes);
}

function checkStructuredShared(ctx: Sm4ValidationContext): void {
  const stride = ctx.cursor.word(ctx.cursor.payload);
  const elements = ctx.cursor.word(ctx.cursor.payload + 1);
  if (checkSharedSize(ctx, stride, ' in each element')) declareShared(ctx, { stride, elements }, stride * elements);
}

function checkSharedSize(ctx: Sm4ValidationContext, bytes: number, unit: string): boolean {
  const { cursor } = ctx;
  const register = cursor.operands[0]!.index0;
  if (ctx.resources.sharedMemory(register) !== undefined) {
    ctx.report(TWICE_RULE, 0, { what: nameOf('g', register) });
    return false;
  }
  if (bytes > 0 && bytes % 4 === 0) return true;
  ctx.report(SHARED_SIZE_RULE, 0, { register: register >>> 0, bytes, unit }, cursor.payload);
  return false;
}

function declareShared(ctx: Sm4ValidationContext, memory: SharedMemory, bytes: number): void {
  const { resources } = ctx;
  const register = ctx.cursor.operands[0]!.index0;
  resources.sharedBytes += bytes;
  if (resources.sharedBytes <= MAX_SHARED) resources.declareShared(register, memory);
  else {
    const values = { register: register >>> 0, bytes: resources.sharedBytes, most: MAX_SHARED };
    ctx.report(SHARED_TOTAL_RULE, 0, values);
  }
}

/** The name of a register as in its declaration. */
export function nameOf(prefix: string, register: number): string {
  return `${prefix}${register >>> 0}`;
}
