/**
 * Compute shaders around random code: each thread has its own inputs from a raw buffer and writes its registers to
 * another one. Both executors get the same bytes.
 */

import { Random } from '../../smith/random.ts';
import { ARRAY_ELEMENTS, CODE_TEMPS } from '../../smith/runnable/sm4-code.ts';
import { CONSTANT_ROWS, FLOAT_REGISTERS, INTEGER_REGISTERS } from '../../smith/runnable/sm4-operands.ts';
import { assemble } from '../../src/assemble/index.ts';
import { openShaderFile } from '../../src/file/shader-file.ts';
import { readSm4 } from '../../src/isa/sm4/program.ts';
import { bitsOfFloat } from '../../src/numerics/conversion.ts';
import { Bindings, BufferMemory } from '../../src/vm/bindings.ts';
import { runCompute } from '../../src/vm/sm4/compute.ts';
import { sm4Executable } from '../../src/vm/sm4/executable.ts';
import { D3d11Request } from '../../tools/executor/d3d11-request.ts';
import type { Rule, Trial } from './trial.ts';

/** Threads of a group, and groups of a dispatch. */
export const THREADS = 16;
export const GROUPS = 2;
const ALL = THREADS * GROUPS;
export const INPUT_REGISTERS = [...FLOAT_REGISTERS, ...INTEGER_REGISTERS];
/** Registers that are not those of the code: addresses, thread numbers. */
export const ADDRESS = `r${CODE_TEMPS}`;
export const STORE = `r${CODE_TEMPS + 1}`;
export const TEMPS = CODE_TEMPS + 4;
/** Executors disagree about registers that were never written. */
export const SCRATCH_ZERO = ['r8', 'r9', 'r10', STORE, `r${TEMPS - 1}`]
  .map((to) => `mov ${to}.xyzw, l(0, 0, 0, 0)`)
  .join('\n');
const LIMIT = 1_000_000;

/** The parts of a random program other than its code. */
export interface ComputeParts {
  readonly declarations?: readonly string[];
  readonly samplers?: readonly string[];
  readonly code: readonly string[];
  readonly subroutines?: readonly string[];
  /** Whether nothing may be refactored. */
  readonly keepsOrder?: boolean;
  /** The written results: registers with the rule of each, or of each component. */
  readonly outputs: readonly { readonly register: string; readonly rule: Rule | readonly Rule[] }[];
  /** More resources for both executors. */
  readonly bind?: (request: D3d11Request, bindings: Bindings) => void;
  /** More results, in the order of their read commands. */
  readonly read?: (request: D3d11Request) => void;
  readonly more?: () => readonly Uint32Array[];
  readonly moreRule?: (result: number, word: number) => Rule;
}

/** Inputs of one thread: floats that are integer multiples of 1/64, and integers of all sizes. */
export function inputWords(random: Random): number[] {
  const words: number[] = [];
  for (let i = 0; i < 16; i++) words.push(bitsOfFloat(randomFloat(random)));
  for (let i = 0; i < 16; i++) words.push(randomInteger(random));
  return words;
}

export function randomFloat(random: Random): number {
  return random.oneIn(6) ? random.pick([0, 1, -1, 0.5, -0.5, 2]) : random.between(-4096, 4096) / 64;
}

export function randomInteger(random: Random): number {
  return (
    random.pick([
      random.below(16),
      random.between(-100, 100) >>> 0,
      random.word(),
      1 << random.below(32),
      0,
      0xffff_ffff,
    ]) >>> 0
  );
}

/** The constant buffer: floats, then integers. */
export function randomConstants(random: Random): Uint32Array {
  return Uint32Array.from({ length: 4 * CONSTANT_ROWS }, (_, i) =>
    i < 2 * CONSTANT_ROWS ? bitsOfFloat(randomFloat(random)) : randomInteger(random),
  );
}

/** Rows of the immediate constant buffer: floats, then integers. */
function immediateConstants(random: Random): string {
  const rows = Array.from({ length: 2 * ARRAY_ELEMENTS }, (_, row) => {
    const values = [0, 0, 0, 0].map(() =>
      row < ARRAY_ELEMENTS ? randomFloat(random).toFixed(6) : String(randomInteger(random) | 0),
    );
    return `{ ${values.join(', ')} }`;
  });
  return `dcl_immediateConstantBuffer { ${rows.join(',\n')} }`;
}

/**
 * Whether the code uses arrays of temporaries or the immediate constants; declarations that nothing uses are left out.
 */
export function arrayDeclarations(
  random: Random,
  code: readonly string[],
): { declarations: string[]; setUp: string[] } {
  const text = code.join('\n');
  const declarations: string[] = [];
  const setUp: string[] = [];
  if (text.includes('icb[')) declarations.push(immediateConstants(random));
  for (const [array, registers] of [
    ['x0', FLOAT_REGISTERS],
    ['x1', INTEGER_REGISTERS],
  ] as const) {
    if (!text.includes(`${array}[`)) continue;
    declarations.push(`dcl_indexableTemp ${array}[${ARRAY_ELEMENTS}], 4`);
    for (let i = 0; i < ARRAY_ELEMENTS; i++)
      setUp.push(`mov ${array}[${i}].xyzw, ${registers[i % registers.length]}.xyzw`);
  }
  return { declarations, setUp };
}

/** The listing assembled, or undefined where the validator has an error, which is a fault of the generator. */
export function assembled(text: string): Uint8Array {
  const { bytes, diagnostics } = assemble(text);
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (bytes === undefined || error !== undefined) throw new Error(`${error?.line}: ${error?.message}\n${text}`);
  return bytes;
}

export function programOf(bytes: Uint8Array): ReturnType<typeof sm4Executable> {
  return sm4Executable(readSm4(openShaderFile(bytes).programs[0]!.words));
}

/** The trial of a compute shader. */
export function computeTrial(random: Random, parts: ComputeParts): Trial {
  return trialOf(random.word(), parts);
}

function trialOf(seed: number, parts: ComputeParts): Trial {
  const random = new Random(seed);
  const { outputs } = parts;
  const arrays = arrayDeclarations(random, [...parts.code, ...(parts.subroutines ?? [])]);
  const text = `cs_5_0
${parts.keepsOrder ? '' : 'dcl_globalFlags refactoringAllowed'}
${arrays.declarations.filter((line) => line.includes('immediate')).join('\n')}
dcl_constantbuffer cb0[${CONSTANT_ROWS}], dynamicIndexed
${(parts.samplers ?? []).join('\n')}
dcl_resource_raw t0
dcl_uav_raw u0
${(parts.declarations ?? []).join('\n')}
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadID.xyz
dcl_temps ${TEMPS}
${arrays.declarations.filter((line) => !line.includes('immediate')).join('\n')}
dcl_thread_group ${THREADS}, 1, 1
imul null, ${ADDRESS}.x, vThreadID.x, l(${INPUT_REGISTERS.length * 16})
imul null, ${ADDRESS}.y, vThreadID.x, l(${outputs.length * 16})
${INPUT_REGISTERS.map((register, i) => `iadd ${STORE}.x, ${ADDRESS}.x, l(${16 * i})\nld_raw ${register}.xyzw, ${STORE}.x, t0.xyzw`).join('\n')}
${SCRATCH_ZERO}
${arrays.setUp.join('\n')}
${parts.code.join('\n')}
${outputs.map(({ register }, i) => `iadd ${STORE}.x, ${ADDRESS}.y, l(${16 * i})\nstore_raw u0.xyzw, ${STORE}.x, ${register}.xyzw`).join('\n')}
ret
${(parts.subroutines ?? []).join('\n')}`.replace(/\n\n+/g, '\n');
  const bytes = assembled(text);
  const inputs = Uint32Array.from(Array.from({ length: ALL }, () => inputWords(random)).flat());
  const buffer = randomConstants(random);
  const size = ALL * outputs.length * 4;
  const request = new D3d11Request()
    .buffer(0, new Uint8Array(inputs.buffer), { kind: 'raw', isRead: true })
    .buffer(1, new Uint8Array(4 * size), { kind: 'raw', isWritten: true })
    .view('cs', 0, 0)
    .unorderedView(0, 1)
    .constants('cs', 0, buffer);
  const bindings = new Bindings();
  const out = new BufferMemory(new Uint32Array(size));
  bindings.constantBuffers.set(0, buffer);
  bindings.resources.set(0, new BufferMemory(inputs));
  bindings.unorderedAccess.set(0, out);
  parts.bind?.(request, bindings);
  request.shader('cs', bytes).dispatch(GROUPS, 1, 1).readBuffer(1);
  parts.read?.(request);
  const rules = outputs.flatMap(({ rule }) => (Array.isArray(rule) ? rule : [rule, rule, rule, rule])) as Rule[];
  return {
    text,
    request,
    code: parts.code,
    rebuild: (code) => trialOf(seed, { ...parts, code }),
    ours: () => {
      const { fault } = runCompute(programOf(bytes), bindings, [GROUPS, 1, 1], { maxInstructions: LIMIT });
      if (fault !== undefined) throw new Error(`${fault}\n${text}`);
      return [out.words, ...(parts.more?.() ?? [])];
    },
    rule: (result, word) =>
      result === 0 ? rules[word % rules.length]! : (parts.moreRule?.(result - 1, word) ?? 'bits'),
  };
}
