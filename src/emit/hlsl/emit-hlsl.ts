/**
 * HLSL from a module: declarations, helper functions, and the entry point. The module has been through the passes of
 * decompiling; the plan has the names, and the signature in its order.
 *
 * Not for: names and passes (src/decompile), what is written for an operation (rules/).
 */
import { type IrModule, type IrType, isTextureRead, Kind, kindOf, OP_ROWS, Op, widthOf } from '../../ir/index.ts';
import { countedLoop } from '../common/counted-loops.ts';
import { Mode } from '../common/decide-values.ts';
import { LineWriter } from '../common/lines.ts';
import type { Emission, EmitReport } from '../common/plan.ts';
import { forEachOp, hasOperation } from '../common/resource-uses.ts';
import { TextEmitter } from '../common/text-emitter.ts';
import { Precedence, type TextLanguage } from '../common/text-language.ts';
import { Classes } from './classes.ts';
import { HlslContext } from './context.ts';
import { counterOf } from './counters.ts';
import { nameElements, signatureStructs, writeEntries } from './entry.ts';
import { partsOfIndices } from './indices.ts';
import { findIntegerVectors } from './integer-vectors.ts';
import { bindingDeclarations, declareMemory, localMemory, viewTypes } from './interface.ts';
import { findLocalArrays } from './local-arrays.ts';
import { findProducts } from './matrices.ts';
import type { HlslPlan } from './plan.ts';
import { inlineParts, keepProgramOrder, nameEarlier, nameLiteralProducts } from './program-order.ts';
import { rolesOf } from './roles.ts';
import { HLSL_RULES } from './rules/index.ts';
import { SM1_RULES } from './sm1/rules.ts';
import { findTables } from './tables.ts';
import { hlslType, literal, zeroOf } from './types.ts';
import { withoutUnused } from './unused.ts';
import { directionFromText, nameFromText } from './variable-names.ts';

/** A text, and for a part of a file what the file has to declare. */
export interface HlslEmission extends Omit<Emission, 'diagnostics'> {
  /** Declarations that only the functions of the text use, by name, in order; empty where the text has them. */
  readonly declarations: ReadonlyMap<string, string>;
  /** The declarations of constants and resources, by name; empty where the text declares them. */
  readonly bindings: ReadonlyMap<string, string>;
  /** The types of views by their names, and the structs of their elements. */
  readonly views: ReturnType<typeof viewTypes>;
}

/** Writes a module. */
export function emitHlsl(module: IrModule, plan: HlslPlan, report: EmitReport): HlslEmission {
  const w = new HlslContext(module, plan, report);
  const lines = new LineWriter();
  w.emitter = new TextEmitter(module, languageOf(w), lines, plan.names, report, plan.commentAt);
  nameElements(w, plan.signature);
  w.roles = rolesOf(w);
  forEachOp(module, (op) => {
    if (module.ops.code[op] === Op.status) w.statuses.set(module.ops.operand(op, 0), '');
  });
  if (plan.sm1 === undefined) findProducts(w);
  if (plan.choices.keepsOrder && plan.sm1 === undefined) findIntegerVectors(w);
  if (keepsOrder(w)) keepProgramOrder(w);
  else {
    inlineParts(w);
    nameLiteralProducts(w);
  }
  for (const value of partsOfIndices(module, (op) => plan.layouts.has(module.ops.extra[op]! >> 2)))
    w.emitter.decisions.modes[value] = Mode.inline;
  w.localArrays = findLocalArrays(w);
  findTables(w);
  if (plan.classes !== undefined) {
    const classes = new Classes(w, plan.classes);
    w.classes = classes;
    w.emitter.flow.calls = classes;
  }
  writeEntries(w, plan, lines);
  const output = new LineWriter();
  const locals = new Map([...signatureStructs(plan.signature), ...w.helpers.sources]);
  if (plan.isPart !== true) {
    output.line(plan.heading);
    output.line('');
    declareMemory(w, output);
    for (const text of locals.values()) {
      output.block(text);
      output.line('');
    }
  }
  output.append(withoutUnused(lines, w.pureNames));
  w.emitter.release();
  return {
    code: output.text,
    sourceMap: output.sourceMap,
    declarations: plan.isPart === true ? new Map([...localMemory(w), ...locals]) : new Map(),
    bindings: plan.isPart === true && plan.sm1 === undefined ? bindingDeclarations(w) : new Map(),
    views: viewTypes(w),
    runtimeUniforms: [],
    features: [],
    languageFeatures: [],
    assumptions: [...w.assumptions],
    approximations: [...w.approximations],
  };
}

/** Whether statements have the order of the program: in models 1 to 3 always. */
function keepsOrder({ plan }: HlslContext): boolean {
  return plan.choices.keepsOrder || plan.sm1 !== undefined;
}

function languageOf(w: HlslContext): TextLanguage {
  const declared = (name: string, type: IrType, value: string) => `${hlslType(type)} ${name} = ${value};`;
  const rules = w.sm1 === undefined ? HLSL_RULES : SM1_RULES;
  return {
    isPrecise: w.isPrecise,
    argument: Precedence.lowest,
    typeName: hlslType,
    literal: (value, component) => w.constantOf(value, component),
    repeated: (type, scalar) =>
      /^[a-z_]\w*$/i.test(scalar) ? `${scalar}.${'xxxx'.slice(0, widthOf(type))}` : `(${hlslType(type)})(${scalar})`,
    constant: declared,
    ...(w.isModel5 &&
      !w.plan.isStrict && { preciseConstant: (name, type, value) => `precise ${declared(name, type, value)}` }),
    variable: (name, type, value) => declared(name, type, value ?? zeroOf(type)),
    flag: (name) => `bool ${name} = false;`,
    loop: '[loop] while (true) {',
    loopUntil: (construct, counter) => {
      const condition = construct === undefined ? '' : negatedCondition(w, construct);
      return counter === undefined
        ? `[loop] while (${condition}) {`
        : `[loop] for (${counter[0]} ${condition}; ${counter[1]}) {`;
    },
    ...(w.sm1 === undefined && { counter: (op) => counterOf(w, op) }),
    breakIf: (condition) => `[flatten] if (${condition}) break;`,
    continuing: undefined,
    switchOn: (selector) => `switch (${selector}) {`,
    cases: (values, isDefault, type) => {
      const kind = kindOf(type) === Kind.u32 ? Kind.u32 : Kind.i32;
      const labels = values.map((value) => `case ${literal(kind, value | 0)}:`);
      if (isDefault || labels.length === 0) labels.push('default:');
      return labels.join(' ');
    },
    needsCaseBreaks: true,
    once: [['[loop] do {'], ['} while (false);']],
    endless: undefined,
    write: (op) => w.classes?.textOf(op) ?? rules[w.module.ops.code[op]!]!(w, op),
    ...((w.sm1 !== undefined || keepsOrder(w)) && { openIf: (condition) => `[branch] if (${condition}) {` }),
    ...(w.sm1 !== undefined && {
      breakIf: (condition) => `if (${condition}) break;`,
      counted: (op) => countedLoop(w, op, (name, count, isEndless) => loopOpening(w, name, count, isEndless)),
    }),
    nameOf: (value, text) => nameOf(w, value, text),
    ...(keepsOrder(w) && { beforeLong: (op) => nameEarlier(w, op) }),
    defined: (op, name) => {
      if (OP_ROWS[w.module.ops.code[op]!]!.effect === 'pure') w.pureNames.add(name);
    },
  };
}

/** The opening of a loop with a count: the compiler unrolls loops that write elements of arrays. */
function loopOpening({ uses }: HlslContext, name: string, count: string, isEndless: boolean): string | undefined {
  const attribute = hasOperation(uses, 'var.store') ? '' : '[loop] ';
  return isEndless ? undefined : `${attribute}for (int ${name} = 0; ${name} < ${count}; ${name}++) {`;
}

/** Comparisons of integers, and the operators of their opposites. */
const OPPOSITES: Readonly<Record<number, string>> = {
  [Op['i.lt']]: '>=',
  [Op['u.lt']]: '>=',
  [Op['i.ge']]: '<',
  [Op['u.ge']]: '<',
  [Op['i.eq']]: '!=',
  [Op['i.ne']]: '==',
};

/** Operators for exchanged operands. */
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>=': '<=', '!=': '!=', '==': '==' };

/** The opposite of the condition of an `if`. */
function negatedCondition({ module: { ops }, emitter }: HlslContext, construct: number): string {
  const value = ops.operand(construct, 0);
  const operator = OPPOSITES[ops.code[value]!];
  if (operator === undefined || emitter.isNamed(value)) return `!${emitter.value(value, Precedence.primary)}`;
  const [left, right] = [0, 1].map((i) => emitter.operand(value, i, Precedence.additive));
  // A limit is read on the right side.
  const isExchanged = ops.code[ops.operand(value, 0)] === Op.const;
  return isExchanged ? `${right} ${MIRRORED[operator]} ${left}` : `${left} ${operator} ${right}`;
}

/** The name of a value: what it is read from, what its text says, or what it is for. Others are numbered. */
function nameOf(w: HlslContext, value: number, text: string): string | undefined {
  const type = w.module.ops.type[value]!;
  const kind = kindOf(type);
  const known = w.nameHints.get(value) ?? texelName(w, value);
  const name = known ?? (kind !== Kind.bool ? nameFromText(text, widthOf(type)) : undefined);
  if (name !== undefined) return name;
  const role = w.roles.get(value);
  const general = kind === Kind.bool && text !== '' ? 'condition' : directionFromText(text);
  // Texture coordinates have values of all kinds.
  return role === undefined || role.includes('texcoord') ? (general ?? role) : role;
}

/** The name of what is read from a texture. */
function texelName(w: HlslContext, op: number): string | undefined {
  const { ops, accesses } = w.module;
  const code = ops.code[op]!;
  if (!isTextureRead(code)) return undefined;
  const access = accesses[ops.extra[op]!];
  if (access === undefined) return undefined;
  const name = w.sm1?.sampler(w.binding(access.binding).register) ?? w.rangeName(access.binding);
  return `${name}_texel`;
}
