/**
 * The class instances that an application binds to interface pointers of models 5.0 and 5.1, by their names: what translations take as `instances`.
 *
 * Not for: what an instance changes in the code (src/ir/passes/specialize.ts).
 */
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { BufferType } from '../base/d3d/enumerations.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { type ClassLinkage, functionTableOf, NO_SLOT, readIfce } from '../container/ifce.ts';
import { type Rdef, readRdef } from '../container/rdef.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { readShaderFile } from '../container/shader-file.ts';
import type { IrInstances } from '../ir/passes/run-passes.ts';
import { INSTANCE_MESSAGES } from './messages.ts';

/** The instances of a shader. */
export interface ClassInstances {
  /** What `instances` takes; what is wrong is left out. */
  readonly instances: IrInstances;
  /** About names. What is wrong with the file, translation reports. */
  readonly diagnostics: readonly Diagnostic[];
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
 * @param names by interface pointer, its variable (`lights[2]`) or its number (`3`): the instance, an element of an array as `spots[1]`
 * @throws TypeError when `input` holds no bytes
 */
export function classInstances(input: ByteSource, names: Readonly<Record<string, string>>): ClassInstances {
  const diagnostics = new Diagnostics();
  // What is wrong with the file is reported where it is translated.
  const ofFile = new Diagnostics();
  const { container } = readShaderFile(toBytes(input, 'classInstances'), ofFile);
  const chunks = container && pickChunks(container, ofFile);
  const rdef = chunks?.resources && readRdef(container!, chunks.resources, ofFile);
  const linkage = chunks?.linkage && readIfce(container!, chunks.linkage, ofFile);
  const instances = new Map<number, readonly [number, number, number, number, number]>();
  for (const [variable, instance] of Object.entries(names)) {
    const pointer = pointerOf(variable, rdef);
    const data = linkage && dataOf(instance, linkage);
    const table =
      pointer !== undefined && data !== undefined ? functionTableOf(linkage!, data.type, pointer) : undefined;
    if (pointer === undefined) diagnostics.report(INSTANCE_MESSAGES.DX6082, 0, 0, { name: variable });
    else if (data === undefined) diagnostics.report(INSTANCE_MESSAGES.DX6083, 0, 0, { name: instance });
    else if (table === undefined) diagnostics.report(INSTANCE_MESSAGES.DX6084, 0, 0, { name: instance, variable });
    else instances.set(pointer, [table, ...data.places]);
  }
  return { instances, diagnostics: diagnostics.list };
}

/** A name and the number of its element: `spots[1]`. */
function elementOf(text: string): [name: string, element: number] {
  const [, name = text, element = '0'] = /^(.*)\[(\d{1,6})\]$/.exec(text) ?? [];
  return [name, Number(element)];
}

/** The number of an interface pointer; undefined where the shader has none of that name. */
function pointerOf(text: string, rdef: Rdef | undefined): number | undefined {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const [name, element] = elementOf(text);
  const pointers = rdef?.buffers.find(({ type }) => type === BufferType.interfacePointers);
  const variable = pointers?.variables.find((one) => one.name === name);
  return variable !== undefined && element < variable.size ? variable.offset + element : undefined;
}

interface InstanceData {
  readonly type: number;
  /** Constant buffer, first row, first texture and first sampler. */
  readonly places: readonly [number, number, number, number];
}

/** An instance by its name; undefined where the shader has none. */
function dataOf(text: string, { instances, types }: ClassLinkage): InstanceData | undefined {
  const [name, element] = elementOf(text);
  const found = instances.find((one) => one.name === name && element < Math.max(one.elements, 1));
  const type = found && types[found.type];
  if (found === undefined || type === undefined) return undefined;
  const place = (first: number, stride: number) => (first === NO_SLOT ? 0 : first + element * stride);
  return {
    type: found.type,
    places: [
      found.constantBuffer === NO_SLOT ? 0 : found.constantBuffer,
      place(found.constantBufferOffset, type.constantBufferStride),
      place(found.texture, type.textureStride),
      place(found.sampler, type.samplerStride),
    ],
  };
}
