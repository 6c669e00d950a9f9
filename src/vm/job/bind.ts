/**
 * Binds the resources of a job to the registers of a shader of models 4.0 to 5.1, by the names that reflection knows or
 * by register.
 *
 * Not for: shaders of models 1 to 3 (bind-legacy.ts).
 */

import { InputType } from '../../base/d3d/enumerations.ts';
import type { ValueOf } from '../../base/shapes.ts';
import { functionTableOf } from '../../chunks/ifce.ts';
import type { Sm4DeclaredResource } from '../../isa/sm4/declarations.ts';
import type { Sm4ResourceType } from '../../isa/sm4/operands.ts';
import { Bindings } from '../bindings.ts';
import { DX7021, DX7022, DX7023, DX7025 } from '../messages.ts';
import type { STAGE_OBJECT } from './command-shapes.ts';
import { constantBufferNamed, constantsOf } from './constant-buffers.ts';
import type { JsonPath } from './json-text.ts';
import type { JobReport } from './report.ts';
import {
  type BindingSpec,
  bufferPart,
  bufferViewOf,
  type JobResources,
  samplerOf,
  textureViewOf,
  wordsView,
} from './resources.ts';
import type { Sm4JobShader } from './shaders.ts';
import { suggestion } from './validate-shape.ts';

/** A shader of a job with what is bound to it. */
export type StageSpec = ValueOf<typeof STAGE_OBJECT>;

interface Slot {
  readonly type: Sm4ResourceType;
  readonly register: number;
  readonly space: number;
  /** The shader's declaration of the resource. */
  readonly declared: Sm4DeclaredResource | undefined;
  /** As messages name it. */
  readonly text: string;
}

const TYPE_OF_LETTER = { b: 'cbv', s: 'sampler', t: 'srv', u: 'uav' } as const;
const LETTER_OF_TYPE = { cbv: 'b', sampler: 's', srv: 't', uav: 'u' } as const;
const EXPECTED = { cbv: 'a constant buffer', sampler: 'a sampler', srv: 'a resource', uav: 'a resource' } as const;
const REGISTER = /^([bstu])(\d{1,9})(?:,space(\d{1,9}))?$/;

/** The bindings of a stage; what cannot be bound is reported. */
export function bindShader(
  shader: Sm4JobShader,
  spec: StageSpec,
  resources: JobResources,
  path: JsonPath,
  report: JobReport,
): Bindings {
  return new Binder(shader, resources, report).bind(spec, path);
}

class Binder {
  readonly #bindings = new Bindings();
  readonly #bound = new Set<string>();

  constructor(
    private readonly shader: Sm4JobShader,
    private readonly resources: JobResources,
    private readonly report: JobReport,
  ) {}

  bind({ bindings = {}, instances = {} }: StageSpec, path: JsonPath): Bindings {
    for (const [name, value] of Object.entries(bindings)) {
      const at = [...path, 'bindings', name];
      const slot = this.#slot(name, at);
      if (slot === undefined) continue;
      this.#bound.add(slot.text);
      if (typeof value === 'string') this.#named(slot, value, at);
      else this.#one(slot, value, name, at);
    }
    for (const [pointer, instance] of Object.entries(instances)) {
      const table = this.#table(instance.class, Number(pointer), [...path, 'instances', pointer, 'class']);
      this.#bindings.instances.set(Number(pointer), {
        table,
        constantBuffer: instance.constantBuffer ?? 0,
        constantOffset: instance.constantOffset ?? 0,
        texture: instance.texture ?? 0,
        sampler: instance.sampler ?? 0,
      });
    }
    this.#warnOfUnbound(path);
    return this.#bindings;
  }

  /** The number of the function table that a class has for an interface pointer. */
  #table(name: string | number, pointer: number, path: JsonPath): number {
    if (typeof name === 'number') return name;
    const { types = [], slots = [] } = this.shader.linkage ?? {};
    const type = types.findIndex((one) => one.name === name);
    const table = functionTableOf({ slots }, type, pointer);
    if (table !== undefined) return table;
    const values = {
      what: 'class',
      name,
      suggestion: suggestion(
        name,
        types.map((one) => one.name),
      ),
    };
    this.report.add(DX7021, path, values);
    return 0;
  }

  #slot(name: string, path: JsonPath): Slot | undefined {
    const [, letter, register, space = '0'] = REGISTER.exec(name) ?? [];
    if (letter !== undefined)
      return this.#slotOf(TYPE_OF_LETTER[letter as keyof typeof TYPE_OF_LETTER], Number(register), Number(space));
    const [, base = name, element = '0'] = /^(.*)\[(\d{1,6})\]$/.exec(name) ?? [];
    const bindings = this.shader.resources?.bindings ?? [];
    const binding = bindings.find((one) => one.name === name) ?? bindings.find((one) => one.name === base);
    if (binding !== undefined) {
      const offset = binding.name === name ? 0 : Number(element);
      return this.#slotOf(typeOfBinding(binding.type), binding.bindPoint + offset, binding.space);
    }
    const known = bindings.map((one) => one.name);
    const values = { what: 'resource', name, suggestion: suggestion(name, known) };
    this.report.add(DX7021, path, values, { ofName: true });
    return undefined;
  }

  #slotOf(type: Sm4ResourceType, register: number, space: number): Slot {
    const declared = this.shader.executable.declarations.resources.find(
      (one) =>
        one.type === type && one.space === space && register >= one.firstRegister && register <= one.lastRegister,
    );
    return { type, register, space, declared, text: slotText(type, register, space) };
  }

  /** Binds what has only a name. */
  #named(slot: Slot, name: string, path: JsonPath): undefined {
    const { buffers, textures, samplers } = this.resources;
    if (slot.type === 'sampler') {
      const sampler = samplers.get(name);
      if (sampler === undefined) return this.#missing('sampler', name, samplers.keys(), path);
      this.#bindings.samplers.set(slot.register, samplerOf(sampler), slot.space);
    } else if (buffers.has(name)) this.#buffer(slot, { buffer: name }, path);
    else if (textures.has(name)) this.#texture(slot, { texture: name }, path);
    else this.#missing('buffer or texture', name, [...buffers.keys(), ...textures.keys()], path);
  }

  #one(slot: Slot, spec: BindingSpec, name: string, path: JsonPath): undefined {
    if (slot.type === 'sampler') return this.#mismatch(slot, 'an object', path);
    if (spec.buffer !== undefined) this.#buffer(slot, spec, path);
    else if (spec.texture !== undefined) this.#texture(slot, spec, path);
    else this.#values(slot, spec, name, path);
  }

  #buffer(slot: Slot, spec: BindingSpec, path: JsonPath): undefined {
    const buffer = this.resources.buffers.get(spec.buffer!);
    // One that could not be made has been reported.
    if (buffer === undefined) return;
    if (slot.type === 'cbv') {
      const part = bufferPart(buffer, spec, path, this.report);
      if (part === undefined) return;
      const words = buffer.words.subarray(part.offset >>> 2, (part.offset + part.size) >>> 2);
      this.#bindings.constantBuffers.set(slot.register, words, slot.space);
      return;
    }
    if (slot.declared?.layout === 'typed' && slot.declared.dimension !== BUFFER_DIMENSION)
      return this.#mismatch(slot, `the buffer '${spec.buffer}'`, path, 'a texture');
    const view = bufferViewOf(buffer, spec, path, this.report, slot.declared);
    if (view !== undefined) this.#views(slot).set(slot.register, view, slot.space);
  }

  #texture(slot: Slot, spec: BindingSpec, path: JsonPath): undefined {
    const texture = this.resources.textures.get(spec.texture!);
    if (texture === undefined) return;
    const isTexture = slot.declared === undefined || slot.declared.dimension > BUFFER_DIMENSION;
    if (slot.type === 'cbv' || !isTexture)
      return this.#mismatch(slot, `the texture '${spec.texture}'`, path, slot.type === 'cbv' ? undefined : 'a buffer');
    const view = textureViewOf(texture, spec, path, this.report, slot.declared);
    if (view !== undefined) this.#views(slot).set(slot.register, view, slot.space);
  }

  /** Values of the variables of a constant buffer or texture buffer. */
  #values(slot: Slot, spec: BindingSpec, name: string, path: JsonPath): undefined {
    const { resources } = this.shader;
    if (slot.type !== 'cbv' && slot.type !== 'srv') return this.#mismatch(slot, "'values'", path);
    if (resources === undefined) return this.report.add(DX7023, path);
    const binding = resources.bindings.find(
      (one) =>
        typeOfBinding(one.type) === slot.type &&
        one.space === slot.space &&
        slot.register >= one.bindPoint &&
        slot.register < one.bindPoint + Math.max(one.bindCount, 1),
    );
    const buffer = binding && constantBufferNamed(this.shader, binding.name);
    if (buffer === undefined) {
      const known = suggestion(
        name,
        resources.buffers.map((one) => one.name),
      );
      return this.report.add(DX7021, path, { what: 'constant buffer', name, suggestion: known });
    }
    const words = constantsOf(buffer, spec.values, [...path, 'values'], this.report);
    const view = slot.type === 'srv' ? wordsView(words) : undefined;
    if (view !== undefined) this.#bindings.resources.set(slot.register, view, slot.space);
    else this.#bindings.constantBuffers.set(slot.register, words, slot.space);
  }

  #views({ type }: Slot): Bindings['resources'] {
    return type === 'uav' ? this.#bindings.unorderedAccess : this.#bindings.resources;
  }

  #missing(section: string, name: string, known: Iterable<string>, path: JsonPath): undefined {
    // A resource that could not be made has been reported.
    if (this.report.hasErrors && !section.includes('sampler')) return;
    this.report.add(DX7022, path, {
      what: `'${name}', which is no ${section}${suggestion(name, known)},`,
      register: 'a register',
      expected: `the name of a ${section}`,
    });
  }

  #mismatch(slot: Slot, what: string, path: JsonPath, expected?: string): undefined {
    const values = { what, register: slot.text, expected: expected ?? EXPECTED[slot.type] };
    this.report.add(DX7022, path, values);
  }

  #warnOfUnbound(path: JsonPath): undefined {
    for (const { type, firstRegister, lastRegister, space } of this.shader.executable.declarations.resources) {
      const text = slotText(type, firstRegister, space);
      if (type === 'sampler' || firstRegister !== lastRegister || this.#bound.has(text)) continue;
      const binding = this.shader.resources?.bindings.find(
        (one) => typeOfBinding(one.type) === type && one.bindPoint === firstRegister && one.space === space,
      );
      const name = binding === undefined ? '' : ` (${binding.name})`;
      this.report.add(DX7025, path, { register: text, name });
    }
  }
}

/** D3D10_SB_RESOURCE_DIMENSION_BUFFER; raw and structured buffers have 0 in the declaration. */
const BUFFER_DIMENSION = 1;

function slotText(type: Sm4ResourceType, register: number, space: number): string {
  return `${LETTER_OF_TYPE[type]}${register}${space === 0 ? '' : `,space${space}`}`;
}

/** The sort of registers of each {@link InputType}; all others are views for unordered access. */
const READ_ONLY_TYPES: Readonly<Record<number, Sm4ResourceType>> = {
  [InputType.cbuffer]: 'cbv',
  [InputType.sampler]: 'sampler',
  [InputType.tbuffer]: 'srv',
  [InputType.texture]: 'srv',
  [InputType.structured]: 'srv',
  [InputType.byteAddress]: 'srv',
};

function typeOfBinding(type: number): Sm4ResourceType {
  return READ_ONLY_TYPES[type] ?? 'uav';
}
