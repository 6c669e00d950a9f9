/**
 * Reflects complete effects of any version: variables, techniques with the states of their passes, and which shaders
 * are inside. Those of Direct3D 9 (fx_2_0) are described here, later ones in fx4.ts.
 *
 * Not for: the shaders themselves: `reflect` takes each of them alone.
 */

import { type ByteSource, toBytes } from '../../base/bytes.ts';
import { type Diagnostics, hex, type ParseResult, parse } from '../../base/diagnostics.ts';
import { u32At } from '../../base/words.ts';
import { CTAB_TYPES } from '../../chunks/ctab.ts';
import { CHUNK_HEADER_SIZE, isContainer, readContainer } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { embeddedShadersOf2 } from '../../effects/fx2/embedded.ts';
import {
  Effect2Links,
  FX2_EXPRESSION,
  type Fx2Owner,
  fx2ElementCode,
  nameIn,
  splitElement,
} from '../../effects/fx2/links.ts';
import {
  type Effect2,
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Declaration,
  type Fx2Resource,
  type Fx2State,
  Fx2Usage,
  type Fx2Value,
} from '../../effects/fx2/model.ts';
import { isEffect2, readEffect2 } from '../../effects/fx2/read.ts';
import { FX2_STATES, type Fx2StateRow, fx2D3dName, fx2IsIndexed, fx2ValueNames } from '../../effects/fx2/states.ts';
import { readEffect4 } from '../../effects/fx4/read.ts';
import type { ShaderFile } from '../../file/shader-file.ts';
import { type DefaultSlot, wordValue } from '../default-value.ts';
import { D3D_VARIABLE_CLASSES } from '../enums.ts';
import { EffectCode } from './code.ts';
import { reflectEffect4 } from './fx4.ts';
import {
  type EffectAnnotationDesc,
  type EffectAssignment,
  EffectBudget,
  type EffectConstantDesc,
  type EffectReflection,
  type EffectStateDesc,
  type EffectTechniqueDesc,
  type EffectTypeDesc,
  type EffectValue,
} from './types.ts';

/** Bits of `D3DXPARAMETER_FLAGS`. */
const SHARED = 1;
const LITERAL = 2;
/** Numbers of `D3DXPARAMETER_TYPE`. */
const [BOOL, INT, FLOAT, STRING] = [1, 2, 3, 4];
const SHADER_STAGES: Readonly<Record<number, 'vs' | 'ps'>> = { 15: 'ps', 16: 'vs' };
/** How the DWORDs of a type read; others are floats, as those of D3DX are. */
const KINDS: Readonly<Record<number, Exclude<DefaultSlot['kind'], 'f64'>>> = { [BOOL!]: 'bool', [INT!]: 'i32' };
/** States whose value 0 is no object. */
const OF_OBJECTS: ReadonlySet<Fx2StateRow['group']> = new Set(['shader', 'texture', 'sampler'] as const);
const NO_OWNER: Fx2Owner = { technique: FX2_NONE, owner: FX2_NONE, element: FX2_NONE };

/**
 * Reflects an effect that was read.
 *
 * @param bytes the complete file
 */
export function reflectEffect2(effect: Effect2, bytes: Uint8Array, budget: EffectBudget): EffectReflection {
  return new Effect2Describer(effect, bytes, budget).effect();
}

class Effect2Describer {
  private readonly links: Effect2Links;
  private readonly code: EffectCode;

  constructor(
    private readonly source: Effect2,
    bytes: Uint8Array,
    private readonly budget: EffectBudget,
  ) {
    this.links = new Effect2Links(source);
    this.code = new EffectCode(bytes, budget);
  }

  effect(): EffectReflection {
    const { source } = this;
    const variables = source.parameters.map(({ declaration, value, flags, annotations }, owner) => ({
      ...this.annotation(declaration, value, { technique: FX2_NONE, owner, element: 0 }),
      semantic: declaration.semantic,
      isShared: (flags & SHARED) !== 0,
      isLiteral: (flags & LITERAL) !== 0,
      buffer: null,
      bufferOffset: null,
      explicitBindPoint: null,
      annotations: this.annotations(annotations),
    }));
    const techniques = source.techniques.map(
      ({ name, annotations, passes }, technique): EffectTechniqueDesc => ({
        name,
        annotations: this.annotations(annotations),
        passes: passes.map((pass, owner) => ({
          name: pass.name,
          annotations: this.annotations(pass.annotations),
          states: this.states(pass.states, { technique, owner, element: FX2_NONE }, true),
        })),
      }),
    );
    return {
      format: 'effect',
      profile: 'fx_2_0',
      isChildEffect: false,
      constantBuffers: [],
      variables,
      groups: [{ name: null, annotations: [], techniques }],
      shaders: this.code.shaders(embeddedShadersOf2(source)),
    };
  }

  private annotations(annotations: readonly Fx2Annotation[]): EffectAnnotationDesc[] {
    return annotations.map(({ declaration, value }) => this.annotation(declaration, value, NO_OWNER));
  }

  private annotation(declaration: Fx2Declaration, value: Fx2Value, owner: Fx2Owner): EffectAnnotationDesc {
    return { name: declaration.name ?? '', type: this.type(declaration), value: this.value(declaration, value, owner) };
  }

  private type(declaration: Fx2Declaration): EffectTypeDesc | null {
    const { class: kind, type, rows, columns, elements, members } = declaration;
    if (!this.budget.take(1, declaration.name ?? '')) return null;
    return {
      name: null,
      class: D3D_VARIABLE_CLASSES[kind] ?? kind,
      type: CTAB_TYPES[type] ?? type,
      rows,
      columns,
      elements,
      offset: 0,
      packedSize: null,
      unpackedSize: null,
      stride: null,
      members: members.map((member) => ({
        name: member.name ?? '',
        semantic: member.semantic,
        type: this.type(member),
      })),
      baseClass: null,
      interfaces: [],
    };
  }

  private value(declaration: Fx2Declaration, value: Fx2Value, owner: Fx2Owner): EffectValue | null {
    switch (value.kind) {
      case 'numbers':
      case 'structure':
        return this.numbers(declaration, value);
      case 'samplers': {
        const blocks = value.samplers.map(({ states }, element) => this.states(states, { ...owner, element }, false));
        return { kind: 'states', blocks };
      }
      case 'objects': {
        const { type } = declaration;
        const objects = value.ids.map((id) => this.links.object(id));
        if (type === STRING) {
          const strings = objects.map((object) => (object?.data.byteLength ? nameIn(object.data) : null));
          return { kind: 'strings', strings: strings.filter((text) => this.budget.take(1, text ?? '')) };
        }
        const stage = SHADER_STAGES[type];
        if (stage === undefined) return null;
        const shaders = objects.map((object) =>
          object?.data.byteLength ? this.code.shader(stage, object.offset, object.data.byteLength) : null,
        );
        return { kind: 'shaders', shaders };
      }
    }
  }

  private numbers(declaration: Fx2Declaration, value: Fx2Value): EffectValue | null {
    const values: (number | boolean | null)[] = [];
    const words: string[] = [];
    const add = (one: Fx2Value, { type, members }: Fx2Declaration): void => {
      if (one.kind === 'numbers') {
        if (!this.budget.take(one.words.length)) return;
        for (const word of one.words) {
          values.push(wordValue(word, KINDS[type] ?? 'f32'));
          words.push(hex(word, 8));
        }
      } else if (one.kind === 'structure')
        for (const [i, member] of one.members.entries()) add(member, members[i % members.length]!);
    };
    add(value, declaration);
    return words.length === 0 ? null : { kind: 'numbers', values, words };
  }

  private states(states: readonly Fx2State[], owner: Fx2Owner, indexed: boolean): EffectStateDesc[] {
    return states.map((state, i) => {
      const row = FX2_STATES[state.operation];
      const hasIndex = indexed && (row === undefined || fx2IsIndexed(row) || state.index !== 0);
      return {
        name: row?.name ?? state.operation,
        d3dName: fx2D3dName(state.operation, state.index),
        index: hasIndex ? state.index : null,
        value: this.assignment(state, this.links.resource(owner, i), row),
      };
    });
  }

  private assignment(
    state: Fx2State,
    resource: Fx2Resource | undefined,
    row: Fx2StateRow | undefined,
  ): EffectAssignment | null {
    const { declaration, value } = state;
    if (resource !== undefined) return this.resource(resource);
    if (value.kind !== 'numbers') return { kind: 'value', value: this.value(declaration, value, NO_OWNER) };
    const [first] = value.words;
    if (first === undefined) return null;
    if (value.words.length === 1 && first === 0 && row !== undefined && OF_OBJECTS.has(row.group))
      return { kind: 'null' };
    if (!this.budget.take(value.words.length)) return null;
    const single = value.words.length === 1;
    return {
      kind: 'constants',
      constants: Array.from(value.words, (word) => constant(word, declaration.type, single ? row : undefined)),
    };
  }

  private resource({ usage, data, offset }: Fx2Resource): EffectAssignment | null {
    if (usage === Fx2Usage.parameter) {
      const path = nameIn(data);
      const { name, element } = splitElement(path);
      return { kind: 'variable', name, index: name === path ? null : element };
    }
    if (usage === Fx2Usage.element) {
      const { name, code, at } = fx2ElementCode(data);
      return { kind: 'variable', name, index: this.code.expression(offset + at, code.byteLength) };
    }
    if (data.byteLength === 0) return { kind: 'null' };
    if (u32At(data, 0) === FX2_EXPRESSION) return this.code.expression(offset, data.byteLength);
    return { kind: 'shader', ...this.code.shader(null, offset, data.byteLength) };
  }
}

/** @param row the state, if the number is its complete value */
function constant(word: number, type: number, row: Fx2StateRow | undefined): EffectConstantDesc {
  const { values } = row ?? {};
  const names = values === undefined || values === 'color' || type === FLOAT ? undefined : fx2ValueNames(values, word);
  return {
    type: CTAB_TYPES[type] ?? type,
    value: wordValue(word, KINDS[type] ?? 'f32'),
    word: hex(word, 8),
    name: names?.source ?? null,
    d3dName: names?.d3d ?? null,
  };
}

/**
 * Returns what is known about an effect: buffers, variables with types, annotations and values, groups, techniques,
 * passes with states by their names in Direct3D, and the shaders inside; undefined when the bytes are no effect.
 *
 * @param source a complete file of fx_2_0 (also with the header of XNA 4), fx_4_0, fx_4_1 or fx_5_0
 * @throws TypeError when `source` holds no bytes
 */
export function reflectEffect(source: ByteSource): ParseResult<EffectReflection> {
  const bytes = toBytes(source, 'reflectEffect');
  return parse((diagnostics) => {
    const container = isContainer(bytes) ? readContainer(bytes, diagnostics) : undefined;
    return reflectEffectFile({ bytes, container }, diagnostics);
  });
}

/**
 * {@link reflectEffect} for a file that is open already.
 *
 * @param container of an effect of fx_4_0 or fx_4_1
 */
export function reflectEffectFile(
  { bytes, container }: Pick<ShaderFile, 'bytes' | 'container'>,
  diagnostics: Diagnostics,
): EffectReflection | undefined {
  const budget = new EffectBudget(bytes.byteLength, diagnostics);
  if (isEffect2(bytes)) {
    const effect = readEffect2(bytes, diagnostics);
    return effect && reflectEffect2(effect, bytes, budget);
  }
  const chunk = container?.find(TAG.FX10);
  const offset = chunk === undefined ? 0 : chunk.offset + CHUNK_HEADER_SIZE;
  const effect = readEffect4(chunk?.data ?? bytes, chunk !== undefined, diagnostics.at(offset));
  return effect && reflectEffect4(effect, bytes, offset, budget);
}
