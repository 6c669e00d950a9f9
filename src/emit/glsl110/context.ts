/** The context of the rules of GLSL 1.10 and GLSL ES 1.00 while a module is written. */
import { type IrModule, Kind, typeOf, widthOf } from '../../ir/index.ts';
import { HelperFunctions, type HelperText, legacyHelpers } from '../common/helper-functions.ts';
import { DX6005 } from '../common/messages.ts';
import type { EmitPlan, EmitReport, PlannedResource, RuntimeUniform } from '../common/plan.ts';
import { storeComponents } from '../common/rules/io.ts';
import { type CommonHelper, TextContext, type TextRule } from '../common/text-context.ts';
import type { CountedLoop, MemorySyntax } from '../common/text-language.ts';
import { isPosition, POSITION, POSITION_UNIFORM } from './interface.ts';
import { SPELLING, typeName } from './spelling.ts';

/** Name of the language for messages. */
export const TARGET_NAME = 'GLSL 1.10';

const float = (width: number): string => typeName(typeOf(Kind.f32, width));

/** A function of vectors of floats. */
const function_ = (name: string, width: number, parameters: string, text: string): string =>
  SPELLING.fn(
    name,
    parameters.split(' ').map((one) => [one, float(width)] as const),
    float(width),
    [`return ${text};`],
  );

/** Helpers of arithmetic: `min`, `max` and products of the language have no rules for NaN and infinity. */
const HELPERS = {
  ...legacyHelpers(SPELLING, {
    inverseSqrt: 'inversesqrt',
    product: { text: (name, width) => function_(name, width, 'a b', 'a * b') },
  }),
  min_number: { text: (name, width) => function_(name, width, 'a b', 'min(a, b)') },
  max_number: { text: (name, width) => function_(name, width, 'a b', 'max(a, b)') },
  truncated: { text: (name, width) => function_(name, width, 'x', 'sign(x) * floor(abs(x))') },
} as const satisfies Record<string, HelperText>;

type Helper = keyof typeof HELPERS;

/** Features that need extensions, which the head of the text enables. */
export type Feature = 'lod' | 'vertexLod' | 'derivatives' | 'depth' | 'volumes';

export class Glsl110Context extends TextContext {
  readonly helpers = new HelperFunctions<Helper>(HELPERS, () => this.emitter.names);
  readonly needed = new Set<Feature>();
  /** Decisions about loops. */
  readonly countedLoops = new Map<number, CountedLoop | undefined>();

  constructor(module: IrModule, plan: EmitPlan, report: EmitReport) {
    super(module, plan, report, TARGET_NAME, SPELLING);
  }

  /** The name of a helper; only rules of operations that the language lacks ask for others. */
  helper(name: CommonHelper | Helper, width = 1): string {
    return name in HELPERS ? this.helpers.use(name as Helper, width) : name;
  }

  rowsOf({ name }: PlannedResource): string {
    return name;
  }

  /** Bits of floats are not accessible. */
  override castText(text: string, from: number, to: number, width: number): string {
    if (from === to || (from !== Kind.f32 && to !== Kind.f32)) return text;
    this.report(DX6005, this.emitter.at, { target: TARGET_NAME, what: 'the bits of a float' });
    return this.spelling.zero(typeOf(to, width));
  }

  /** Writes the position or a scalar. */
  writeBuiltin(_: number, name: string, value: number, first: number): void {
    if (name !== POSITION) {
      if (first === 0) this.emitter.line(`${name} = ${this.componentAs(value, 0, Kind.f32)};`);
    } else if (widthOf(this.module.ops.type[value]!) === 4) this.emitter.line(`${name} = ${this.as(value, Kind.f32)};`);
    else storeComponents(this, name, value, Kind.f32, first);
  }

  /** The position as OpenGL has it: depths from -w to w, turned and moved as the runtime wants. */
  returnLines(isLast: boolean): readonly string[] {
    const lines = this.module.outputs.some(isPosition)
      ? [
          `${POSITION}.y *= ${POSITION_UNIFORM}.y;`,
          `${POSITION}.xy += ${POSITION_UNIFORM}.zw * ${POSITION}.w;`,
          `${POSITION}.z = ${POSITION}.z * 2.0 - ${POSITION}.w;`,
        ]
      : [];
    return isLast ? lines : [...lines, 'return;'];
  }

  // Shader models 1 to 3 have no memory and no structures of constants.

  get runtimeUniforms(): RuntimeUniform[] {
    return [];
  }

  memberOf(_: PlannedResource, member: string): string {
    return member;
  }

  memory(): MemorySyntax {
    return { name: '', length: '0', read: () => '0', write: () => '', atomic: () => '' };
  }

  atomicLines(): readonly string[] {
    return [];
  }

  counterText(): string {
    return '0';
  }
}

export type Glsl110Rule = TextRule<Glsl110Context>;
