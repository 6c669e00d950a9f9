/**
 * The class instances that an application binds to interface pointers of models 5.0 and 5.1, by their names: what
 * translations take as `instances`.
 *
 * Not for: what an instance changes in the code (src/ir/passes/specialize.ts).
 */

import { type ByteSource, toBytes } from '../base/bytes.ts';
import { BufferType } from '../base/d3d/enumerations.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { type ClassLinkage, functionTableOf, INTERFACE_POINTERS, NO_SLOT, readIfce } from '../chunks/ifce.ts';
import { type Rdef, readRdef } from '../chunks/rdef.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { readShaderFile } from '../file/shader-file.ts';
import type { IrInstances } from '../ir/passes/run-passes.ts';
import { DX6082, DX6083, DX6084 } from './messages.ts';

/** The instances of a shader. */
export interface ClassInstances {
  /** The value for the option `instances`, without invalid entries. */
  readonly instances: IrInstances;
  /** Diagnostics about names. Translation reports faults of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/** An interface pointer of a shader, and what an application can bind to it. */
export interface InterfacePointer {
  /** As {@link classInstances} takes it: `light`, `lights[2]`, or the number where the file does not name it. */
  readonly name: string;
  readonly number: number;
  /** Names of the instances whose class implements the interface: `sun`, `spots[1]`. */
  readonly instances: readonly string[];
}

/**
 * Returns the interface pointers of a shader of models 5.0 and 5.1 by number, with the class instances that are
 * compatible with each. Other files have none.
 *
 * ```ts
 * const names = Object.fromEntries(interfacePointers(bytes).map(({ name, instances }) => [name, instances[0]!]));
 * ```
 *
 * @param input a compiled shader
 * @throws TypeError when `input` holds no bytes
 */
export function interfacePointers(input: ByteSource): InterfacePointer[] {
  return pointersOfFile(readLinkage(toBytes(input, 'interfacePointers')));
}

function pointersOfFile({ rdef, linkage }: Linkage): InterfacePointer[] {
  if (linkage === undefined) return [];
  const names = new Map<number, string>();
  for (const { name, offset, size } of pointersIn(rdef))
    for (let i = 0; i < Math.min(size, INTERFACE_POINTERS); i++) names.set(offset + i, elementName(name, i, size));
  const pointers: InterfacePointer[] = [];
  let number = 0;
  for (const { count, typeIds } of linkage.slots) {
    const instances = instanceNames(linkage, typeIds);
    for (const end = Math.min(number + count, INTERFACE_POINTERS); number < end; number++)
      pointers.push({ name: names.get(number) ?? `${number}`, number, instances });
  }
  return pointers;
}

/** Most instances that are named for a pointer: an array in a damaged file may have any number of elements. */
const MAX_NAMES = 4096;

/** The names of the instances of some classes. */
function instanceNames({ instances }: ClassLinkage, types: Uint16Array): string[] {
  const names: string[] = [];
  for (const { name, type, elements } of instances) {
    if (!types.includes(type)) continue;
    for (let i = 0; i < Math.max(elements, 1) && names.length < MAX_NAMES; i++)
      names.push(elementName(name, i, elements));
  }
  return names;
}

/** The class linkage of a file. */
interface Linkage {
  readonly rdef: Rdef | undefined;
  readonly linkage: ClassLinkage | undefined;
}

/** Reads the chunks RDEF and IFCE. Their faults are reported where the file is translated. */
function readLinkage(bytes: Uint8Array): Linkage {
  const diagnostics = new Diagnostics();
  const { container } = readShaderFile(bytes, diagnostics);
  const chunks = container && pickChunks(container, diagnostics);
  return {
    rdef: chunks?.resources && readRdef(container!, chunks.resources, diagnostics),
    linkage: chunks?.linkage && readIfce(container!, chunks.linkage, diagnostics),
  };
}

/**
 * The variables that are interface pointers: the offset is the number of the first one, the size is their count. Unused
 * ones have no number.
 */
function pointersIn(rdef: Rdef | undefined): Rdef['buffers'][number]['variables'] {
  const pointers = rdef?.buffers.find(({ type }) => type === BufferType.interfacePointers);
  return pointers?.variables.filter(({ offset }) => offset < INTERFACE_POINTERS) ?? [];
}

/**
 * Finds the class instances of interface pointers by the names that the chunks RDEF and IFCE have.
 *
 * ```ts
 * const { instances } = classInstances(bytes, { material: 'textured', 'lights[2]': 'spots[1]' });
 * const { stages } = translate(bytes, { instances });
 * ```
 *
 * @param input a compiled shader
 * @param names by interface pointer, its variable (`lights[2]`) or its number (`3`): the instance, an element of an
 *   array as `spots[1]`
 * @throws TypeError when `input` holds no bytes
 */
export function classInstances(input: ByteSource, names: Readonly<Record<string, string>>): ClassInstances {
  const diagnostics = new Diagnostics();
  const file = readLinkage(toBytes(input, 'classInstances'));
  const { rdef, linkage } = file;
  const instances = new Map<number, readonly [number, number, number, number, number]>();
  for (const [variable, instance] of Object.entries(names)) {
    const pointer = pointerOf(variable, rdef);
    const data = linkage && dataOf(instance, linkage);
    const table =
      pointer !== undefined && data !== undefined ? functionTableOf(linkage!, data.type, pointer) : undefined;
    if (pointer === undefined) {
      const known = listed(pointersOfFile(file).map(({ name }) => name));
      diagnostics.report(DX6082, 0, 0, { name: variable, known });
    } else if (data === undefined || table === undefined) {
      const message = data === undefined ? DX6083 : DX6084;
      const compatible = pointersOfFile(file).find(({ number }) => number === pointer)?.instances ?? [];
      diagnostics.report(message, 0, 0, { name: instance, variable, compatible: listed(compatible) });
    } else instances.set(pointer, [table, ...data.positions]);
  }
  return { instances, diagnostics: diagnostics.list };
}

/** How many names a message has. */
const MAX_LISTED = 8;

/** Names for a message. */
function listed(names: readonly string[]): string {
  const rest = names.length > MAX_LISTED ? ', ...' : '';
  return names.slice(0, MAX_LISTED).join(', ') + rest || 'none';
}

/** The name of one of `count` elements: `spots[1]`, or the name alone where there is only one. */
export function elementName(name: string, element: number, count: number): string {
  return count > 1 ? `${name}[${element}]` : name;
}

/** A name and the number of its element: `spots[1]`. */
function elementOf(text: string): [name: string, element: number] {
  const [, name = text, element = '0'] = /^(.*)\[(\d{1,6})\]$/.exec(text) ?? [];
  return [name, Number(element)];
}

/** The number of an interface pointer; undefined if the shader has no pointer with that name. */
function pointerOf(text: string, rdef: Rdef | undefined): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const [name, element] = elementOf(text);
  const variable = pointersIn(rdef).find((one) => one.name === name);
  return variable !== undefined && element < variable.size ? variable.offset + element : undefined;
}

interface InstanceData {
  readonly type: number;
  /** Constant buffer, first row, first texture and first sampler. */
  readonly positions: readonly [number, number, number, number];
}

/** An instance by its name; undefined where the shader has none. */
function dataOf(text: string, { instances, types }: ClassLinkage): InstanceData | undefined {
  const [name, element] = elementOf(text);
  const found = instances.find((one) => one.name === name && element < Math.max(one.elements, 1));
  const type = found && types[found.type];
  if (found === undefined || type === undefined) return undefined;
  const offsetOf = (first: number, stride: number) => (first === NO_SLOT ? 0 : first + element * stride);
  return {
    type: found.type,
    positions: [
      found.constantBuffer === NO_SLOT ? 0 : found.constantBuffer,
      offsetOf(found.constantBufferOffset, type.constantBufferStride),
      offsetOf(found.texture, type.textureStride),
      offsetOf(found.sampler, type.samplerStride),
    ],
  };
}
