/**
 * The instructions of a program by what they do, and the registers and instruction slots that it uses of those that its
 * model has.
 *
 * Not for: counting (worker/statistics.ts).
 */
import type { Reflection } from 'dxlens/reflect';

export interface OpcodeCount {
  readonly name: string;
  readonly count: number;
}

/** The instructions of a category. */
export interface CategoryCount {
  readonly category: string;
  readonly count: number;
  /** Most frequent first. */
  readonly opcodes: readonly OpcodeCount[];
}

/** The instructions of a program; declarations and data are counted apart. */
export interface ProgramStatistics {
  readonly profile: string;
  readonly instructions: number;
  readonly declarations: number;
  /** Most frequent first. */
  readonly categories: readonly CategoryCount[];
}

/** How many a shader uses of something that has a limit. */
export interface SlotUse {
  readonly name: string;
  readonly used: number;
  /** Undefined where the model has none. */
  readonly limit: number | undefined;
}

/**
 * Instruction slots of models 1 and 2: arithmetic and texture of pixel shaders, all of vertex shaders; in ps_1_4 those
 * of both phases. Devices decide in 2_x and 3_0. A test compares the numbers with those of the validator.
 */
export const SM1_SLOTS: Readonly<Record<string, readonly [arithmetic: number, texture: number] | number>> = {
  vs_1_1: 128,
  vs_2_0: 256,
  ps_1_1: [8, 4],
  ps_1_2: [8, 4],
  ps_1_3: [8, 4],
  ps_1_4: [16, 12],
  ps_2_0: [64, 32],
};
/** Temporary registers of models 1 to 3, compared in the same way. */
export const SM1_TEMPS: Readonly<Record<string, number>> = {
  ...{ vs_1_1: 12, vs_2_0: 12, vs_2_x: 32, vs_3_0: 32 },
  ...{ ps_1_1: 2, ps_1_2: 2, ps_1_3: 2, ps_1_4: 6, ps_2_0: 12, ps_2_x: 32, ps_3_0: 32 },
};

/** The use of the limits of a shader's model, as far as its reflection shows it. */
export function slotUses(reflection: Reflection | undefined): SlotUse[] {
  if (reflection?.format === 'sm1') return sm1Uses(reflection);
  return reflection?.format === 'dxbc' ? sm4Uses(reflection) : [];
}

function sm1Uses({ profile, slots, tempCount, samplers }: Extract<Reflection, { format: 'sm1' }>): SlotUse[] {
  const name = profile ?? '';
  const limit = SM1_SLOTS[name];
  const instructions: SlotUse[] =
    typeof limit === 'object'
      ? [
          { name: 'Arithmetic slots', used: slots.arithmetic, limit: limit[0] },
          { name: 'Texture slots', used: slots.texture, limit: limit[1] },
        ]
      : [{ name: 'Instruction slots', used: slots.total, limit }];
  return [
    ...instructions,
    { name: 'Temporary registers', used: tempCount, limit: SM1_TEMPS[name] },
    { name: 'Samplers', used: samplers.length, limit: /^ps_[23]/.test(name) ? 16 : name === 'ps_1_4' ? 6 : 4 },
  ].filter(({ used, name: of }) => used > 0 || of !== 'Samplers');
}

/**
 * Slots of Direct3D 10 and 11, which the validator has, too, but for constant buffers: a program may have 15, and the
 * API has 14 (D3D11_COMMONSHADER_CONSTANT_BUFFER_API_SLOT_COUNT). Ranges of 5.1 have no limit of their own.
 */
export const SM4_SLOTS = { cbuffer: 14, texture: 128, sampler: 16 } as const;
export const SM4_TEMPS = 4096;

function sm4Uses(reflection: Extract<Reflection, { format: 'dxbc' }>): SlotUse[] {
  const { profile, boundResources, instructionCount, tempRegisterCount } = reflection;
  const is51 = profile?.endsWith('_5_1') ?? false;
  const uses: SlotUse[] = [
    { name: 'Instruction slots', used: instructionCount, limit: undefined },
    { name: 'Temporary registers', used: tempRegisterCount, limit: SM4_TEMPS },
  ];
  const count = (accepts: (type: string) => boolean) =>
    boundResources.reduce(
      (sum, { type, bindCount }) => (accepts(String(type)) ? sum + Math.max(bindCount, 1) : sum),
      0,
    );
  const isUav = (type: string) => type.startsWith('uav') || type === 'feedbackTexture';
  const groups: readonly (readonly [name: string, used: number, limit: number | undefined])[] = [
    ['Constant buffers', count((type) => type === 'cbuffer'), SM4_SLOTS.cbuffer],
    ['Shader resources', count((type) => !isUav(type) && type !== 'cbuffer' && type !== 'sampler'), SM4_SLOTS.texture],
    ['Samplers', count((type) => type === 'sampler'), SM4_SLOTS.sampler],
    ['Unordered access views', count(isUav), undefined],
  ];
  for (const [name, used, limit] of groups) if (used > 0) uses.push({ name, used, limit: is51 ? undefined : limit });
  return uses;
}
