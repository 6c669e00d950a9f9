/**
 * HLSL from a module: declarations, helper functions, and the entry point. The module has been through the passes of
 * decompiling; the plan has the names, and the signature in its order.
 *
 * Not for: names and passes (src/decompile), what is written for an operation (rules/).
 */
import { type IrModule, type IrType, Kind, kindOf, Op, widthOf } from '../../ir/index.ts';
import { LineWriter } from '../common/lines.ts';
import { NameScope } from '../common/names.ts';
import type { Emission, EmitPlan, EmitReport } from '../common/plan.ts';
import { TextEmitter } from '../common/text-emitter.ts';
import { Precedence, type TextLanguage } from '../common/text-language.ts';
import { HlslContext } from './context.ts';
import { declareMemory, type EntryParameter, entryLines, localLines } from './interface.ts';
import { HLSL_RULES } from './rules/index.ts';
import { writeInPlace } from './sm1/in-place.ts';
import { countedLoop } from './sm1/loops.ts';
import type { Registers } from './sm1/registers.ts';
import { SM1_RULES } from './sm1/rules.ts';
import { HLSL_RESERVED, hlslType, literal, zeroOf } from './types.ts';

/** What HLSL needs in addition to the plan of all languages. */
export interface HlslPlan extends EmitPlan {
  readonly inputsOfEntry: readonly EntryParameter[];
  readonly outputsOfEntry: readonly EntryParameter[];
  /** The first line: how to compile the text. */
  readonly heading: string;
  /** Constants and samplers of models 1 to 3. */
  readonly registers?: Registers;
  /** Statements before those of the program. */
  readonly firstLines?: readonly string[];
}

/** Writes a module. */
export function emitHlsl(module: IrModule, plan: HlslPlan, report: EmitReport): Omit<Emission, 'diagnostics'> {
  const w = new HlslContext(module, plan, report);
  w.registers = plan.registers;
  const lines = new LineWriter();
  const names = new NameScope(HLSL_RESERVED);
  for (const { name } of plan.resources) names.unique(name);
  for (const { name } of [...plan.inputsOfEntry, ...plan.outputsOfEntry]) names.unique(name);
  names.unique(plan.entryPoint);
  for (const name of plan.registers?.names ?? []) names.unique(name);
  w.emitter = new TextEmitter(module, languageOf(w), lines, names, report, plan.commentAt);
  if (plan.registers !== undefined) writeInPlace(w);
  for (const one of plan.inputsOfEntry) for (const element of one.elements) w.inputTexts[element] = one;
  for (const one of plan.outputsOfEntry) for (const element of one.elements) w.outputTexts[element] = one;
  const main = module.functions.find(({ kind }) => kind === 'main');
  for (const line of entryLines(w, plan)) lines.line(line);
  lines.line('{');
  lines.indent();
  for (const line of localLines(w)) lines.line(line);
  for (const line of plan.firstLines ?? []) lines.line(line);
  if (main !== undefined) w.emitter.region(main.region);
  lines.outdent();
  lines.line('}');
  const output = new LineWriter();
  output.line(plan.heading);
  output.line('');
  for (const line of plan.registers?.lines ?? []) output.line(line);
  declareMemory(w, output);
  for (const text of w.helpers.sources.values()) {
    output.block(text);
    output.line('');
  }
  output.append(lines);
  w.emitter.release();
  return {
    code: output.text,
    sourceMap: output.sourceMap,
    runtimeUniforms: [],
    features: [],
    languageFeatures: [],
    assumptions: [...w.assumptions],
    approximations: [...w.approximations],
  };
}

function languageOf(w: HlslContext): TextLanguage {
  const declared = (name: string, type: IrType, value: string) => `${hlslType(type)} ${name} = ${value};`;
  const rules = w.registers === undefined ? HLSL_RULES : SM1_RULES;
  return {
    isPrecise: w.isPrecise,
    argument: Precedence.lowest,
    typeName: hlslType,
    literal: (value, component) => w.constantOf(value, component),
    repeated: (type, scalar) =>
      /^[a-z_]\w*$/i.test(scalar) ? `${scalar}.${'xxxx'.slice(0, widthOf(type))}` : `(${hlslType(type)})(${scalar})`,
    constant: declared,
    ...(w.isModel5 && { preciseConstant: (name, type, value) => `precise ${declared(name, type, value)}` }),
    variable: (name, type, value) => declared(name, type, value ?? zeroOf(type)),
    flag: (name) => `bool ${name} = false;`,
    loop: '[loop] while (true) {',
    loopUntil: (construct) => `[loop] while (${negatedCondition(w, construct)}) {`,
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
    write: (op) => rules[w.module.ops.code[op]!]!(w, op),
    ...(w.registers !== undefined && {
      openIf: (condition) => `[branch] if (${condition}) {`,
      breakIf: (condition) => `if (${condition}) break;`,
      counted: (op) => countedLoop(w, op),
    }),
    nameOf: (op) => nameOf(w, op),
  };
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

/** The opposite of the condition of an `if`. */
function negatedCondition({ module: { ops }, emitter }: HlslContext, construct: number): string {
  const value = ops.operand(construct, 0);
  const operator = OPPOSITES[ops.code[value]!];
  if (operator === undefined || emitter.isNamed(value)) return `!${emitter.value(value, Precedence.primary)}`;
  return `${emitter.operand(value, 0, Precedence.additive)} ${operator} ${emitter.operand(value, 1, Precedence.additive)}`;
}

/** Names for what is read from textures; the others are numbered. */
function nameOf(w: HlslContext, op: number): string | undefined {
  const { ops, accesses } = w.module;
  const code = ops.code[op]!;
  if (code < Op['tex.sample']! || code > Op['tex.fetch.sample']!) return undefined;
  const access = accesses[ops.extra[op]!];
  if (access === undefined) return undefined;
  const name = w.registers?.sampler(w.binding(access.binding).register) ?? w.rangeName(access.binding);
  return `${name}_texel`;
}
