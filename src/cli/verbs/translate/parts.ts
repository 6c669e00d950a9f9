/**
 * Loads the parts of a translation that few inputs need: the writer of the language, the rules of the instruction set,
 * and the printers of listings. Starting takes a quarter longer with all of them (measured).
 */
import { type Diagnostic, Diagnostics } from '../../../base/diagnostics.ts';
import type { EmitTarget } from '../../../emit/common/plan.ts';
import { readShaderFile } from '../../../file/shader-file.ts';
import type { TargetLanguage } from '../../../translate/options.ts';
import type { LoadedParts } from '../../../translate/translate-all.ts';
import { FileValidator, type RuleSets } from '../../../validate/file-validator.ts';

const glsl = async () => (await import('../../../emit/glsl/emit-glsl.ts')).glslTarget;

const TARGETS: Readonly<Record<TargetLanguage, () => Promise<(version: string) => EmitTarget>>> = {
  wgsl: async () => {
    const { WGSL } = await import('../../../emit/wgsl/emit-wgsl.ts');
    return () => WGSL;
  },
  essl: glsl,
  glsl,
  spirv: async () => {
    const { SPIRV } = await import('../../../emit/spirv/emit-spirv.ts');
    return () => SPIRV;
  },
  dxbc: async () => (await import('../../../translate/dxbc/target.ts')).dxbcTarget,
  wasm: async () => {
    const { WASM } = await import('../../../emit/wasm/target.ts');
    return () => WASM;
  },
};

/** Loads what a translation of some files needs. */
export async function translationParts(
  to: TargetLanguage,
  files: readonly Uint8Array[],
  { comments = false, validate = true },
): Promise<LoadedParts> {
  const isOfDirect3D9 = files.some((bytes) => instructionSets(bytes).has('sm1'));
  const needsListings = comments || isOfDirect3D9;
  return {
    target: await TARGETS[to](),
    listings: needsListings ? (await import('../../../translate/listings.ts')).LISTINGS : undefined,
    diagnosticsOf: validate ? await validator(files) : () => [],
  };
}

/** Loads the rules of some files, and returns what validates them. */
export async function validator(files: readonly Uint8Array[]): Promise<(bytes: Uint8Array) => readonly Diagnostic[]> {
  const rules: RuleSets = {
    sm1: files.some((bytes) => instructionSets(bytes).has('sm1')) ? await rulesOfSm1() : undefined,
    sm4: files.some((bytes) => instructionSets(bytes).has('sm4')) ? await rulesOfSm4() : undefined,
  };
  return (bytes) => new FileValidator(rules, {}).check(bytes).diagnostics;
}

async function rulesOfSm1(): Promise<RuleSets['sm1']> {
  const { checkSm1 } = await import('../../../validate/sm1/validate-sm1.ts');
  return { checkSm1, pedanticNotes: (await import('../../../validate/sm1/pedantic.ts')).pedanticNotes };
}

async function rulesOfSm4(): Promise<RuleSets['sm4']> {
  const { validateSm4 } = await import('../../../validate/sm4/validate-container.ts');
  return { validateSm4, withoutRepeats: (await import('../../../validate/sm4/context.ts')).withoutRepeats };
}

/** The instruction sets whose rules a file needs: containers are validated with those of models 4 to 5.1. */
function instructionSets(bytes: Uint8Array): ReadonlySet<'sm1' | 'sm4'> {
  const { programs, container } = readShaderFile(bytes, new Diagnostics());
  const sets = new Set(programs.map(({ isa }) => isa));
  if (container !== undefined) sets.add('sm4');
  return sets;
}
