/** The context of all GLSL rules while a module is written.  */
import { type IrModule, Kind, NO_OP, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { HelperFunctions } from '../common/helper-functions.ts';
import { groupWords } from '../common/memory.ts';
import { DX6011 } from '../common/messages.ts';
import type {
  EmitPlan,
  EmitReport,
  PlannedElement,
  PlannedResource,
  ResourceUses,
  RuntimeUniform,
} from '../common/plan.ts';
import { forEachOp, hasOperation } from '../common/resource-uses.ts';
import { outputRangeCopies, storeComponents, writeDistances } from '../common/rules/io.ts';
import { elementCount, TESS_FACTORS } from '../common/stage-elements.ts';
import { TextContext, type TextRule } from '../common/text-context.ts';
import type { AtomicOperation, MemorySyntax } from '../common/text-language.ts';
import { type GlslHelper, helpersOf } from './helpers.ts';
import { SPELLING } from './types.ts';
import { type GlslFact, type GlslVersion, versionsWith } from './versions.ts';

/** Writes that end with the invocation: outputs are lost anyway. */
const HARMLESS: ReadonlySet<number> = /* @__PURE__ */ new Set([Op.out, Op['out.at'], Op['var.store'], Op.discard]);

/** Whether something after a `discard` uses values of other pixels, writes memory or changes which pixels run. */
function needsDiscardFlag(module: IrModule, uses: ResourceUses): boolean {
  if (!hasOperation(uses, 'discard')) return false;
  const { ops } = module;
  let isAfter = false;
  let found = false;
  let inLoop = false;
  let hasQuad = false;
  forEachOp(module, (op) => {
    const code = ops.code[op]!;
    const { effect } = OP_ROWS[code]!;
    const matters = effect === 'quad' || (effect === 'writes' && !HARMLESS.has(code));
    hasQuad ||= matters;
    if (code === Op.discard) {
      isAfter = true;
      for (let owner = module.owner[ops.region[op]!]!; owner !== NO_OP; owner = module.owner[ops.region[owner]!]!)
        inLoop ||= ops.code[owner] === Op.loop;
    } else if (isAfter && matters) found = true;
  });
  return found || (inLoop && hasQuad) || (isAfter && hasQuad && module.functions.length > 1);
}

/** First members of the buffer of runtime uniforms, in its order. */
const RUNTIME_UNIFORMS = {
  first_vertex: ['u32', 'the first vertex of the draw: `first`, or `basevertex` of an indexed draw'],
  sample_count: ['u32', 'samples of a pixel of the targets'],
  y_sign: [
    'f32',
    '-1 where the first row of the target is the top of the picture (textures that are read as in Direct3D), 1 where it is the bottom (windows)',
  ],
  y_offset: ['f32', 'the height of the target in pixels where y_sign is 1, else 0'],
  z_scale: ['f32', '2, or 1 after glClipControl(..., GL_ZERO_TO_ONE)'],
  z_offset: ['f32', '-1, or 0 after glClipControl(..., GL_ZERO_TO_ONE)'],
} as const;

export type RuntimeUniformName = keyof typeof RUNTIME_UNIFORMS;

const ATOMICS: Readonly<Record<Exclude<AtomicOperation, 'imin' | 'imax'>, string>> = {
  add: 'Add',
  and: 'And',
  or: 'Or',
  xor: 'Xor',
  umin: 'Min',
  umax: 'Max',
  exchange: 'Exchange',
  compare: 'CompSwap',
};

export class GlslContext extends TextContext {
  readonly helpers: HelperFunctions<GlslHelper>;
  /** Extensions that the text requires. */
  readonly extensions = new Set<string>();
  /** Whether a discarded pixel goes on, because others need its values for derivatives. */
  readonly keepsDiscarded: boolean;
  /** Names of what blocks and shared memory have inside, by the names of their resources. */
  readonly dataNames = new Map<string, string>();
  /** Types of opaque variables, whose precision OpenGL ES wants declared. */
  readonly opaqueTypes = new Set<string>();
  #usesRuntime = false;
  readonly #members = new Map<string, RuntimeUniform>();

  constructor(
    readonly version: GlslVersion,
    module: IrModule,
    plan: EmitPlan,
    report: EmitReport,
  ) {
    super(module, plan, report, version.name, SPELLING);
    this.helpers = new HelperFunctions(helpersOf(version), () => this.emitter.names);
    this.keepsDiscarded = needsDiscardFlag(module, plan.uses);
  }

  helper(name: GlslHelper, width = 1): string {
    return this.helpers.use(name, width);
  }

  /** Whether the version has something; reports at an operation what needs it where not. */
  needs(op: number, fact: GlslFact, what: string): boolean {
    return this.needsFact(fact, what, this.module.ops.at[op]!);
  }

  /** Checks a version fact at a token. */
  needsFact(fact: GlslFact, what: string, at: number): boolean {
    if (this.version[fact]) return true;
    this.report(DX6011, at, { target: this.version.name, what, versions: versionsWith(fact) });
    return false;
  }

  /** The variable of a texture with a sampler. */
  pair(view: number, element: number, sampler: number, samplerElement: number, compares: boolean): PlannedResource {
    return (
      this.plan.resources.find(
        (one) =>
          one.binding === view &&
          one.element === element &&
          one.sampler?.binding === sampler &&
          one.sampler.element === samplerElement &&
          (one.role === 'comparison') === compares,
      ) ?? this.resource(view, element)
    );
  }

  /** The contents of a block: its rows or words, or the instance with its members. */
  rowsOf({ name }: PlannedResource): string {
    return this.dataNames.get(name)!;
  }

  memberOf(resource: PlannedResource, member: string): string {
    return `${this.rowsOf(resource)}.${member}`;
  }

  // --- runtime uniforms
  // -----------------------------------------------------------------------------------------------

  /** The text of a runtime uniform. */
  uniform(name: RuntimeUniformName): string {
    this.#usesRuntime = true;
    return `runtime.${name}`;
  }

  /** A runtime uniform for a resource. */
  resourceUniform({ name }: PlannedResource, what: 'levels' | 'samples' | 'length', why: string): string {
    this.#usesRuntime = true;
    const member = `${name}_${what}`;
    if (!this.#members.has(member)) {
      const offset = 4 * (Object.keys(RUNTIME_UNIFORMS).length + this.#members.size);
      this.#members.set(member, { name: member, offset, type: 'u32', why: `${why} of ${name}` });
    }
    return `runtime.${member}`;
  }

  /** The first members are there as soon as one is needed, so that their offsets do not depend on the shader. */
  get runtimeUniforms(): RuntimeUniform[] {
    if (!this.#usesRuntime) return [];
    const first = Object.entries(RUNTIME_UNIFORMS).map(
      ([name, [type, why]], i): RuntimeUniform => ({ name, offset: 4 * i, type, why }),
    );
    return [...first, ...this.#members.values()];
  }

  // --- memory
  // ---------------------------------------------------------------------------------------------------------

  memory(number: number, element: number): MemorySyntax {
    const binding = this.binding(number);
    const resource = this.resource(number, element);
    const { name, kind } = resource;
    if (kind === 'texelBuffer' || kind === 'texture') {
      const length =
        kind === 'texture' ? this.resourceUniform(resource, 'length', 'words') : `uint(textureSize(${name}))`;
      const read = (index: string) =>
        kind === 'texture'
          ? `texelFetch(${name}, ${this.cell()}(${index}, textureSize(${name}, 0).x), 0).x`
          : `texelFetch(${name}, int(${index})).x`;
      return { name, length, read, write: () => '', atomic: () => '' };
    }
    const array = this.rowsOf(resource);
    return {
      name,
      length: binding.kind === 'group' ? `${groupWords(binding)}u` : `uint(${array}.length())`,
      read: (index) => `${array}[${index}]`,
      write: (index, value) => `${array}[${index}] = ${value}`,
      atomic: (index) => `${array}[${index}]`,
    };
  }

  /** A function that gives the texel of an element in a texture whose rows follow each other. */
  cell(): string {
    return this.helpers.define(
      'cell_of',
      (helper) =>
        `ivec2 ${helper}(uint index, int width) {\n  return ivec2(int(index) % width, int(index) / width);\n}`,
    );
  }

  atomicLines(operation: AtomicOperation, target: string, prefix = 'atomic'): readonly string[] {
    const name = (which: keyof typeof ATOMICS) => `${prefix}${ATOMICS[which]}`;
    if (operation === 'compare') return [`return ${name('compare')}(${target}, compare, value);`];
    if (operation !== 'imin' && operation !== 'imax') return [`return ${name(operation)}(${target}, value);`];
    // Signed min/max is a compare-exchange loop: the atomic words are unsigned.
    return [
      `uint old = ${name('add')}(${target}, 0u);`,
      'for (;;) {',
      `  uint chosen = uint(${operation.slice(1)}(int(old), int(value)));`,
      '  if (chosen == old) return old;',
      `  uint found = ${name('compare')}(${target}, old, chosen);`,
      '  if (found == old) return old;',
      '  old = found;',
      '}',
    ];
  }

  counterText(resource: PlannedResource, isNext: boolean): string {
    const data = this.rowsOf(resource);
    return isNext ? `atomicAdd(${data}, 1u)` : `atomicAdd(${data}, 0xffffffffu) - 1u`;
  }

  /** Discarded pixels write nothing. */
  override write(statement: string): void {
    this.emitter.line(this.keepsDiscarded ? `if (!discarded) { ${statement} }` : statement);
  }

  // --- outputs
  // --------------------------------------------------------------------------------------------------------

  /** Whether depth and stencil are tested before a pixel shader runs. */
  get testsEarly(): boolean {
    const { stage, facts } = this.module;
    return stage === 'ps' && facts.forcesEarlyDepth === true && this.version.memory;
  }

  /** Whether the functions of the text share arrays and other variables. */
  get sharesVariables(): boolean {
    return this.module.functions.length > 1 || this.module.stage === 'hs';
  }

  /** Each invocation of a hull shader writes its control point. */
  override outputText({ name, element }: PlannedElement): string {
    const isPoint = elementCount(this.module, this.module.outputs[element]!, false) !== undefined;
    return isPoint ? `${name}[gl_InvocationID]` : name;
  }

  get writesPosition(): boolean {
    return (
      this.module.stage !== 'hs' &&
      this.plan.outputs.some(({ slot }) => slot.kind === 'builtin' && slot.value === 'gl_Position')
    );
  }

  /** Statements that give what a vertex has. */
  vertexLines(): string[] {
    const lines = outputRangeCopies(this);
    const { nextStage = 'ps' } = this.plan;
    // Stages before the rasterizer hand the position on as Direct3D has it.
    if (this.writesPosition && nextStage !== 'ps') lines.push('gl_Position = clip_position;');
    else if (this.writesPosition) {
      const z = `clip_position.z * ${this.uniform('z_scale')} + clip_position.w * ${this.uniform('z_offset')}`;
      const y = `clip_position.y * ${this.uniform('y_sign')}`;
      lines.push(`gl_Position = vec4(clip_position.x, ${y}, ${z}, clip_position.w);`);
    }
    return lines;
  }

  returnLines(isLast: boolean): readonly string[] {
    // Geometry shaders give outputs with each vertex.
    const lines = this.module.stage === 'gs' || this.module.stage === 'hs' ? [] : this.vertexLines();
    if (this.keepsDiscarded) lines.push('if (discarded) discard;');
    if (!isLast) lines.push('return;');
    return lines;
  }

  writeBuiltin(element: number, name: string, value: number, first: number): void {
    const { ops, outputs, stage } = this.module;
    const { emitter } = this;
    const width = widthOf(ops.type[value]!);
    const point = stage === 'hs' ? 'gl_out[gl_InvocationID].' : '';
    switch (name) {
      case 'gl_TessLevelOuter':
      case 'gl_TessLevelInner':
        emitter.line(
          `${name}[${TESS_FACTORS[outputs[element]!.systemValue ?? '']![1]}] = ${this.as(value, Kind.f32)};`,
        );
        return;
      case 'gl_Position': {
        const target = point === '' ? 'clip_position' : `${point}gl_Position`;
        if (width === 4) emitter.line(`${target} = ${this.as(value, Kind.f32)};`);
        else storeComponents(this, target, value, Kind.f32, first);
        return;
      }
      case 'gl_ClipDistance':
      case 'gl_CullDistance':
        writeDistances(this, `${point}${name}`, element, value, first, name);
        return;
      case 'gl_SampleMask':
        emitter.line(`gl_SampleMask[0] = ${this.as(value, Kind.i32)};`);
        // OpenGL ignores the mask in targets with one sample.
        emitter.line(`if (${this.uniform('sample_count')} == 1u && (gl_SampleMask[0] & 1) == 0) discard;`);
        return;
      case 'gl_FragDepth':
        // It has no effect after early tests, and OpenGL ES refuses to write it.
        if (!this.testsEarly || !this.version.isEs) emitter.line(`gl_FragDepth = ${this.as(value, Kind.f32)};`);
        return;
      case 'gl_PointSize':
        emitter.line(`gl_PointSize = ${this.as(value, Kind.f32)};`);
        return;
      default:
        emitter.line(`${name} = ${this.as(value, Kind.i32)};`);
    }
  }

  /** Whether something reads the last component of a vector. */
  readsLast(op: number): boolean {
    return this.#lastReads().has(op);
  }

  #found: Set<number> | undefined;

  #lastReads(): Set<number> {
    if (this.#found !== undefined) return this.#found;
    const found = new Set<number>();
    const { ops } = this.module;
    for (let op = 0; op < ops.count; op++) {
      if (ops.region[op]! < 0 || ops.code[op] === Op.const) continue;
      const isPick = ops.code[op] === Op.pick;
      for (let i = 0; i < ops.arity[op]!; i++) {
        const operand = ops.operand(op, i);
        if (!isPick) found.add(operand);
        else if ((operand & 3) === 3) found.add(operand >> 2);
      }
    }
    this.#found = found;
    return found;
  }
}

export type GlslRule = TextRule<GlslContext>;
