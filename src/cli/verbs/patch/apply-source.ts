/**
 * `dxlens patch --apply FILE.hlsl`: compiles a source for the profile of a shader, and puts its program into it. The
 * application binds and links by what the shader had, so both must have that in common.
 */
import { wordsOf } from '../../../base/words.ts';
import { declaredResources } from '../../../reflect/bindings.ts';
import type { ParameterDesc } from '../../../reflect/parameters.ts';
import { reflectShader } from '../../../reflect/reflect.ts';
import { openShader, type Shader } from '../../../shader/index.ts';
import { disassemble } from '../../../text/disassemble.ts';
import type { HlslSettings } from '../../inputs/hlsl-source.ts';
import { compiledInput } from '../../inputs/hlsl-source.ts';
import { DX0038 } from '../../messages.ts';
import { reportFile } from '../../report.ts';
import type { ReportStyle } from '../asm/report.ts';
import { applyListing } from './editor.ts';

/**
 * Puts the program of a source into `shader`.
 *
 * @returns false, after a report, if the shader stays as it is
 */
export function applySource(
  shader: Shader,
  path: string,
  source: Uint8Array,
  hlsl: HlslSettings,
  validated: boolean,
  style: ReportStyle,
): boolean {
  const profile = shader.profile ?? '';
  const bytes = compiledInput(path, source, { ...hlsl, flags: { ...hlsl.flags, profile } }, style.quiet);
  if (bytes === undefined) return false;
  const reason = conflictOf(shader.toBytes(), bytes);
  if (reason !== undefined) {
    reportFile(path, DX0038, { reason });
    return false;
  }
  const listing = disassemble(bytes, { header: false, exact: true }).text;
  return applyListing(shader, `${path}.asm`, listing, validated, style);
}

const SIGNATURES = [
  ['inputs', 'inputParameters'],
  ['outputs', 'outputParameters'],
  ['patch constants', 'patchConstantParameters'],
] as const;

/** Why the program of `changed` cannot be that of `original`; undefined if it can. */
function conflictOf(original: Uint8Array, changed: Uint8Array): string | undefined {
  const before = reflectShader(original).reflection;
  const after = reflectShader(changed).reflection;
  if (before?.format !== 'dxbc' || after?.format !== 'dxbc') return 'the shader has no reflection';
  for (const [name, list] of SIGNATURES) {
    const old = before[list].map(textOf);
    const given = after[list].map(textOf);
    const at = Math.max(old.length, given.length);
    for (let i = 0; i < at; i++)
      if (old[i] !== given[i])
        return `of its ${name}, ${given[i] ?? 'none'} is where the shader has ${old[i] ?? 'none'}`;
  }
  const bound = new Set(resourcesOf(original));
  const added = resourcesOf(changed).find((one) => !bound.has(one));
  return added === undefined ? undefined : `it uses ${added}, which the shader does not`;
}

/** A parameter as a message names it. Which of its components are read may differ. */
function textOf({
  semanticName,
  semanticIndex,
  registerName,
  components,
  componentType,
  stream,
}: ParameterDesc): string {
  const register = registerName === null ? '' : ` in ${registerName}.${components}`;
  const number = stream === 0 ? '' : ` of stream ${stream}`;
  return `${semanticName.toUpperCase()}${semanticIndex} (${componentType})${register}${number}`;
}

/** The bindings of a program. The number of rows that it reads of a constant buffer may differ. */
function resourcesOf(bytes: Uint8Array): string[] {
  return declaredResources(wordsOf(openShader(bytes).program)).map(
    ({ registerName, space, bindCount, type, returnType, dimension, numSamples }) => {
      const range = bindCount === 1 ? '' : ` with ${bindCount === 0 ? 'all' : bindCount} registers`;
      const inSpace = space === 0 ? '' : ` of space ${space}`;
      const kind = [type, dimension, returnType].filter((word) => word !== 'none' && word !== 'unknown').join(' ');
      const stride = type.toString().startsWith('structured') ? ` with a stride of ${numSamples}` : '';
      return `${registerName}${inSpace}${range} (${kind}${stride})`;
    },
  );
}
