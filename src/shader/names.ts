/**
 * Renames what reflection names: constants and samplers of a constant table; buffers, resources and variables of
 * resource definitions. The program does not know these names.
 *
 * Not for: semantics, which connect stages and vertex layouts, and names of types.
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { type Rdef, readRdef } from '../chunks/rdef.ts';
import { renameRdefResource, renameRdefVariable, rewriteRdef } from '../chunks/rdef-writer.ts';
import type { Container } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer } from '../container/write.ts';
import { noSuchName, ShaderEditError } from './paths.ts';
import { mapSm1Constants, sm1AllConstants } from './sm1-tables.ts';

const CALLER = 'rename';

/** An identifier, perhaps with an index, as compilers name the elements of arrays of resources. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*(\[\d+\])*$/;

function checkNew(name: string): void {
  if (!IDENTIFIER.test(name)) throw new ShaderEditError(CALLER, `'${name}' is not a name of HLSL`);
}

function taken(name: string): ShaderEditError {
  return new ShaderEditError(CALLER, `there is already a ${name}`);
}

/** The stream with another name of a constant or sampler, in the table of its preshader, too. */
export function renameSm1(program: Uint8Array, from: string, to: string): Uint8Array {
  checkNew(to);
  const names = sm1AllConstants(program).map(({ name }) => name);
  if (!names.includes(from)) throw noSuchName(CALLER, 'constant or sampler', from, names);
  if (from !== to && names.includes(to)) throw taken(to);
  return mapSm1Constants(program, CALLER, (constant) =>
    constant.name === from ? { ...constant, name: to } : constant,
  );
}

/** The file with another name of a buffer, resource or variable. */
export function renameSm4(input: Uint8Array, container: Container, from: string, to: string): Uint8Array {
  checkNew(to);
  const chunk = container.find(TAG.RDEF);
  const rdef = chunk && readRdef(container, chunk, new Diagnostics());
  if (chunk === undefined || rdef === undefined)
    throw new ShaderEditError(CALLER, `there is no name ${from}, because the shader has no resource definitions`);
  if (from === to) return input;
  const data = rewriteRdef(rdef, renamed(rdef, from, to));
  return rewriteContainer(
    container,
    container.chunks.map((one) => (one === chunk ? { tag: one.tag, data } : one)),
    input,
  );
}

function renamed(rdef: Rdef, from: string, to: string): Rdef {
  const resources = new Set([...rdef.buffers, ...rdef.bindings].map(({ name }) => name));
  const variables = rdef.buffers.flatMap((buffer) =>
    buffer.variables.map(({ name }) => ({ buffer: buffer.name, name, path: `${buffer.name}.${name}` })),
  );
  if (resources.has(from)) {
    if (resources.has(to)) throw taken(to);
    return renameRdefResource(rdef, from, to);
  }
  const found = variables.filter(({ name, path }) => name === from || path === from);
  if (found.length === 0) {
    const names = [...resources, ...variables.map(({ name }) => name)];
    throw noSuchName(CALLER, 'buffer, resource or variable', from, names);
  }
  const [one, second] = found;
  if (second !== undefined)
    throw new ShaderEditError(
      CALLER,
      `several buffers have a variable ${from}; name one of ${found.map(({ path }) => path).join(', ')}`,
    );
  if (variables.some(({ buffer, name }) => buffer === one!.buffer && name === to)) throw taken(`${one!.buffer}.${to}`);
  return renameRdefVariable(rdef, one!.buffer, one!.name, to);
}
