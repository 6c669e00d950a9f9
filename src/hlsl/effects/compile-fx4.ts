/**
 * Compiles effects of Direct3D 10 and 11: fx_4_0, fx_4_1 and fx_5_0.
 */
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import type { Fx4Profile } from '../../effects/fx4/enums.ts';
import { serializeEffect4 } from '../../effects/fx4/write.ts';
import { PARAMS } from '../declarations.ts';
import {
  type CompileOptions,
  type LoweredProgram,
  lowerEntryPoint,
  type ReadSource,
  readSource,
} from '../front-end.ts';
import type { EffectShader } from './checked-effect.ts';
import { EffectChecker } from './effect-checker.ts';
import { effectContent } from './effect-content.ts';
import { reportStageLinks } from './stage-links.ts';

/** Returns the container of a shader. */
export type ProgramWriter = (lowered: LoweredProgram) => Uint8Array | undefined;

/**
 * Compiles an effect; undefined where there are errors.
 *
 * @param write makes the container of each of its shaders
 * @param creator the name of the compiler
 */
export function compileEffect4(
  text: string,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions & { readonly profile: Fx4Profile },
  write: ProgramWriter,
  creator: string,
): Uint8Array | undefined {
  const { profile, childEffect: isChild = false, computedStates: allowsComputedStates = false } = options;
  // Direct3D 11 has no pools.
  const settings = { profile, isChild: isChild && profile !== 'fx_5_0', allowsComputedStates, creator };
  let checker: EffectChecker | undefined;
  const read = readSource(text, diagnostics, options, (context) => {
    checker = new EffectChecker(context, settings);
    return checker;
  });
  if (read === undefined || checker === undefined || diagnostics.errors > 0) return undefined;
  const content = effectContent(read.source, checker, settings, (shader) =>
    compileShader(read, shader, options, write),
  );
  if (diagnostics.errors > 0) return undefined;
  const passes = checker.groups.flatMap(({ techniques }) => techniques.flatMap((one) => one.passes));
  reportStageLinks(
    content,
    passes.map(({ tokens }) => tokens),
    read.reporter,
  );
  if (diagnostics.errors > 0) return undefined;
  const bytes = serializeEffect4(content);
  return profile === 'fx_5_0' ? bytes : serializeContainer([{ tag: TAG.FX10, data: bytes }]);
}

/** Compiles a shader of an effect. */
export function compileShader(
  { source, reporter }: ReadSource,
  { entry, values, profile }: EffectShader,
  options: CompileOptions,
  write: ProgramWriter,
): Uint8Array | undefined {
  // Uniform parameters are declared anew for each shader.
  const buffers = source.buffers.map((buffer, i) => (i === PARAMS ? { ...buffer, variables: [] } : buffer));
  const resources = [...source.resources];
  const interfaces = [...source.interfaces];
  const read = { source: { ...source, buffers, resources, interfaces }, reporter };
  const lowered = lowerEntryPoint(read, entry, { ...options, profile }, values);
  return lowered && write(lowered);
}
