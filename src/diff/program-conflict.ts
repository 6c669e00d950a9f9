/**
 * Whether the program of one shader can replace that of another: signatures and bindings.
 *
 * Not for: replacing it (`dxlens/shader`).
 */
import { openShaderFile } from '../file/shader-file.ts';
import { declaredResources } from '../reflect/bindings.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import { reflectShader } from '../reflect/reflect.ts';

const SIGNATURES = [
  ['inputs', 'inputParameters'],
  ['outputs', 'outputParameters'],
  ['patch constants', 'patchConstantParameters'],
] as const;

/**
 * Why the program of `changed` cannot be that of `original`, whose application binds and links by what it has;
 * undefined if it can.
 */
export function programConflict(original: Uint8Array, changed: Uint8Array): string | undefined {
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
  const [program] = openShaderFile(bytes).programs;
  return (program === undefined ? [] : declaredResources(program.words)).map(
    ({ registerName, space, bindCount, type, returnType, dimension, numSamples }) => {
      const range = bindCount === 1 ? '' : ` with ${bindCount === 0 ? 'all' : bindCount} registers`;
      const inSpace = space === 0 ? '' : ` of space ${space}`;
      const kind = [type, dimension, returnType].filter((word) => word !== 'none' && word !== 'unknown').join(' ');
      const stride = type.toString().startsWith('structured') ? ` with a stride of ${numSamples}` : '';
      return `${registerName}${inSpace}${range} (${kind}${stride})`;
    },
  );
}
