/**
 * References in an effect of Direct3D 9: objects by id, resources by the state that they belong to.
 *
 * Not for: reading (read.ts).
 */

import type { Diagnostics } from '../../base/diagnostics.ts';
import { stringAt, u32At } from '../../base/words.ts';
import { DX0139, DX0140, DX0141 } from '../../container/messages.ts';
import { type Effect2Content, FX2_NONE, type Fx2Object, type Fx2Resource, type Fx2State, Fx2Usage } from './model.ts';

/** First DWORD of an expression (source: oracle). */
export const FX2_EXPRESSION = 0x4658_0200;

/** The name in the data of a resource: it ends with NUL. */
export function nameIn(data: Uint8Array): string {
  return stringAt(data, 0);
}

/** The parts of an index that is computed: the name of the array, and the expression that gives the index. */
export interface Fx2ElementCode {
  readonly name: string;
  readonly code: Uint8Array;
  /** Byte offset of the code in the data. */
  readonly at: number;
}

/** The array and the expression in `data`; the name is stored with its size. */
export function fx2ElementCode(data: Uint8Array): Fx2ElementCode {
  const size = u32At(data, 0);
  const at = Math.min(4 + size, data.byteLength);
  return { name: stringAt(data, 4, at), code: data.subarray(at), at };
}

/** The name of a parameter and the index of its element: `shaders[2]`; 0 where there is none. */
export function splitElement(text: string): { name: string; element: number } {
  const match = /^(.*)\[(\d{1,9})\]$/.exec(text);
  return match === null ? { name: text, element: 0 } : { name: match[1]!, element: Number(match[2]) };
}

/** The owner of states: a pass of a technique, or one element of a sampler. */
export interface Fx2Owner {
  /** {@link FX2_NONE} for a sampler. */
  readonly technique: number;
  /** The index of the pass in its technique, or of the parameter. */
  readonly owner: number;
  /** The element of an array of samplers; {@link FX2_NONE} for a pass. */
  readonly element: number;
}

/** Looks up objects and resources. */
export class Effect2Links {
  private readonly objects = new Map<number, Fx2Object>();
  private readonly resources = new Map<string, Fx2Resource>();

  constructor(readonly effect: Effect2Content) {
    // The first of several counts, as the reader says.
    for (const object of effect.objects) if (!this.objects.has(object.id)) this.objects.set(object.id, object);
    for (const resource of effect.resources) {
      const key = keyOf(resource, resource.state);
      if (!this.resources.has(key)) this.resources.set(key, resource);
    }
  }

  /** The object with this id; undefined where nothing is stored for it. */
  object(id: number): Fx2Object | undefined {
    return this.objects.get(id);
  }

  /** The resource of a state, by its index in its pass or sampler; undefined where its value is stored with it. */
  resource(owner: Fx2Owner, state: number): Fx2Resource | undefined {
    return this.resources.get(keyOf(owner, state));
  }
}

function keyOf({ technique, owner, element }: Fx2Owner, state: number): string {
  return `${technique}/${owner}/${element}/${state}`;
}

/** The states that a resource may belong to; undefined where there is no such pass or sampler. */
function statesOf(effect: Effect2Content, { technique, owner, element }: Fx2Resource): readonly Fx2State[] | undefined {
  if (technique !== FX2_NONE) return effect.techniques[technique]?.passes[owner]?.states;
  const value = effect.parameters[owner]?.value;
  return value?.kind === 'samplers' ? value.samplers[element]?.states : undefined;
}

/**
 * Reports resources that belong to nothing, have an unknown usage, or name no parameter.
 *
 * @param diagnostics spans are bytes of the file
 */
export function checkResources(effect: Effect2Content, diagnostics: Diagnostics): void {
  const names = new Set(effect.parameters.map(({ declaration }) => declaration.name));
  for (const [index, resource] of effect.resources.entries()) {
    const { technique, owner, state, usage, data, offset } = resource;
    const [start, end] = [offset, offset + data.byteLength];
    if (statesOf(effect, resource)?.[state] === undefined) {
      const what = technique === FX2_NONE ? `parameter ${owner}` : `pass ${owner} of technique ${technique}`;
      diagnostics.report(DX0139, start, end, { index, owner: `state ${state} of ${what}` });
    }
    if (usage > Fx2Usage.element) diagnostics.report(DX0140, start, end, { index, usage });
    if (usage !== Fx2Usage.parameter && usage !== Fx2Usage.element) continue;
    const name = usage === Fx2Usage.parameter ? nameIn(data) : fx2ElementCode(data).name;
    // The text after the name of a parameter selects an element or member of it.
    const parameter = /^[^[.]*/.exec(name)![0];
    if (!names.has(parameter)) diagnostics.report(DX0141, start, end, { index, name });
  }
}
