/**
 * The source of a library: its constants and resources once, and its functions with `export`.
 *
 * Not for: the heads of functions (library-function.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { SM4_VERSION } from '../base/profile.ts';
import { CHUNK_HEADER_SIZE } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { DX6005 } from '../emit/common/messages.ts';
import { isHlslIdentifier } from '../emit/hlsl/types.ts';
import type { ShaderFile } from '../file/shader-file.ts';
import { reflectLibrary } from '../reflect/library.ts';
import { type EffectSource, type ProgramSource, ShaderFunctions, type SourceOf } from './effects/shader-functions.ts';

/** Returns the source of a library; undefined where diagnostics say why there is none. */
export function decompileLibrary(
  { container, bytes }: ShaderFile,
  sourceOf: SourceOf,
  diagnostics: Diagnostics,
): EffectSource | undefined {
  if (container === undefined) return undefined;
  const described = reflectLibrary(container, diagnostics).functions;
  const { functions: chunks } = pickChunks(container, new Diagnostics());
  const report = (what: string) => diagnostics.report(DX6005, 0, bytes.byteLength, { target: 'HLSL', what });
  const names = new Set(described.map(({ name }) => name ?? ''));
  for (const name of names) if (!isHlslIdentifier(name)) report(`the name ${JSON.stringify(name)}`);
  if (names.size !== described.length || chunks.length !== described.length)
    report('functions without names of their own');
  if (diagnostics.hasErrors) return undefined;
  // Names of resources are known after a first look.
  const globals = new Set(described.flatMap(({ boundResources }) => boundResources.map(({ name }) => name)));
  for (const { constantBuffers } of described)
    for (const { variables } of constantBuffers) for (const { name } of variables) globals.add(name);
  const functions = new ShaderFunctions(sourceOf, new Set([...globals, ...names]), {}, diagnostics);
  const declarations = new Map<string, string>();
  for (const [i, one] of described.entries()) {
    const { data, offset } = chunks[i]!;
    const made = functions.add(data, offset + CHUNK_HEADER_SIZE, one.name!, one);
    if (made !== undefined) declareBindings(made.source, declarations, report);
  }
  const version = described[0]?.version ?? 0;
  const profile = profileOf(version, described);
  const switches = [...functions.switches];
  const heading = ['// fxc', `/T ${profile}`, ...switches].join(' ');
  const parts = [heading, [...declarations.values()].join('\n'), ...functions.take()].filter((part) => part !== '');
  return { code: `${parts.join('\n\n').replace(/\n{3,}/g, '\n\n')}\n`, profile, switches };
}

/** Adds the declarations of a function; all functions have to have the same. */
function declareBindings(
  { bindings }: ProgramSource,
  declarations: Map<string, string>,
  report: (what: string) => void,
): void {
  for (const [name, text] of bindings) {
    const known = declarations.get(name);
    if (known !== undefined && known !== text) report(`${name}, which is something else in another function`);
    declarations.set(name, text);
  }
}

/** The profile, with the feature level that functions have programs for. */
function profileOf(version: number, described: ReturnType<typeof reflectLibrary>['functions']): string {
  const base = `lib_${SM4_VERSION.major.get(version)}_${SM4_VERSION.minor.get(version)}`;
  const level = described.find(
    ({ has10Level9VertexShader, has10Level9PixelShader }) => has10Level9VertexShader || has10Level9PixelShader,
  );
  return level === undefined ? base : `${base}_level_${level.minFeatureLevel ?? '9_1'}`;
}
