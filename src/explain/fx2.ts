/**
 * Explains the DWORDs of an effect of fx_2_0: header, pool (declarations, values, names), lists of parameters and
 * techniques, objects.
 *
 * Not for: reading it (container/fx/fx2, whose layouts these are), or the code inside (effect.ts).
 */
import { VariableClass } from '../base/d3d/enumerations.ts';
import { CTAB_TYPES } from '../chunks/ctab.ts';
import {
  type Effect2,
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Declaration,
  type Fx2Object,
  type Fx2Resource,
  type Fx2State,
  Fx2Usage,
  type Fx2Value,
} from '../effects/fx2/model.ts';
import { FX2_HEADER_SIZE } from '../effects/fx2/read.ts';
import { FX2_STATES } from '../effects/fx2/states.ts';
import type { Payload } from './payload.ts';
import {
  bitNames,
  byteCount,
  decimal,
  dword,
  enumerated,
  except,
  hexadecimal,
  literalMeaning,
  type Meaning,
  named,
  type RecordRow,
} from './records.ts';

const TYPE = named(CTAB_TYPES);
const FLAGS = bitNames({ shared: 0, literal: 1 });
const NONE = except(FX2_NONE, 'none', decimal);
const USAGE = enumerated(Fx2Usage);
const OPERATION: Meaning = (value) => FX2_STATES[value]?.name ?? `${value}`;
const OFFSET = (what: string) => dword(`offset of the ${what}`, hexadecimal);

const HEADER: RecordRow = [dword('version', hexadecimal), OFFSET('lists')];
const LISTS: RecordRow = [
  dword('parameters', decimal),
  dword('techniques', decimal),
  dword('passes, samplers and shaders', decimal),
  dword('objects', decimal),
];
const PARAMETER: RecordRow = [
  OFFSET('declaration'),
  OFFSET('value'),
  dword('flags', FLAGS),
  dword('annotations', decimal),
];
const ANNOTATION: RecordRow = [OFFSET('declaration'), OFFSET('value')];
const STATE: RecordRow = [dword('state', OPERATION), dword('index', decimal), ...ANNOTATION];
const COUNTS: RecordRow = [dword('objects of parameters', decimal), dword('objects of states', decimal)];
const OBJECT: RecordRow = [dword('object', decimal), dword('size', byteCount)];
const RESOURCE: RecordRow = [
  dword('technique', NONE),
  dword('pass or parameter', NONE),
  dword('element', NONE),
  dword('state', decimal),
  dword('usage', USAGE),
  dword('size', byteCount),
];

/**
 * Marks the records in `payload`, which is the complete file.
 *
 * @param start where the version of the effect is: 0 without a header of XNA
 */
export function explainEffect2(payload: Payload, effect: Effect2, start: number): void {
  new Effect2Explainer(payload, effect, start).explain();
}

class Effect2Explainer {
  private readonly base: number;
  private readonly name: RecordRow[number];
  private readonly semantic: RecordRow[number];

  constructor(
    private readonly payload: Payload,
    private readonly effect: Effect2,
    private readonly start: number,
  ) {
    this.base = start + FX2_HEADER_SIZE;
    // A name begins with its size.
    const name: Meaning = (value) => {
      const at = this.base + value;
      return payload.u32(at) === 0 ? 'none' : payload.nameAt(at + 4);
    };
    this.name = dword('offset of the name', name);
    this.semantic = dword('offset of the semantic', name);
  }

  explain(): void {
    const { payload, effect, start, base } = this;
    payload.record(start, HEADER, 'header');
    // Offset 0 of the pool is the name of what has none.
    if (payload.u32(base) === 0) payload.record(base, [dword('size', byteCount)], 'no name');
    const lists = base + payload.u32(start + 4);
    payload.record(lists, LISTS, 'lists');
    for (const [i, parameter] of effect.parameters.entries()) {
      const owner = `parameter ${i}`;
      payload.record(parameter.offset, PARAMETER, owner);
      this.declared(parameter.offset, parameter, owner);
      this.annotations(parameter.offset + 4 * PARAMETER.length, parameter.annotations, owner);
    }
    for (const [i, technique] of effect.techniques.entries()) {
      const owner = `technique ${i}`;
      this.list(technique.offset, 'passes', owner, technique.annotations);
      for (const [k, pass] of technique.passes.entries()) {
        const name = `pass ${k} of ${owner}`;
        this.list(pass.offset, 'states', name, pass.annotations);
        this.states(pass.states, name);
      }
    }
    const counts = effect.source?.objectsAt;
    if (counts !== undefined) payload.record(counts, COUNTS, 'objects');
    for (const object of effect.objects) this.object(object);
    for (const [i, resource] of effect.resources.entries()) this.resource(resource, i);
  }

  /** The declaration and value whose offsets are at `at` and after it. */
  private declared(at: number, { declaration, value }: Fx2Annotation, owner: string): void {
    this.declaration(this.base + this.payload.u32(at), declaration, `declaration of ${owner}`);
    this.value(declaration, value, `value of ${owner}`);
  }

  /** Returns where the declaration at `at` ends. */
  private declaration(at: number, { class: kind, members }: Fx2Declaration, record: string): number {
    const { payload } = this;
    const common = [
      dword('type', TYPE),
      dword('class', enumerated(VariableClass)),
      this.name,
      this.semantic,
      dword('elements', decimal),
    ];
    const isStructure = kind === VariableClass.struct;
    const [first, second] = kind === VariableClass.vector ? ['columns', 'rows'] : ['rows', 'columns'];
    const rest = isStructure
      ? [dword('members and types defined inside', decimal)]
      : kind >= VariableClass.object
        ? []
        : [dword(first!, decimal), dword(second!, decimal)];
    const rows = [...common, ...rest];
    if (!payload.record(at, rows, record)) return at;
    this.text(at + 8, `name in the ${record}`);
    this.text(at + 12, `semantic in the ${record}`);
    let end = at + 4 * rows.length;
    for (const [i, member] of members.entries()) end = this.declaration(end, member, `${record}, member ${i}`);
    return end;
  }

  /** The name whose offset is at `at`: its size and its characters. */
  private text(at: number, record: string): void {
    const { payload, base } = this;
    const target = base + payload.u32(at);
    if (payload.u32(at) === 0 || !payload.record(target, [dword('size', byteCount)], record)) return;
    if (payload.u32(target) > 0) payload.text(target + 4, record);
  }

  private value(declaration: Fx2Declaration, value: Fx2Value, record: string): void {
    const { payload } = this;
    switch (value.kind) {
      case 'numbers':
        payload.dwords(
          value.offset,
          value.words.length,
          dword('value', literalMeaning(TYPE(declaration.type, payload))),
          record,
        );
        return;
      case 'objects':
        payload.dwords(value.offset, value.ids.length, dword('object', decimal), record);
        return;
      case 'structure':
        for (const [i, member] of value.members.entries())
          this.value(declaration.members[i % declaration.members.length]!, member, record);
        return;
      case 'samplers': {
        let at = value.offset;
        for (const { states } of value.samplers) {
          payload.record(at, [dword('states', decimal)], record);
          this.states(states, record);
          at += 4 + 4 * STATE.length * states.length;
        }
      }
    }
  }

  private states(states: readonly Fx2State[], owner: string): void {
    for (const [i, state] of states.entries()) {
      const name = `state ${i} of ${owner}`;
      if (this.payload.record(state.offset, STATE, name)) this.declared(state.offset + 8, state, name);
    }
  }

  private list(at: number, what: string, owner: string, annotations: readonly Fx2Annotation[]): void {
    const rows = [this.name, dword('annotations', decimal), dword(what, decimal)];
    if (!this.payload.record(at, rows, owner)) return;
    this.text(at, `name of ${owner}`);
    this.annotations(at + 4 * rows.length, annotations, owner);
  }

  private annotations(at: number, annotations: readonly Fx2Annotation[], owner: string): void {
    for (const [i, annotation] of annotations.entries()) {
      const record = at + 4 * ANNOTATION.length * i;
      const name = `annotation ${i} of ${owner}`;
      if (this.payload.record(record, ANNOTATION, name)) this.declared(record, annotation, name);
    }
  }

  /** The record of an object is before its data. */
  private object({ id, data, offset }: Fx2Object): void {
    const { payload } = this;
    payload.record(offset - 4 * OBJECT.length, OBJECT, `object ${id}`);
    if (data.byteLength > 0) payload.text(offset, `string of object ${id}`);
  }

  private resource({ usage, data, offset }: Fx2Resource, index: number): void {
    const { payload } = this;
    payload.record(offset - 4 * RESOURCE.length, RESOURCE, `object of a state ${index}`);
    if (data.byteLength === 0) return;
    const name = `name of a parameter, object of a state ${index}`;
    if (usage === Fx2Usage.parameter) payload.text(offset, name);
    else if (usage === Fx2Usage.element && payload.record(offset, [dword('size of the name', byteCount)], name))
      payload.text(offset + 4, name);
  }
}
