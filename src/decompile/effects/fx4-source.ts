/**
 * The source of an effect of Direct3D 10 and 11: declarations, objects with their states, functions, groups,
 * techniques and passes.
 *
 * Not for: the text of declarations (fx4-declarations.ts) and of assigned values (fx4-values.ts).
 */
import { Diagnostics } from '../../base/diagnostics.ts';
import { DX0109 } from '../../container/messages.ts';
import { embeddedShadersOf4 } from '../../effects/fx4/embedded.ts';
import { FX4_NO_REGISTER, FX4_OBJECT_NAMES, Fx4TypeKind } from '../../effects/fx4/enums.ts';
import type {
  Effect4,
  Fx4Annotation,
  Fx4Assignment,
  Fx4Object,
  Fx4Pass,
  Fx4Technique,
  Fx4Type,
} from '../../effects/fx4/model.ts';
import { readEffect4File } from '../../effects/fx4/read.ts';
import { FX4_STATES } from '../../effects/fx4/states.ts';
import { DX6005 } from '../../emit/common/messages.ts';
import { isHlslIdentifier } from '../../emit/hlsl/types.ts';
import { Fx4Declarations, stringsText } from './fx4-declarations.ts';
import { Fx4Values } from './fx4-values.ts';
import { type EffectSource, ShaderFunctions, type SourceOf, shaderNames } from './shader-functions.ts';

const INDENT = '  ';

/** Returns the source of an effect; undefined where diagnostics say why there is none. */
export function fx4Source(bytes: Uint8Array, sourceOf: SourceOf, diagnostics: Diagnostics): EffectSource | undefined {
  const found = new Diagnostics();
  const file = readEffect4File(bytes, found);
  // Compilers write nothing for a string without a value.
  const errors = found.list.filter(({ severity, code }) => severity === 'error' && code !== DX0109.code);
  for (const one of found.list) if (one.severity !== 'error' || errors.length > 0) diagnostics.list.push(one);
  if (file === undefined || errors.length > 0) return undefined;
  const { effect, offset } = file;
  const inside = diagnostics.at(offset);
  const report = (what: string) => inside.report(DX6005, 0, 4, { target: 'HLSL', what });
  for (const name of namesOf(effect)) if (!isHlslIdentifier(name)) report(`the name ${JSON.stringify(name)}`);
  if (effect.interfaces.length > 0) report('interfaces, whose methods an effect does not contain');
  if (effect.counts.classInstanceElements > 0) report('classes, whose methods an effect does not contain');
  const profile = effect.profile;
  if (profile === undefined) report(`effects of version ${effect.version.toString(16)}`);
  if (inside.hasErrors || profile === undefined) return undefined;
  const source = new Source(effect, sourceOf, inside);
  const body = source.write();
  const switches = [...source.switches];
  return { code: `${['// fxc', `/T ${profile}`, ...switches].join(' ')}\n\n${body}`, profile, switches };
}

/** Names of everything in an effect that has one, and semantics. */
function* namesOf(effect: Effect4): Generator<string> {
  function* ofType({ members }: Fx4Type): Generator<string> {
    for (const { name, semantic, type } of members) {
      if (name) yield name;
      if (semantic) yield semantic;
      yield* ofType(type);
    }
  }
  function* ofNotes(annotations: readonly Fx4Annotation[]): Generator<string> {
    for (const { name } of annotations) yield name;
  }
  for (const { name, annotations, variables } of [...effect.buffers, ...effect.sharedBuffers]) {
    yield name.replace(/^\$/, '');
    yield* ofNotes(annotations);
    for (const one of variables) {
      yield one.name;
      if (one.semantic) yield one.semantic;
      yield* ofType(one.type);
      yield* ofNotes(one.annotations);
    }
  }
  for (const { name, semantic, annotations } of [...effect.objects, ...effect.sharedObjects]) {
    yield name;
    if (semantic) yield semantic;
    yield* ofNotes(annotations);
  }
  for (const group of effect.groups) {
    if (group.name) yield group.name;
    yield* ofNotes(group.annotations);
    for (const technique of group.techniques) {
      if (technique.name) yield technique.name;
      yield* ofNotes(technique.annotations);
      for (const pass of technique.passes) {
        if (pass.name) yield pass.name;
        yield* ofNotes(pass.annotations);
      }
    }
  }
}

/** Names that functions may not have: all but those of members and annotations. */
function globalNames({ buffers, sharedBuffers, objects, sharedObjects, groups }: Effect4): Set<string> {
  const names = new Set<string>();
  for (const { name, variables } of [...buffers, ...sharedBuffers]) {
    names.add(name);
    for (const one of variables) {
      names.add(one.name);
      if (one.type.kind === Fx4TypeKind.struct) names.add(one.type.name);
    }
  }
  for (const { name } of [...objects, ...sharedObjects]) names.add(name);
  for (const { name, techniques } of groups) {
    if (name !== undefined) names.add(name);
    for (const technique of techniques) if (technique.name !== undefined) names.add(technique.name);
  }
  return names;
}

/** Types whose elements the source says: effects do not contain them. */
const ELEMENTS = /^(RW)?(Texture\w+|Buffer|StructuredBuffer)$|^(Append|Consume)StructuredBuffer$/;

class Source {
  readonly #functions: ShaderFunctions;
  readonly #values: Fx4Values;
  readonly #declarations = new Fx4Declarations();

  constructor(
    private readonly effect: Effect4,
    sourceOf: SourceOf,
    private readonly diagnostics: Diagnostics,
  ) {
    const buffers = [...effect.buffers, ...effect.sharedBuffers];
    const offsets = new Map(
      buffers.flatMap(({ variables }) => variables.map(({ name, position }) => [name, position] as const)),
    );
    this.#functions = new ShaderFunctions(
      sourceOf,
      globalNames(effect),
      {
        declared: (constant) => this.#values.declared(constant),
        offsetOf: (name) => offsets.get(name),
      },
      diagnostics,
    );
    this.#values = new Fx4Values(effect, this.#functions, diagnostics, shaderNames(embeddedShadersOf4(effect)));
  }

  get switches(): ReadonlySet<string> {
    const { sharedBuffers, sharedObjects } = this.effect;
    const switches = new Set(this.#functions.switches);
    if (sharedBuffers.length + sharedObjects.length > 0) switches.add('/Gch');
    if (this.#values.hasExpressions) switches.add('/Gdp');
    return switches;
  }

  write(): string {
    const { objects, sharedObjects, groups } = this.effect;
    // The types of views are known after all shaders that read them.
    const written = objects.map((object) => ({
      object,
      text: this.#initializer(object),
      before: this.#functions.take(),
    }));
    const passes = groups.map((group) => this.#group(group)).join('\n');
    const functions = this.#functions.take();
    const declarations = this.#declarations;
    declarations.buffers(this.effect);
    for (const struct of this.#values.structs) {
      const name = /^struct (\w+)/m.exec(struct)?.[1] ?? '';
      if (!declarations.declaresStruct(name)) declarations.line(struct.trimEnd());
    }
    for (const object of sharedObjects) declarations.line(`shared ${this.#object(object)};`);
    for (const { object, text, before } of written) {
      for (const one of before) declarations.line(`\n${one}\n`);
      declarations.line(`${this.#object(object)}${text};`);
    }
    for (const one of functions) declarations.line(`\n${one}`);
    return `${[...declarations.lines, '', passes]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()}\n`;
  }

  /** An object without its value. */
  #object({ type, name, semantic, register, annotations }: Fx4Object): string {
    const kind = FX4_OBJECT_NAMES[type.object ?? 0] ?? '';
    const letter = kind === 'sampler' ? 's' : kind.startsWith('rw') ? 'u' : 't';
    const at = register === FX4_NO_REGISTER ? '' : ` : register(${letter}${register})`;
    const text = this.#declarations.variable(type, name, semantic, this.#typeText(type, name));
    return `${text}${at}${this.#declarations.annotations(annotations)}`;
  }

  #typeText({ name: type }: Fx4Type, name: string): string {
    const read = this.#values.views.get(name);
    if (read !== undefined) {
      const stem = read.replace(/^globallycoherent |<.*/g, '');
      if (stem !== type && /Structured|RW/.test(type))
        this.#report(`${name} as ${type}, which a shader uses as ${stem}`);
      return read;
    }
    if (/^Texture2DMS/.test(type)) return `${type}<float4, 4>`;
    return ELEMENTS.test(type) ? `${type}<float4>` : type;
  }

  #report(what: string): void {
    this.diagnostics.report(DX6005, 0, 4, { target: 'HLSL', what });
  }

  /** The value of an object: strings, states or shaders. */
  #initializer({ type, states, strings, shaders }: Fx4Object): string {
    if (strings.length > 0) {
      const text = stringsText(type, strings);
      return text === undefined ? '' : ` = ${text}`;
    }
    if (shaders.length > 0) {
      const compiled = shaders.map((shader) => this.#values.shader(shader) ?? 'NULL');
      if (compiled.every((text) => text === 'NULL')) return '';
      return type.elements > 0 ? ` = { ${compiled.join(', ')} }` : ` = ${compiled[0]}`;
    }
    if (states.every((list) => list.length === 0)) return '';
    if (type.elements === 0) return `\n${this.#block(states[0]!, '')}`;
    return `\n{\n${states.map((list) => this.#block(list, INDENT)).join(',\n')}\n}`;
  }

  #block(assignments: readonly Fx4Assignment[], margin: string): string {
    const lines = this.#assignments(assignments).map((line) => `${margin}${INDENT}${line}\n`);
    return `${margin}{\n${lines.join('')}${margin}}`;
  }

  /** Assignments; one to all elements of a state is one line. */
  #assignments(assignments: readonly Fx4Assignment[]): string[] {
    const lines: string[] = [];
    for (let i = 0; i < assignments.length; i++) {
      const { state, index } = assignments[i]!;
      const row = FX4_STATES[state];
      const text = this.#values.value(assignments[i]!);
      if (row === undefined || text === undefined) {
        if (row === undefined) this.#report(`state ${state}`);
        continue;
      }
      const elements = row.elements ?? 1;
      // Before 10.1 all render targets share these.
      if (elements === 1 || (row.indexOptional === true && this.effect.profile === 'fx_4_0')) {
        lines.push(`${row.name} = ${text};`);
        continue;
      }
      const run = assignments.slice(i, i + elements);
      const isAll =
        row.indexOptional === true &&
        run.length === elements &&
        run.every((one, k) => one.state === state && one.index === k && this.#values.value(one) === text);
      lines.push(isAll ? `${row.name} = ${text};` : `${row.name}[${index}] = ${text};`);
      if (isAll) i += elements - 1;
    }
    return lines;
  }

  #group({ name, annotations, techniques }: Effect4['groups'][number]): string {
    const keyword = this.effect.profile === 'fx_5_0' ? 'technique11' : 'technique10';
    if (name === undefined) return techniques.map((one) => this.#technique(one, keyword, '')).join('\n');
    const inner = techniques.map((one) => this.#technique(one, keyword, INDENT)).join('\n');
    return `fxgroup ${name}${this.#declarations.annotations(annotations)}\n{\n${inner}}\n`;
  }

  #technique({ name, annotations, passes }: Fx4Technique, keyword: string, margin: string): string {
    const head = `${margin}${keyword}${name === undefined ? '' : ` ${name}`}`;
    const notes = this.#declarations.annotations(annotations, margin);
    const inner = passes.map((pass) => this.#pass(pass, margin + INDENT)).join('\n');
    return `${head}${notes}\n${margin}{\n${inner}${margin}}\n`;
  }

  #pass({ name, annotations, assignments }: Fx4Pass, margin: string): string {
    const notes = this.#declarations.annotations(annotations, margin);
    const lines = this.#passLines(assignments).map((line) => `${margin}${INDENT}${line}\n`);
    return `${margin}pass${name === undefined ? '' : ` ${name}`}${notes}\n${margin}{\n${lines.join('')}${margin}}\n`;
  }

  /** Assignments of a pass: functions that set what belongs together. */
  #passLines(assignments: readonly Fx4Assignment[]): string[] {
    const lines: string[] = [];
    const nameAt = (i: number) => FX4_STATES[assignments[i]?.state ?? -1]?.name ?? '';
    for (let i = 0; i < assignments.length; ) {
      const call = PASS_CALLS.find(({ states }) => states.every((name, k) => nameAt(i + k) === name));
      const targets = call === undefined ? this.#targets(assignments, i) : undefined;
      if (targets !== undefined) lines.push(targets.text);
      if (call !== undefined) {
        const values = call.states.map((_, k) => this.#values.value(assignments[i + k]!));
        if (values.every((value) => value !== undefined))
          lines.push(`${call.name}(${call.order.map((k) => values[k]).join(', ')});`);
      }
      if (call === undefined && targets === undefined)
        for (const line of this.#assignments(assignments.slice(i, i + 1))) lines.push(inOlderSyntax(line));
      i += call?.states.length ?? targets?.count ?? 1;
    }
    return lines;
  }

  /** Render targets from the first on, after the depth target. */
  #targets(assignments: readonly Fx4Assignment[], start: number): { text: string; count: number } | undefined {
    const nameOf = (one: Fx4Assignment | undefined) => FX4_STATES[one?.state ?? -1]?.name;
    if (nameOf(assignments[start]) !== 'DepthStencilView') return undefined;
    let end = start + 1;
    while (nameOf(assignments[end]) === 'RenderTargetView' && assignments[end]!.index === end - start - 1) end++;
    if (end === start + 1) return undefined;
    const views = [...assignments.slice(start + 1, end), assignments[start]!].map((one) => this.#values.value(one));
    return { text: `OMSetRenderTargets(${views.join(', ')});`, count: end - start };
  }
}

/** States with the names of types, which only older effects assign: there, case does not matter. */
const TYPE_NAMED = /^(BlendState|DepthStencilState|RenderTargetView|DepthStencilView)/;

function inOlderSyntax(line: string): string {
  return line.replace(TYPE_NAMED, (name) => name.toLowerCase());
}

/** A function of passes, the states that it sets in the order of the compiler, and which of them each argument is. */
interface PassCall {
  readonly name: string;
  readonly states: readonly string[];
  readonly order: readonly number[];
}

const PASS_CALLS: readonly PassCall[] = [
  { name: 'SetBlendState', states: ['AB_BlendFactor', 'AB_SampleMask', 'BlendState'], order: [2, 0, 1] },
  { name: 'SetDepthStencilState', states: ['DS_StencilRef', 'DepthStencilState'], order: [1, 0] },
  { name: 'SetRasterizerState', states: ['RasterizerState'], order: [0] },
  ...['Vertex', 'Hull', 'Domain', 'Geometry', 'Pixel', 'Compute'].map((stage) => ({
    name: `Set${stage}Shader`,
    states: [`${stage}Shader`],
    order: [0],
  })),
];
