/**
 * Compiles effects of Direct3D 9 (fx_2_0): parameters, samplers, techniques with their states, and shaders of models
 * 1 to 3.
 *
 * Source of the order of objects and of the counts: oracle.
 */
import { assemble } from '../../assemble/assemble.ts';
import type { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { latin1Bytes } from '../../base/words.ts';
import {
  FX2_NONE,
  type Fx2Annotation,
  type Fx2Object,
  type Fx2Parameter,
  type Fx2Pass,
  type Fx2Resource,
  type Fx2State,
  type Fx2Technique,
  Fx2Usage,
  type Fx2Value,
} from '../../effects/fx2/model.ts';
import { FX2_STATES } from '../../effects/fx2/states.ts';
import { serializeEffect2 } from '../../effects/fx2/write.ts';
import { type CompileOptions, type ReadSource, readSource } from '../front-end.ts';
import { DX6233 } from '../messages.ts';
import type { EffectValue } from '../syntax/tree.ts';
import type { ShaderUse } from './checked-effect.ts';
import { compileShader, type ProgramWriter } from './compile-fx4.ts';
import {
  type CheckedFx2Annotation,
  type CheckedFx2Data,
  type CheckedFx2Parameter,
  type CheckedFx2Pass,
  Fx2Checker,
} from './fx2-checker.ts';
import type { CheckedFx2State } from './fx2-states.ts';

const SHARED = 1;
const EMPTY = new Uint8Array();
/** Of records that were not read from a file. */
const NOWHERE = 0;
const NOWHERE_IN_SOURCE = { start: 0, end: 0, line: 1, column: 1 };

/** Compiles an effect; undefined where there are errors. */
export function compileEffect2(
  text: string,
  diagnostics: AssemblyDiagnostics,
  options: CompileOptions,
  write: ProgramWriter,
  creator: string,
): Uint8Array | undefined {
  let checker: Fx2Checker | undefined;
  const read = readSource(text, diagnostics, options, (context) => {
    checker = new Fx2Checker(context, creator);
    return checker;
  });
  if (read === undefined || checker === undefined || diagnostics.errors > 0) return undefined;
  if (checker.techniques.length === 0) {
    diagnostics.report(DX6233, { ...NOWHERE_IN_SOURCE, source: text, file: options.name ?? 'input.hlsl' });
    return undefined;
  }
  const builder = new Fx2Builder((shader) => codeOf(read, shader, options, write));
  const bytes = builder.build(checker);
  return diagnostics.errors > 0 ? undefined : bytes;
}

/** The tokens of a shader; empty for NULL. */
function codeOf(
  read: ReadSource,
  shader: ShaderUse | EffectValue | undefined,
  options: CompileOptions,
  write: ProgramWriter,
): Uint8Array {
  if (shader === undefined) return EMPTY;
  if ('kind' in shader) return assembled(read, shader, options);
  return shader.shader === undefined ? EMPTY : (compileShader(read, shader.shader, options, write) ?? EMPTY);
}

/** `asm { ... }`: what the assembler makes of the text in braces. */
function assembled({ reporter }: ReadSource, node: EffectValue, { debug = false }: CompileOptions): Uint8Array {
  const begin = reporter.locationOf(node);
  const { source, start } = begin;
  const last = reporter.tokens[node.last]!;
  const brace = source.indexOf('{', start) + 1;
  // The lines and columns are those of the source.
  const before = source.slice(0, brace).replace(/[^\n]/g, ' ');
  const { bytes, diagnostics } = assemble(before + source.slice(brace, Math.max(brace, last.start)), {
    name: begin.file,
    debug,
  });
  for (const { code, severity, message, line, column, span } of diagnostics)
    reporter.diagnostics.report({ code, severity, text: message }, { ...begin, ...span, line, column });
  return bytes ?? EMPTY;
}

class Fx2Builder {
  #nextId = 1;
  #items = 0;
  readonly #data = new Map<number, Uint8Array>();
  readonly #resources: Fx2Resource[] = [];

  constructor(private readonly codeOf: (shader: ShaderUse | EffectValue | undefined) => Uint8Array) {}

  build({ parameters, techniques }: Fx2Checker): Uint8Array {
    const made = parameters.map((one, i) => this.#parameter(one, i));
    const all: Fx2Technique[] = techniques.map(({ name, annotations, passes }, number) => ({
      name,
      annotations: annotations.map((one) => this.#annotation(one)),
      passes: passes.map((pass, i) => this.#pass(pass, number, i)),
      offset: NOWHERE,
    }));
    const latestFirst = this.#resources.toReversed();
    return serializeEffect2({
      prefix: undefined,
      parameters: made,
      techniques: all,
      itemCount: this.#items,
      objectCount: this.#nextId,
      objects: this.#objects(made, all),
      // States of passes come before those of samplers, the last ones first.
      resources: [
        ...latestFirst.filter(({ technique }) => technique !== FX2_NONE),
        ...latestFirst.filter(({ technique }) => technique === FX2_NONE),
      ],
    });
  }

  #newId(data: Uint8Array): number {
    const id = this.#nextId++;
    this.#data.set(id, data);
    return id;
  }

  #parameter({ declaration, data, isShared, annotations }: CheckedFx2Parameter, number: number): Fx2Parameter {
    return {
      declaration,
      value: this.#value(data, number),
      flags: isShared ? SHARED : 0,
      annotations: annotations.map((one) => this.#annotation(one)),
      offset: NOWHERE,
    };
  }

  #annotation({ declaration, data }: CheckedFx2Annotation): Fx2Annotation {
    return { declaration, value: this.#value(data, FX2_NONE) };
  }

  #value(data: CheckedFx2Data, parameter: number): Fx2Value {
    switch (data.kind) {
      case 'numbers':
        return { kind: 'numbers', words: Uint32Array.from(data.words), offset: NOWHERE };
      case 'strings':
        return this.#ids(data.strings.map((text) => (text === undefined ? EMPTY : latin1Bytes(`${text}\0`))));
      case 'textures':
        return this.#ids(new Array<Uint8Array>(data.count).fill(EMPTY));
      case 'shaders':
        this.#items += data.shaders.length;
        return this.#ids(data.shaders.map((shader) => this.codeOf(shader)));
      case 'samplers':
        this.#items += data.samplers.length;
        return {
          kind: 'samplers',
          samplers: data.samplers.map((states, element) => ({
            states: states.map((state, i) =>
              this.#state(state, { technique: FX2_NONE, owner: parameter, element, state: i }),
            ),
          })),
          offset: NOWHERE,
        };
      default:
        return {
          kind: 'structure',
          members: data.members.map((member) => this.#value(member, parameter)),
          offset: NOWHERE,
        };
    }
  }

  #ids(data: readonly Uint8Array[]): Fx2Value {
    return { kind: 'objects', ids: data.map((one) => this.#newId(one)), offset: NOWHERE };
  }

  #pass({ name, annotations, states }: CheckedFx2Pass, technique: number, number: number): Fx2Pass {
    this.#items++;
    return {
      name,
      annotations: annotations.map((one) => this.#annotation(one)),
      states: states.map((state, i) => this.#state(state, { technique, owner: number, element: FX2_NONE, state: i })),
      offset: NOWHERE,
    };
  }

  #state(
    { operation, index, type, value }: CheckedFx2State,
    at: Pick<Fx2Resource, 'technique' | 'owner' | 'element' | 'state'>,
  ): Fx2State {
    const declaration = { ...type, name: null, semantic: null, elements: 0, members: [], definitions: 0 };
    const made = (one: Fx2Value): Fx2State => ({ operation, index, declaration, value: one, offset: NOWHERE });
    const add = (usage: number, data: Uint8Array) => this.#resources.push({ ...at, usage, data, offset: NOWHERE });
    switch (value.kind) {
      case 'numbers':
        return made({ kind: 'numbers', words: Uint32Array.from(value.words), offset: NOWHERE });
      case 'expression':
        add(Fx2Usage.code, value.code);
        return made({ kind: 'numbers', words: new Uint32Array(value.count), offset: NOWHERE });
      case 'element':
        add(Fx2Usage.element, elementData(value.name, value.code));
        this.#items++;
        return made({ kind: 'objects', ids: [this.#nextId++], offset: NOWHERE });
      case 'parameter':
        add(Fx2Usage.parameter, latin1Bytes(`${value.name}\0`));
        if (value.isSampler) return made({ kind: 'samplers', samplers: [{ states: [] }], offset: NOWHERE });
        if (FX2_STATES[operation]!.group === 'shader') this.#items++;
        return made({ kind: 'objects', ids: [this.#nextId++], offset: NOWHERE });
      default:
        if (value.kind === 'shader' && value.use.shader === undefined)
          return made({ kind: 'numbers', words: Uint32Array.of(0), offset: NOWHERE });
        this.#items++;
        add(Fx2Usage.code, this.codeOf(value.kind === 'shader' ? value.use : value.node));
        return made({ kind: 'objects', ids: [this.#nextId++], offset: NOWHERE });
    }
  }

  /** The objects of parameters, the last one first, then those of the annotations of techniques and passes. */
  #objects(parameters: readonly Fx2Parameter[], techniques: readonly Fx2Technique[]): Fx2Object[] {
    const list: Fx2Object[] = [];
    const add = (value: Fx2Value): void => {
      if (value.kind === 'structure') for (const member of value.members) add(member);
      if (value.kind !== 'objects') return;
      for (const id of value.ids) list.push({ id, data: this.#data.get(id) ?? EMPTY, offset: NOWHERE });
    };
    const addAll = (annotations: readonly Fx2Annotation[]) => {
      for (const { value } of annotations.toReversed()) add(value);
    };
    for (const { value, annotations } of parameters.toReversed()) {
      add(value);
      addAll(annotations);
    }
    for (const { annotations, passes } of techniques.toReversed()) {
      addAll(annotations);
      for (const pass of passes.toReversed()) addAll(pass.annotations);
    }
    return list;
  }
}

/** The size of a name and the name, which fill DWORDs, and the code of an index. */
function elementData(name: string, code: Uint8Array): Uint8Array {
  const text = latin1Bytes(`${name}\0`);
  const size = (text.length + 3) & ~3;
  const data = new Uint8Array(4 + size + code.length);
  new DataView(data.buffer).setUint32(0, size, true);
  data.set(text, 4);
  data.set(code, 4 + size);
  return data;
}
