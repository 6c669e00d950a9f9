/**
 * Binds the declarations of a shader and compares the result with what Microsoft's compiler wrote: registers and RDEF,
 * the signatures, and the complete container around the program that it compiled.
 */

import { isSameBytes } from '../../src/base/bytes.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { bytesOf, wordsOf } from '../../src/base/words.ts';
import { type Rdef, type RdefType, readRdef } from '../../src/chunks/rdef.ts';
import { readSignature, type SignatureElement } from '../../src/chunks/signature.ts';
import { type Container, readContainer } from '../../src/container/dxbc.ts';
import { pickChunks } from '../../src/container/shader-chunks.ts';
import { TAG } from '../../src/container/tags.ts';
import {
  type BindingOwner,
  type BoundDeclaration,
  bindShader,
  fileOf,
  packSignature,
  type SignatureDirection,
  writeShader,
} from '../../src/hlsl/bind/index.ts';
import type { SignatureVariable } from '../../src/hlsl/declarations.ts';
import type { IrModule } from '../../src/ir/index.ts';
import { runPasses } from '../../src/ir/passes/run-passes.ts';
import { readSm4Words } from '../../src/isa/sm4/program.ts';
import { lowerSm4 } from '../../src/lower/sm4/lower-sm4.ts';
import type { DeclaredShader } from '../hlsl-declarations.ts';

/** A random shader with the container that Microsoft's compiler made of it. */
export interface BoundCase {
  /** Of the declarations; they and the source come from it. */
  readonly seed: number;
  readonly profile: string;
  /** Of the source: the generator must not have changed since the case was recorded. */
  readonly sha256: string;
  /** In base 64. */
  readonly container: string;
}

export interface BoundDifference {
  readonly part: string;
  readonly theirs: string;
  readonly ours: string;
}

/** Returns the differences in a compiled shader; none if all bytes are equal. */
export function compareBound(shader: DeclaredShader, compiled: Uint8Array): BoundDifference[] {
  const diagnostics = new Diagnostics();
  const container = readContainer(compiled, diagnostics)!;
  const chunks = pickChunks(container, diagnostics);
  const program = chunks.program!;
  const words = wordsOf(program.data.slice());
  const theirs = readRdef(container, chunks.resources!, diagnostics)!;
  const { module } = lowerSm4(readSm4Words(words));
  if (module === undefined) return [{ part: 'lowering', theirs: '', ours: 'no module' }];
  runPasses(module);
  const { stage, version } = shader;
  const packed = (variables: readonly SignatureVariable[], direction: SignatureDirection) =>
    packSignature(variables, stage, direction, version).elements;
  const owners = ownersOf(module, theirs, [...shader.buffers, ...shader.resources]);
  const bound = bindShader(module, owners, {
    stage,
    version,
    flags: shader.flags,
    creator: theirs.creator,
    buffers: shader.buffers,
    resources: shader.resources,
    inputs: packed(shader.inputs, 'in'),
    outputs: packed(shader.outputs, 'out'),
    patchConstants: shader.patch && packed(shader.patch, 'patch'),
  });
  const { resources, inputs, outputs, patchConstants } = bound;
  const differences: BoundDifference[] = [];
  const compare = (part: string, a: string, b: string) => {
    if (a !== b) differences.push({ part, theirs: a, ours: b });
  };
  compare('bindings', bindingText(theirs), bindingText(resources));
  compare('buffers', bufferText(theirs), bufferText(resources));
  const read = (tags: readonly number[]) => signatureIn(container, tags);
  compare('inputs', signatureText(read([TAG.ISGN, TAG.ISG1])), signatureText(inputs));
  compare('outputs', signatureText(read([TAG.OSGN, TAG.OSG5, TAG.OSG1])), signatureText(outputs));
  if (patchConstants)
    compare('patch constants', signatureText(read([TAG.PCSG, TAG.PSG1])), signatureText(patchConstants));
  if (differences.length > 0) return differences;
  const bytes = writeShader({ words, resources, inputs, outputs, patchConstants, sendsMessages: false });
  if (!isSameBytes(bytes, compiled)) {
    const ours = readContainer(bytes, diagnostics)!;
    const list = (one: Container) => one.chunks.map(({ tag, data }) => `${tag.toString(16)} ${hex(data)}`).join('\n');
    compare('bytes', list(container), list(ours));
  }
  return differences;
}

function hex(data: Uint8Array): string {
  return Buffer.from(data).toString('hex');
}

/** The declarations of a module's bindings, by the names that reflection has for their registers. */
function ownersOf(
  module: IrModule,
  { bindings, encoding }: Rdef,
  declarations: readonly BoundDeclaration[],
): (BindingOwner | undefined)[] {
  const files = { constants: 'b', view: 't', uav: 'u', sampler: 's', stage: '', group: '' } as const;
  return module.bindings.map(({ kind, register, space }) => {
    const file = files[kind];
    if (file === '') return undefined;
    for (const { name, bindPoint, bindCount, space: inSpace } of bindings) {
      const isIn = register >= bindPoint && (bindCount === 0 || register < bindPoint + bindCount) && space === inSpace;
      if (!isIn) continue;
      const declaration = declarations.find((one) => one.name === name.replace(/\[.*/, '') && fileOf(one) === file);
      if (declaration === undefined) continue;
      // Operations of 5.1 have an index into the array; before, each element has a binding.
      return encoding === 'spaces'
        ? { declaration }
        : { declaration, element: elementOf(declaration, name, register - bindPoint) };
    }
    return undefined;
  });
}

/** The element of an array that has a binding of its own before 5.1. */
function elementOf(declaration: BoundDeclaration, name: string, offset: number): number | undefined {
  if ('kind' in declaration || declaration.lengths.length === 0) return undefined;
  const indices = [...name.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index));
  if (indices.length === 0) return offset;
  return declaration.lengths.reduce((element, length, i) => element * length + indices[i]!, 0);
}

function signatureIn(container: Container, tags: readonly number[]): readonly SignatureElement[] {
  const chunk = container.chunks.find(({ tag }) => tags.includes(tag));
  return (chunk && readSignature(container, chunk, new Diagnostics())?.elements) ?? [];
}

function signatureText(elements: readonly SignatureElement[]): string {
  return elements
    .map(
      ({ semanticName, semanticIndex, register, mask, readWriteMask, componentType, systemValue, ...rest }) =>
        `${semanticName}${semanticIndex} r${register | 0} ${maskText(mask)}/${maskText(readWriteMask)} type ${componentType} value ${systemValue} stream ${rest.stream} precision ${rest.minPrecision}`,
    )
    .join('\n');
}

function maskText(mask: number): string {
  return [...'xyzw'].filter((_, i) => mask & (1 << i)).join('');
}

function bindingText({ bindings, flags, version }: Rdef): string {
  const lines = bindings.map((one) => JSON.stringify(Object.entries(one).sort()));
  return [`flags ${flags} version ${version}`, ...lines].join('\n');
}

/** Buffers, with numbers for shared types. */
function bufferText({ buffers, encoding }: Rdef): string {
  const numbers = new Map<RdefType, number>();
  const typeText = (type: RdefType | undefined): string => {
    if (type === undefined) return '-';
    const known = numbers.get(type);
    if (known !== undefined) return `#${known}`;
    const { class: kind, type: number, rows, columns, elements, name, members, baseClass, interfaces } = type;
    const inside = members.map((member) => `${member.name}+${member.offset} ${typeText(member.type)}`).join('; ');
    numbers.set(type, numbers.size);
    return `#${numbers.size - 1} ${kind}:${number} ${rows}x${columns}[${elements}] ${encoding === 'basic' ? '' : name} {${inside}} base ${encoding === 'basic' ? '' : typeText(baseClass)} interfaces ${interfaces.map(typeText).join(' ')}`;
  };
  return buffers
    .flatMap(({ name, size, flags, type, variables }) => [
      `buffer ${name} size ${size} flags ${flags} type ${type}`,
      ...variables.map(
        (one) =>
          `  ${one.name} +${one.offset} size ${one.size} flags ${one.flags} ${typeText(one.type)} = ${one.defaults === undefined ? '' : hex(bytesOf(one.defaults))}`,
      ),
    ])
    .join('\n');
}
