/**
 * Facts of a shader other than its instructions, a flat list by which two shaders are compared: its format,
 * digest and chunks, and everything that reflection returns.
 *
 * Not for: instructions and root signatures, which are compared as listings (listing-lines.ts).
 */

import { Diagnostics } from '../base/diagnostics.ts';
import { fourCCText, u32At } from '../base/words.ts';
import { type Container, isContainer, readContainer } from '../container/dxbc.ts';
import { TAG } from '../container/tags.ts';
import type { ShaderFile, ShaderProgram } from '../file/shader-file.ts';
import { maskText } from '../isa/components.ts';
import { SM1_COMMENT } from '../isa/sm1/opcodes.ts';
import { readSm1Words } from '../isa/sm1/program.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { countSm4 } from '../isa/sm4/statistics.ts';
import {
  effectAssignmentText,
  effectStateText,
  effectStreamLines,
  effectTypeText,
  effectValueText,
} from '../reflect/effect/spelling.ts';
import type {
  EffectAnnotationDesc,
  EffectReflection,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
} from '../reflect/effect/types.ts';
import { reflectFile } from '../reflect/reflect.ts';
import { type TypeDesc, typeName } from '../reflect/types.ts';

export type FactValue = string | number | boolean | null;

/** Something in a shader that has a name. */
export interface Fact {
  /** The kind of fact: `shader`, `chunk`, `resource`, `variable`, `input`, ... */
  readonly subject: string;
  /**
   * Its name; empty for the shader itself. Names of members have those of their owners before them, with a dot between.
   */
  readonly name: string;
  /** By the field names of `dxlens reflect --json`, where it has them. */
  readonly values: Readonly<Record<string, FactValue>>;
  /** Its bytes, if they are to be compared as well. */
  readonly bytes?: Uint8Array;
}

/** Structures within structures that are described. */
const MAX_DEPTH = 32;

/**
 * The facts about an effect in the order of its reflection.
 *
 * @param bytes the file that offsets count in
 */
function effectFacts(effect: EffectReflection, bytes: Uint8Array): Fact[] {
  const collector = new EffectFacts();
  collector.effect(effect);
  // Effects share shaders: each is there once.
  for (const { name, profile, offset, length } of effect.shaders)
    collector.facts.push({
      subject: 'embedded shader',
      name,
      values: { profile, size: length },
      bytes: bytes.subarray(offset, offset + length),
    });
  return collector.facts;
}

class EffectFacts {
  readonly facts: Fact[] = [];

  effect({ constantBuffers, variables, groups }: EffectReflection): void {
    for (const { name, type, size, isSingle, isShared, explicitBindPoint, annotations } of constantBuffers) {
      this.add('buffer', name, { type, size, isSingle, isShared, explicitBindPoint });
      this.annotations(name, annotations);
    }
    for (const variable of variables) {
      const { name, type, semantic, value, isShared, isLiteral, buffer, bufferOffset, explicitBindPoint } = variable;
      const values = { semantic, isShared, isLiteral, buffer, bufferOffset, explicitBindPoint };
      this.add('variable', name, { type: typeText(type), value: effectValueText(value) || null, ...values });
      this.members(name, type, 0);
      this.blocks(name, value);
      this.annotations(name, variable.annotations);
    }
    for (const [i, group] of groups.entries()) {
      const owner = group.name ?? (groups.length > 1 ? `${i}` : '');
      if (group.name !== null) this.add('group', owner, {});
      this.annotations(owner, group.annotations);
      for (const [k, technique] of group.techniques.entries()) {
        const name = shortQualified(owner, technique.name ?? `${k}`);
        this.add('technique', name, {});
        this.annotations(name, technique.annotations);
        for (const [n, pass] of technique.passes.entries()) {
          const passName = shortQualified(name, pass.name ?? `${n}`);
          this.add('pass', passName, {});
          this.annotations(passName, pass.annotations);
          this.states(passName, pass.states);
        }
      }
    }
  }

  private add(subject: string, name: string, values: Readonly<Record<string, FactValue>>): void {
    this.facts.push({ subject, name, values });
  }

  private annotations(owner: string, annotations: readonly EffectAnnotationDesc[]): void {
    for (const { name, type, value } of annotations)
      this.add('annotation', shortQualified(owner, name), {
        type: typeText(type),
        value: effectValueText(value) || null,
      });
  }

  private members(owner: string, type: EffectTypeDesc | null, depth: number): void {
    if (depth >= MAX_DEPTH) return;
    for (const { name, semantic, type: memberType } of type?.members ?? []) {
      const member = shortQualified(owner, name);
      this.add('member', member, { type: typeText(memberType), semantic, offset: memberType?.offset ?? null });
      this.members(member, memberType, depth + 1);
    }
  }

  /** The states and shaders of a variable. */
  private blocks(name: string, value: EffectValue | null): void {
    if (value?.kind === 'states') {
      const several = value.blocks.length > 1;
      for (const [i, block] of value.blocks.entries()) this.states(several ? `${name}[${i}]` : name, block);
    } else if (value?.kind === 'shaders')
      for (const [i, shader] of value.shaders.entries())
        this.add('element', `${name}[${i}]`, { value: shader === null ? 'NULL' : shaderText(shader) });
  }

  private states(owner: string, states: readonly EffectStateDesc[]): void {
    for (const state of states)
      this.add('state', shortQualified(owner, effectStateText(state)), {
        value: effectAssignmentText(state.value, shaderText),
      });
  }
}

function typeText(type: EffectTypeDesc | null): string {
  const { type: text, elements } = effectTypeText(type);
  return text + elements;
}

function shaderText(shader: EffectShaderValue): string {
  return [shader.profile ?? 'shader', ...effectStreamLines(shader)].join(', ');
}

function shortQualified(owner: string, name: string): string {
  return owner === '' ? name : `${shortened(owner)}.${name}`;
}

/** Characters of a name that the names of its parts begin with: damaged effects may have few but very long ones. */
const OWNER_LENGTH = 256;

function shortened(owner: string): string {
  return owner.length > OWNER_LENGTH ? `${owner.slice(0, OWNER_LENGTH)}...` : owner;
}

/**
 * The first of `items` that together are no longer than the file: those after them share bytes with others.
 *
 * @param sizeOf returns the bytes of an item
 * @param limit the bytes of the file
 */
export function withoutOverlaps<Item>(items: readonly Item[], sizeOf: (item: Item) => number, limit: number): Item[] {
  let left = limit;
  const end = items.findIndex((item) => {
    left -= sizeOf(item);
    return left < 0;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/** Lists of a reflection by their names: what an entry is, and what it is called by. */
const LISTS: Readonly<Record<string, { readonly subject: string; readonly nameOf: (entry: Entry) => string }>> = {
  constantBuffers: { subject: 'buffer', nameOf: named },
  variables: { subject: 'variable', nameOf: named },
  members: { subject: 'member', nameOf: named },
  structMembers: { subject: 'member', nameOf: named },
  boundResources: { subject: 'resource', nameOf: named },
  inputParameters: { subject: 'input', nameOf: semantic },
  outputParameters: { subject: 'output', nameOf: semantic },
  patchConstantParameters: { subject: 'patch constant', nameOf: semantic },
  constants: { subject: 'constant', nameOf: named },
  samplers: { subject: 'sampler', nameOf: ({ register }) => `${register}` },
  inputs: { subject: 'input', nameOf: semantic },
  outputs: { subject: 'output', nameOf: semantic },
  definitions: { subject: 'definition', nameOf: ({ register }) => `${register}` },
  functions: { subject: 'function', nameOf: named },
  parameters: { subject: 'parameter', nameOf: named },
  level9: { subject: 'level 9 program', nameOf: ({ chunk }) => `${chunk}` },
  resources: { subject: 'resource', nameOf: named },
};

/** An object of a reflection. */
type Entry = Readonly<Record<string, unknown>>;

function named({ name }: Entry): string {
  return `${name ?? ''}`;
}

function semantic({ semanticName, semanticIndex, usage, usageIndex, register }: Entry): string {
  if (semanticName !== undefined) return `${semanticName}${semanticIndex ?? ''}`;
  return usage === null ? `${register}` : `${usage}${usageIndex}`;
}

/**
 * The facts about an open file: the shader, its reflection, then chunks, comments and counts. Faults are not reported.
 */
export function shaderFacts(file: ShaderFile): Fact[] {
  const { format, profile, bytes, container } = file;
  const values = { format, profile, size: bytes.byteLength, ...headerValues(container) };
  const facts: Fact[] = [{ subject: 'shader', name: '', values }];
  const reflection = reflectFile(file, new Diagnostics());
  // One by one: an effect may have more facts than a call may have arguments.
  if (reflection?.format === 'effect') for (const fact of effectFacts(reflection, bytes)) facts.push(fact);
  else if (reflection !== undefined) new Describer(facts).fields(values, '', '', { ...reflection }, 0);
  const programs = withoutOverlaps(file.programs, ({ words }) => words.byteLength, bytes.byteLength);
  return facts.concat(chunkFacts(container), programs.flatMap(commentFacts), programs.flatMap(countFacts));
}

/** Offset of the digest in the header of a container, and its DWORDs. */
const DIGEST_OFFSET = 4;
const DIGEST_WORDS = 4;

function headerValues(container: Container | undefined): Record<string, FactValue> {
  if (container === undefined) return {};
  const { bytes, chunks, digest } = container;
  const words = Array.from({ length: DIGEST_WORDS }, (_, i) => u32At(bytes, DIGEST_OFFSET + 4 * i));
  // As tools print it: the bytes in their order.
  const text = words.map((word) =>
    [0, 8, 16, 24].map((low) => ((word >>> low) & 0xff).toString(16).padStart(2, '0')).join(''),
  );
  return { digest: text.join(''), digestKind: digest ?? 'wrong', chunkOrder: chunks.map(({ name }) => name).join(' ') };
}

/** @param owner the chunk that holds the container, and a dot; or nothing */
function chunkFacts(container: Container | undefined, owner = ''): Fact[] {
  if (container === undefined) return [];
  const { chunks, bytes } = container;
  const listed = new Set(withoutOverlaps(chunks, ({ data }) => data.byteLength, bytes.byteLength));
  let functions = 0;
  return chunks.flatMap((chunk): Fact[] => {
    const { name, tag, data } = chunk;
    const fact = { subject: 'chunk', name: owner + name, values: { size: data.byteLength } };
    if (!listed.has(chunk)) return [fact];
    const complete = { ...fact, bytes: data };
    if (tag !== TAG.LIBF || owner !== '' || !isContainer(data)) return [complete];
    // A function of a library is a separate container.
    const number = ++functions === 1 ? '' : ` ${functions}`;
    return [complete, ...chunkFacts(readContainer(data, new Diagnostics()), `${name}${number}.`)];
  });
}

/** The comments of a token stream: constant table, preshader, debug information and others. */
function commentFacts({ isa, words, chunk }: ShaderProgram): Fact[] {
  if (isa !== 'sm1') return [];
  const { starts, count, end } = readSm1Words(words);
  const facts: Fact[] = [];
  for (let i = 0; i < count; i++) {
    const start = starts[i]!;
    if ((words[start]! & 0xffff) !== SM1_COMMENT) continue;
    const data = words.subarray(start + 1, i + 1 < count ? starts[i + 1]! : end);
    const tag = data.length === 0 ? '' : fourCCText(data[0]!);
    const name = chunk === undefined ? tag : `${chunk}.${tag}`;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    facts.push({ subject: 'comment', name, values: { size: bytes.byteLength }, bytes });
  }
  return facts;
}

/** Counts computed from the program, which may differ from the stored counts, and which stripped shaders have, too. */
function countFacts({ isa, words }: ShaderProgram): Fact[] {
  if (isa !== 'sm4') return [];
  const values = Object.fromEntries(Object.entries(countSm4(readSm4Words(words))).filter(([name]) => isCount(name)));
  return [{ subject: 'counted', name: '', values }];
}

/** Makes facts of the objects of a reflection. */
class Describer {
  constructor(private readonly facts: Fact[]) {}

  #entry(subject: string, name: string, entry: Entry, depth: number): void {
    const values: Record<string, FactValue> = {};
    this.facts.push({ subject, name, values });
    this.fields(values, name, '', entry, depth);
  }

  /** Adds the fields of `entry` to `values`, and facts for its lists. */
  fields(values: Record<string, FactValue>, name: string, path: string, entry: Entry, depth: number): void {
    for (const [field, value] of Object.entries(entry)) {
      if (value === undefined || isSaidElsewhere(entry, field, name)) continue;
      const key = path + field;
      if (field === 'mask' || field === 'readWriteMask') values[key] = maskValue(value);
      else if (value === null || typeof value !== 'object') values[key] = value as FactValue;
      else if (field === 'defaultValue') values[key] = defaultText(value);
      else if (isType(value)) this.#type(values, key, name, value, depth);
      else if (!Array.isArray(value)) this.fields(values, qualified(name, key), `${key}.`, value as Entry, depth);
      else if (value.length > 0 && value.every((one) => one === null || typeof one !== 'object'))
        values[key] = value.join(', ');
      else if (depth < MAX_DEPTH) this.#list(field, name, value as Entry[], depth);
    }
  }

  #type(values: Record<string, FactValue>, key: string, name: string, type: TypeDesc, depth: number): void {
    values[key] = typeName(type) + (type.elements > 0 ? `[${type.elements}]` : '');
    if (type.offset > 0) values.offset = type.offset;
    if (type.members.length > 0 && depth < MAX_DEPTH)
      this.#list('members', name, type.members as unknown as Entry[], depth);
  }

  #list(field: string, owner: string, entries: readonly Entry[], depth: number): void {
    const { subject, nameOf } = LISTS[field] ?? { subject: field, nameOf: named };
    entries.forEach((entry, index) => {
      const listed = nameOf(entry) || `${index}`;
      this.#entry(subject, qualified(owner, listed), entry, depth + 1);
    });
  }
}

function qualified(owner: string, name: string): string {
  return owner === '' ? name : `${owner}.${name}`;
}

/** Fields that repeat others in words, and declarations, which are lines of the listing. */
const DERIVED: ReadonlySet<string> = new Set([
  'flagNames',
  'registerName',
  'components',
  'requires',
  'declaredResources',
]);

/** Fields that are part of the name of a fact. */
const NAMES: ReadonlySet<string> = new Set(['name', 'semanticName', 'semanticIndex', 'usage', 'usageIndex']);
/** Fields that are compared otherwise: root signatures as listings, the parts of shader model 6 as chunks. */
const COMPARED_OTHERWISE: ReadonlySet<string> = new Set(['rootSignature', 'parts']);
/** Fields of a constant of models 1 to 3 that `register` and `typeName` say, too. */
const SAID_BY_TYPE: ReadonlySet<string> = new Set([
  ...['class', 'type', 'rows', 'columns', 'registerSet', 'registerIndex'],
]);

/** Whether the name of the fact, another field or another comparison says the same as this field. */
function isSaidElsewhere(entry: Entry, field: string, name: string): boolean {
  if (NAMES.has(field) || COMPARED_OTHERWISE.has(field) || DERIVED.has(field)) return true;
  // The range id is the bind point before model 5.1.
  if (field === 'uID') return entry.uID === entry.bindPoint;
  if (field === 'register') return entry.register === name;
  if (field === 'version') return typeof entry.profile === 'string';
  return 'typeName' in entry && SAID_BY_TYPE.has(field);
}

function isType(value: object): value is TypeDesc {
  return 'members' in value && 'rows' in value;
}

function maskValue(value: unknown): FactValue {
  return typeof value === 'number' ? maskText(value) : `${value}`;
}

/** The numbers of a default value; a DWORD without a number as it is. */
function defaultText(value: object): string {
  if (Array.isArray(value)) return value.join(', ');
  const { values, words } = value as { readonly values: readonly FactValue[]; readonly words: readonly string[] };
  return values.map((one, i) => one ?? words[i]).join(', ');
}

/** Whether a field is a number of things, which the chunk STAT stores. */
export function isCount(field: string): boolean {
  return /(Count|Instructions)$/.test(field);
}
