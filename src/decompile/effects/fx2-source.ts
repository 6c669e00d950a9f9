/**
 * The source of an effect of Direct3D 9: its listing, with functions in place of programs, and expressions in place of
 * their code.
 *
 * Not for: how parameters, states and techniques are written (src/text/fx).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { u32At, wordsOf } from '../../base/words.ts';
import { embeddedShadersOf2 } from '../../effects/fx2/embedded.ts';
import { Effect2Links, FX2_EXPRESSION, fx2ElementCode } from '../../effects/fx2/links.ts';
import {
  type Effect2,
  FX2_NONE,
  type Fx2Declaration,
  type Fx2Parameter,
  type Fx2Resource,
  type Fx2State,
  Fx2Usage,
} from '../../effects/fx2/model.ts';
import { readEffect2 } from '../../effects/fx2/read.ts';
import { DX6005 } from '../../emit/common/messages.ts';
import { isHlslIdentifier } from '../../emit/hlsl/types.ts';
import { readPreshaderCode } from '../../isa/sm1/preshader.ts';
import { PARAMETER_CLASSES } from '../../reflect/enums.ts';
import { constantsOf, type Sm1ConstantDesc, type Sm1TypeDesc, tableOf } from '../../reflect/sm1-constants.ts';
import type { Fx2Source } from '../../text/fx/fx2-source.ts';
import { FX2_TYPE_NAMES } from '../../text/fx/fx2-values.ts';
import { printEffect2 } from '../../text/fx/print-effect.ts';
import { listingStyle } from '../../text/options.ts';
import { written } from '../../text/writer.ts';
import { preshaderSource } from '../preshader-source.ts';
import type { DeclaredConstant, DeclaredType } from '../shared-globals.ts';
import { preshaderVariables } from '../sm1-slots.ts';
import { type EffectSource, ShaderFunctions, type SourceOf, shaderNames } from './shader-functions.ts';

/** Returns the source of an effect; undefined where diagnostics say why there is none. */
export function fx2Source(bytes: Uint8Array, sourceOf: SourceOf, diagnostics: Diagnostics): EffectSource | undefined {
  const effect = readEffect2(bytes, diagnostics);
  if (effect === undefined) return undefined;
  for (const name of namesOf(effect))
    if (!isHlslIdentifier(name))
      diagnostics.report(DX6005, 0, bytes.byteLength, { target: 'HLSL', what: `the name ${JSON.stringify(name)}` });
  if (diagnostics.hasErrors) return undefined;
  const source = new Source(effect, sourceOf, diagnostics);
  const style = { ...listingStyle({ header: false, exact: true }) };
  const body = written((out) => printEffect2(out, bytes, style, diagnostics, undefined, source));
  const switches = [...source.functions.switches];
  return { code: `${['// fxc', '/T fx_2_0', ...switches].join(' ')}\n\n${body}`, profile: 'fx_2_0', switches };
}

/** Names of everything in an effect that has one, and semantics. */
function* namesOf({ parameters, techniques }: Effect2): Generator<string> {
  function* ofDeclaration({ name, semantic, members }: Fx2Declaration): Generator<string> {
    if (name) yield name;
    if (semantic) yield semantic;
    for (const member of members) yield* ofDeclaration(member);
  }
  for (const { declaration, annotations } of parameters)
    for (const one of [declaration, ...annotations.map((note) => note.declaration)]) yield* ofDeclaration(one);
  for (const { name, annotations, passes } of techniques) {
    if (name) yield name;
    for (const { declaration } of annotations) yield* ofDeclaration(declaration);
    for (const pass of passes) {
      if (pass.name) yield pass.name;
      for (const { declaration } of pass.annotations) yield* ofDeclaration(declaration);
    }
  }
}

class Source implements Fx2Source {
  readonly functions: ShaderFunctions;
  readonly #before = new Map<number, string>();
  readonly #programs = new Map<number, string>();
  /** Paths of matrices that are stored by rows: only tables of constants say it. */
  readonly #rowMajor = new Set<string>();
  readonly #registers = new Map<string, Map<string, string>>();
  readonly #parameters: ReadonlyMap<string | null, Fx2Parameter>;
  readonly #names: ReadonlyMap<number, string>;

  constructor(
    private readonly effect: Effect2,
    sourceOf: SourceOf,
    private readonly diagnostics: Diagnostics,
  ) {
    const { parameters, techniques } = effect;
    this.#parameters = new Map(parameters.map((one) => [one.declaration.name, one]));
    this.#names = shaderNames(embeddedShadersOf2(effect));
    const names = [...parameters.map(({ declaration }) => declaration.name), ...techniques.map(({ name }) => name)];
    const known = new Set(names.filter((name) => name !== null));
    this.functions = new ShaderFunctions(
      sourceOf,
      known,
      { declared: (constant) => this.#declared(constant) },
      diagnostics,
    );
    const links = new Effect2Links(effect);
    for (const [index, { value }] of parameters.entries()) {
      if (value.kind === 'objects')
        for (const id of value.ids) {
          const object = links.object(id);
          if (object !== undefined) this.#add(object.data, object.offset);
        }
      for (const resource of effect.resources)
        if (resource.technique === FX2_NONE && resource.owner === index) this.#addResource(resource);
      this.#endSection(index);
    }
    for (const resource of effect.resources) if (resource.technique !== FX2_NONE) this.#addResource(resource);
    this.#endSection(parameters.length);
  }

  before(parameter: number): string {
    return this.#before.get(parameter) ?? '';
  }

  program(offset: number): string | undefined {
    return this.#programs.get(offset);
  }

  modifiers(path: string): string {
    return this.#rowMajor.has(path) ? 'row_major ' : '';
  }

  registers(name: string): string {
    const found = this.#registers.get(name);
    if (found === undefined) return '';
    const all = [...found];
    const isCommon = all.every(([, register]) => register === all[0]![1]);
    const list = isCommon ? [all[0]![1]] : all.map(([stage, register]) => `${stage}, ${register}`);
    return list.map((one) => ` : register(${one})`).join('');
  }

  #endSection(number: number): void {
    const functions = this.functions.take();
    if (functions.length > 0) this.#before.set(number, `\n${functions.join('\n\n')}\n\n`);
  }

  #addResource(resource: Fx2Resource): void {
    const { usage, data, offset } = resource;
    if (usage === Fx2Usage.code) this.#add(data, offset, stateOf(this.effect, resource)?.declaration);
    if (usage !== Fx2Usage.element) return;
    const { code, at } = fx2ElementCode(data);
    this.#add(code, offset + at);
  }

  #add(data: Uint8Array, offset: number, declaration?: Fx2Declaration): void {
    if (data.byteLength < 4 || this.#programs.has(offset)) return;
    if (u32At(data, 0) === FX2_EXPRESSION) this.#addExpression(data, offset, declaration);
    else if (u32At(data, 0) >>> 17 === 0x7fff) this.#addShader(data, offset);
  }

  #addShader(data: Uint8Array, offset: number): void {
    const words = wordsOf(data);
    const table = tableOf(words, 0, words.length, undefined);
    // Assembly has no table, and stays as it is.
    if (table === undefined) return;
    const made = this.functions.add(data, offset, this.#names.get(offset) ?? 'shader');
    if (made === undefined) return;
    const { profile } = made.source;
    this.#programs.set(offset, `compile ${profile} ${made.name}()`);
    for (const { name, register, explicitRegister } of constantsOf(table)) {
      if (!explicitRegister) continue;
      const registers = this.#registers.get(name) ?? new Map<string, string>();
      this.#registers.set(name, registers);
      registers.set(profile.slice(0, 2), register);
    }
  }

  #addExpression(data: Uint8Array, offset: number, declaration?: Fx2Declaration): void {
    const words = wordsOf(data);
    const code = readPreshaderCode(words);
    if (code === undefined) return;
    const table = constantsOf(tableOf(words, 0, words.length, undefined));
    const declared = table.flatMap((constant) => this.#declared(constant) ?? []);
    const unknown = table.find(({ name }) => !declared.some((one) => one.name === name));
    const isInteger = declaration === undefined || FX2_TYPE_NAMES[declaration.type] === 'int';
    const source =
      unknown === undefined
        ? preshaderSource(code, preshaderVariables(declared), () => this.functions.unique('k'), isInteger)
        : `the constant ${unknown.name} of an expression`;
    const what = typeof source === 'string' ? source : 'an expression without a value';
    if (typeof source === 'string' || source.outputs.length === 0) {
      this.diagnostics.report(DX6005, offset, offset + data.byteLength, { target: 'HLSL', what });
      return;
    }
    const { statements, outputs } = source;
    const [first] = outputs;
    const scalar = isInteger ? 'int' : 'float';
    const { width } = first!;
    const count = outputs.length;
    const type = `${scalar}${count > 1 ? `${width}x${count}` : width === 1 ? '' : width}`;
    // A register has a column of a matrix.
    const columns = outputs.map((one) => one.text).join(', ');
    const text = count > 1 ? `transpose(${scalar}${count}x${width}(${columns}))` : columns;
    if (statements.length === 0) {
      this.#programs.set(offset, `(${text})`);
      return;
    }
    const name = this.functions.unique('state_value');
    const body = [...statements, `return ${text};`].map((line) => `  ${line}`).join('\n');
    this.functions.declare(`${type} ${name}()\n{\n${body}\n}`);
    this.#programs.set(offset, `${name}()`);
  }

  /** Returns a constant with the type that its parameter has; undefined where no parameter has it. */
  #declared(constant: Sm1ConstantDesc): DeclaredConstant | undefined {
    const declaration = this.#parameters.get(constant.name)?.declaration;
    if (declaration === undefined) return undefined;
    if (constant.registerSet === 'sampler') {
      const samplerType = FX2_TYPE_NAMES[declaration.type] ?? '';
      return samplerType.startsWith('sampler')
        ? { ...constant, samplerType, isArray: declaration.elements > 0 }
        : undefined;
    }
    const type = this.#typed(declaration, constant, constant.name);
    return type && { ...constant, ...type, name: constant.name };
  }

  /** The type of a constant with what its declaration says; which does not say how a matrix is stored. */
  #typed(declaration: Fx2Declaration, type: Sm1TypeDesc, path: string): DeclaredType | undefined {
    const { members, rows, columns, elements } = declaration;
    const { structMembers } = type;
    if (members.length !== structMembers.length || Math.max(elements, 1) !== Math.max(type.elements, 1))
      return undefined;
    const isList = elements > 0;
    if (members.length > 0) {
      const inner = members.flatMap((member, i) => {
        const other = structMembers[i]!;
        return (member.name === other.name && this.#typed(member, other, `${path}.${member.name}`)) || [];
      });
      return inner.length === members.length ? { ...type, isArray: isList, structMembers: inner } : undefined;
    }
    if (type.class === 'matrixRows') this.#rowMajor.add(path);
    const isMatrix = (kind: unknown) => String(kind).startsWith('matrix');
    const kind = PARAMETER_CLASSES[declaration.class] ?? declaration.class;
    if (kind !== type.class && !(isMatrix(kind) && isMatrix(type.class))) return undefined;
    const isSame = FX2_TYPE_NAMES[declaration.type] === type.type && rows === type.rows && columns === type.columns;
    return isSame ? { ...type, isArray: isList, structMembers: [] } : undefined;
  }
}

/** The state that a resource belongs to. */
function stateOf(
  { techniques, parameters }: Effect2,
  { technique, owner, element, state }: Fx2Resource,
): Fx2State | undefined {
  if (technique !== FX2_NONE) return techniques[technique]?.passes[owner]?.states[state];
  const value = parameters[owner]?.value;
  return value?.kind === 'samplers' ? value.samplers[element]?.states[state] : undefined;
}
