/**
 * How large SPIR-V is compared to the program that it is made of, and what the optimizer of the SPIR-V tools
 * (`spirv-opt -O`) still finds. Apart for shaders that compute and for shaders that branch, because constructs have
 * instructions that Direct3D has not.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build } from './builds.ts';
import { categoriesOf } from './mix.ts';
import type { ShaderSet } from './shaders.ts';

/** A sort of shaders of a set. */
export interface SpirvSize {
  readonly shaders: string;
  readonly programs: number;
  /** Instructions of Direct3D, without declarations. */
  readonly instructions: number;
  /** Words of the modules, and instructions of their functions. */
  readonly words: number;
  readonly spirvInstructions: number;
  /** The size after the optimizer; undefined if it is not installed. */
  readonly optimized?: { readonly words: number; readonly spirvInstructions: number };
}

/** Shaders with fewer instructions say little of what an instruction costs. */
const MIN_INSTRUCTIONS = 20;
/** The part of the instructions that is flow in shaders that branch. */
const BRANCHING = 0.15;

/** The sorts, and whether a shader with this part of flow is of them. */
const SORTS: readonly (readonly [name: string, has: (flow: number) => boolean])[] = [
  ['without branches', (flow) => flow === 0],
  ['with many branches', (flow) => flow >= BRANCHING],
];

export function spirvSizes(sets: readonly ShaderSet[], build: Build): SpirvSize[] {
  const canOptimize = spawnSync('spirv-opt', ['--version']).error === undefined;
  const sizes: SpirvSize[] = [];
  for (const { name, files } of sets) {
    const programs = files.flatMap((file) => {
      const program = build.main.openShaderFile(file).programs[0];
      if (program === undefined) return [];
      // The end of the program is no branch.
      const executed = categoriesOf(program)
        .filter((category) => category !== 'declaration')
        .slice(0, -1);
      const flow = executed.filter((category) => category === 'flow').length / executed.length;
      return executed.length < MIN_INSTRUCTIONS ? [] : [{ file, flow, instructions: executed.length }];
    });
    for (const [sort, has] of SORTS) {
      const total = { programs: 0, instructions: 0, words: 0, spirvInstructions: 0 };
      const optimized = { words: 0, spirvInstructions: 0 };
      for (const { file, flow, instructions } of programs) {
        if (!has(flow)) continue;
        const [stage] = build.translate.translate(file, { to: 'spirv', validate: false }).stages;
        if (stage === undefined) continue;
        total.programs++;
        total.instructions += instructions;
        add(total, stage.code);
        if (canOptimize) add(optimized, optimize(stage.code));
      }
      if (total.programs > 0) sizes.push({ shaders: `${name}, ${sort}`, ...total, ...(canOptimize && { optimized }) });
    }
  }
  return sizes;
}

const HEADER_WORDS = 5;
const FUNCTION = 54;

function add(to: { words: number; spirvInstructions: number }, code: Uint32Array): void {
  to.words += code.length;
  let isInFunctions = false;
  for (let at = HEADER_WORDS; at < code.length; at += code[at]! >>> 16) {
    isInFunctions ||= (code[at]! & 0xffff) === FUNCTION;
    if (isInFunctions) to.spirvInstructions++;
  }
}

function optimize(code: Uint32Array): Uint32Array {
  const directory = mkdtempSync(join(tmpdir(), 'dxlens-bench-'));
  try {
    const [input, output] = [join(directory, 'in.spv'), join(directory, 'out.spv')];
    writeFileSync(input, code);
    const { status, stderr } = spawnSync('spirv-opt', ['-O', input, '-o', output]);
    if (status !== 0) throw new Error(`spirv-opt: ${stderr}`);
    const bytes = readFileSync(output);
    return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
