/**
 * The plan of a program of models 1 to 3: its profile, its parameters by their usages, and its constants and samplers.
 *
 * Not for: the layout of constants (sm1-constants.ts), the text of operations (src/emit/hlsl/sm1).
 */

import { DX6005, DX6036 } from '../emit/common/messages.ts';
import { NameScope } from '../emit/common/names.ts';
import type { EmitReport } from '../emit/common/plan.ts';
import { resourceUses } from '../emit/common/resource-uses.ts';
import type { EntryParameter, HlslChoices, HlslPlan } from '../emit/hlsl/plan.ts';
import { linearOf } from '../emit/hlsl/sm1/linear.ts';
import { hlslIdentifier } from '../emit/hlsl/types.ts';
import type { ShaderProgram } from '../file/shader-file.ts';
import { type IrModule, Kind, Op } from '../ir/index.ts';
import { removeDead } from '../ir/passes/dce.ts';
import { runDefaultPasses } from '../ir/passes/run-passes.ts';
import { walkModule } from '../ir/passes/walk.ts';
import { findSm1Comment, Sm1CommentTag } from '../isa/sm1/comments.ts';
import { readSm1Declarations } from '../isa/sm1/declarations.ts';
import { readPreshaderCode } from '../isa/sm1/preshader.ts';
import { readSm1Words, type Sm1Program } from '../isa/sm1/program.ts';
import type { LowerSm1Options } from '../lower/index.ts';
import { reflectSm1, type Sm1Reflection } from '../reflect/sm1.ts';
import { constantsOf, tableOf } from '../reflect/sm1-constants.ts';
import { type PreshaderSource, preshaderSource } from './preshader-source.ts';
import { reservedIn, type SharedGlobals } from './shared-globals.ts';
import { resultOf } from './signature.ts';
import { ConstantVariables, FIRST_STATE } from './sm1-constants.ts';
import { narrowSplats, raiseSm1, sortComponents, splitSums } from './sm1-idioms.ts';
import { readIndexes, signIntegers } from './sm1-indexes.ts';
import { raiseLimits } from './sm1-limits.ts';
import { orderLiterals } from './sm1-literals.ts';
import { lastWrites, orderOutputs } from './sm1-outputs.ts';
import { preshaderVariables } from './sm1-slots.ts';
import { bundleFunctions, collapsePicks, joinChoices } from './sm1-vectors.ts';
import { switchesOfFlags } from './switches.ts';

const STAGES = 16;

/** How programs are lowered for their source: no stage divides coordinates, and indexes stay where they begin. */
export const SM1_OPTIONS: LowerSm1Options = {
  samplers: Array.from({ length: STAGES }, () => ({ isProjected: false })),
  separatesConstants: true,
};

const KNOWN = /_2_[0ax]$|_sw$/;

/** Profiles that the compiler has instead of those that it has no longer, or that a version token does not have. */
function profileOf(
  { stage, hasConstructs, facts: { version, profile } }: IrModule,
  target: string | undefined,
): string {
  const [major] = version;
  if (stage === 'ps' && major < 2) return 'ps_2_0';
  if (stage === 'vs' && major < 2) return 'vs_1_1';
  if (stage === 'vs' && major === 2 && !KNOWN.test(profile)) return 'vs_2_a';
  if (!profile.endsWith('_x')) return profile;
  if (stage === 'ps' && target === undefined && hasConstructs) return 'ps_3_0';
  return target !== undefined && /^[vp]s_2_[ab]$/.test(target) && target.startsWith(stage)
    ? target
    : profile.replace('_x', '_a');
}

/** The plan of a program, with what its text is compiled with. */
export interface Sm1Plan extends HlslPlan {
  readonly target: string;
  readonly switches: readonly string[];
}

/** Returns the plan, after the passes that it needs. */
export function planSm1(
  module: IrModule,
  { words }: ShaderProgram,
  report: EmitReport,
  choices: HlslChoices,
  shared?: SharedGlobals,
): Sm1Plan {
  const program = readSm1Words(words);
  const description = tableOf(words, 0, words.length, undefined);
  const switches = switchesOfFlags(description?.flags ?? 0);
  const table = constantsOf(description);
  const declarations = readSm1Declarations(program);
  const defined = new Set(declarations.constants.flatMap(({ role, number }) => (role === 'float' ? number : [])));
  const names = new NameScope(reservedIn(shared), hlslIdentifier);
  const constants = new ConstantVariables(module, table, names, defined, choices, shared);
  const preshader = computePreshader(words, constants, names);
  runDefaultPasses(module);
  readIndexes(module, (register) => constants.isInteger(register));
  raiseSm1(module);
  joinChoices(module);
  if (module.stage === 'ps' && switches.includes('/Od')) raiseLimits(module);
  narrowSplats(module);
  sortComponents(module);
  collapsePicks(module);
  const products = splitSums(module);
  removeDead(module);
  bundleFunctions(module, (register) => constants.matrixAt(register));
  removeDead(module);
  orderOutputs(module, program);
  // The compiler has no profile of ps_1_x, whose registers would be those of the program.
  if (module.stage !== 'ps' || module.facts.version[0] > 1) orderLiterals(module, declarations.constants);
  signIntegers(module);
  constants.setBase((row) => linearOf(module, row).constant);
  const integerInputs = new Set<number>();
  walkModule(module, (op) => {
    const { ops } = module;
    if (ops.code[op] === Op['cb.load'] && ops.code[ops.operand(op, 0)] !== Op.const)
      constants.checkIndex(linearOf(module, ops.operand(op, 0)));
    if (ops.code[op] === Op['cvt.f2i']) {
      const source = ops.operand(op, 0);
      const input = ops.code[source] === Op.pick ? ops.operand(source, 0) >> 2 : source;
      if (ops.code[input] === Op.in) integerInputs.add(ops.extra[input]! >> 2);
    }
  });
  constants.declare(table);
  const reflection = reflectSm1(program);
  const profile = profileOf(module, description?.target);
  const members = names.inner();
  const outputs = outputsOf(module, program, reflection, members);
  const differences = differencesOf(module, preshader === undefined && hasPreshader(words));
  // A text that declares its registers itself has them in place of what a preshader computes.
  for (const what of shared === undefined ? [] : constants.problems) report(DX6005, 0, { target: 'HLSL', what });
  const missing = missingOutput(module, members);
  if (missing !== undefined) {
    outputs.push(missing);
    differences.push(`the program does not write ${missing.semantic}, which the compiler requires: it is 0`);
  }
  const inputs = inputsOf(module, integerInputs, names);
  const result = resultOf(outputs, names);
  const missingText = result.type === '' ? result.variable : `${result.variable}.${missing?.name}`;
  for (const what of differences) report(DX6036, 0, { target: 'HLSL', what });
  return {
    version: '',
    entryPoint: shared?.entryPoint ?? 'main',
    isPart: shared !== undefined,
    profile: 'fast',
    robustness: 'off',
    uses: resourceUses(module),
    resources: [],
    inputs: [],
    outputs: [],
    invariantPosition: false,
    runtime: { name: 'runtime', group: 0, number: 0 },
    constants: new Map(),
    signature: { inputs, result },
    names,
    layouts: new Map(),
    elements: new Map(),
    arrays: new Map(),
    isStrict: false,
    choices,
    products,
    firstLines: [...(preshader ?? []), ...(missing === undefined ? [] : [`${missingText} = 0;`])],
    heading: headingOf(module, profile, switches, differences),
    sm1: constants,
    target: profile,
    switches,
  };
}

function headingOf(
  { facts }: IrModule,
  profile: string,
  switches: readonly string[],
  differences: readonly string[],
): string {
  const lines = [['// fxc', `/T ${profile}`, '/E main', ...switches].join(' ')];
  if (facts.profile !== profile && !(facts.profile.endsWith('_x') && profile.startsWith(facts.profile.slice(0, -1))))
    lines.push(
      `// The original is for ${facts.profile}, which the compiler does not write: this is the same for ${profile}.`,
    );
  for (const what of differences) lines.push(`// Different: ${what}.`);
  return lines.join('\n');
}

const hasPreshader = (words: Uint32Array) => findSm1Comment(words, Sm1CommentTag.preshader) !== undefined;

const FILES = { floatOutput: 'float', intOutput: 'int', boolOutput: 'bool' } as const;
const LETTERS = { float: 'c', int: 'i', bool: 'b' } as const;

/** Returns the statements that compute the constants of a preshader; undefined without one that has source. */
function computePreshader(words: Uint32Array, constants: ConstantVariables, names: NameScope): string[] | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const code = span && readPreshaderCode(words, span.start, span.end);
  if (code === undefined) return undefined;
  const table = constants.declaredAs(constantsOf(tableOf(words, span!.start, span!.end, undefined)));
  const variables = preshaderVariables(table, (name) => constants.nameOf(name));
  const source = preshaderSource(code, variables, () => names.unique('k'));
  if (typeof source === 'string' || !constants.addVariables(table)) {
    constants.problems.add(typeof source === 'string' ? source : 'variables of a preshader as its program has them');
    return undefined;
  }
  return [...source.statements, ...source.outputs.map((output) => computed(output, constants, names))];
}

/** The statement that computes a register. */
function computed(
  { file, register, width, text }: PreshaderSource['outputs'][number],
  constants: ConstantVariables,
  names: NameScope,
): string {
  const name = names.unique(`${LETTERS[FILES[file]]}${register}`);
  const type = FILES[file];
  constants.compute(type, register, name, width);
  return `${type}${width === 1 ? '' : width} ${name} = ${text};`;
}

/** Sentences about what the source does not do as the program does. */
function differencesOf({ bindings }: IrModule, ignoresPreshader: boolean): string[] {
  const list: string[] = [];
  if (ignoresPreshader) list.push('a preshader computes constants before the program runs; here they are registers');
  if (bindings.some(({ file }) => file === 'state'))
    list.push(`the state of texture stages is read from constants, from c${FIRST_STATE} on`);
  return list;
}

/** The output that a program must have and this one does not. */
function missingOutput({ stage, outputs }: IrModule, names: NameScope): EntryParameter | undefined {
  const isPixel = stage === 'ps';
  const isThere = outputs.some(({ special, semantic, semanticIndex = 0 }) =>
    isPixel
      ? semantic === 'color' && semanticIndex === 0
      : special === 'position' || (semantic === 'position' && semanticIndex === 0),
  );
  if (isThere) return undefined;
  const semantic = isPixel ? 'COLOR' : 'POSITION';
  const name = names.unique(semantic.toLowerCase());
  return { name, semantic, kind: Kind.f32, first: 0, width: 4, modifiers: '', elements: [] };
}

function semanticOf(usage: string, index: number): string {
  const name = usage === 'pointSize' ? 'PSIZE' : usage.toUpperCase();
  return index > 0 || name === 'TEXCOORD' ? `${name}${index}` : name;
}

const SPECIAL_INPUTS: Readonly<Record<string, readonly [semantic: string, width: number]>> = {
  position: ['VPOS', 2],
  face: ['VFACE', 1],
};

function inputsOf(module: IrModule, complete: ReadonlySet<number>, names: NameScope): EntryParameter[] {
  return module.inputs.map((element, i): EntryParameter => {
    const special = SPECIAL_INPUTS[element.special ?? ''];
    const semantic = special?.[0] ?? semanticOf(element.semantic ?? 'texcoord', element.semanticIndex ?? 0);
    return {
      name: names.unique(semantic.toLowerCase().replace(/0$/, '')),
      semantic,
      kind: complete.has(i) ? Kind.i32 : Kind.f32,
      first: 0,
      width: special?.[1] ?? widthOfMask(element.mask),
      modifiers: element.interpolation === 'linearCentroid' ? 'centroid ' : '',
      elements: [[i]],
    };
  });
}

/** Components up to the last one. */
const widthOfMask = (mask: number) => 32 - Math.clz32(mask);

function outputsOf(
  module: IrModule,
  program: Sm1Program,
  { outputs }: Sm1Reflection,
  names: NameScope,
): EntryParameter[] {
  const isPixel = module.stage === 'ps';
  const list = module.outputs.map((element, i): EntryParameter => {
    const usage = element.special === 'pointSize' ? 'psize' : (element.special ?? element.semantic ?? 'texcoord');
    const index = element.semanticIndex ?? 0;
    const semantic = semanticOf(usage, index);
    const described = outputs.find((one) => one.usage === usage && one.usageIndex === index);
    const written = described === undefined ? element.mask : maskOf(described.mask);
    const isScalar = usage === 'depth' || usage === 'fog' || usage === 'psize';
    const width = isScalar ? 1 : isPixel || usage === 'position' ? 4 : widthOfMask(written);
    return {
      name: names.unique(semantic.toLowerCase().replace(/0$/, '')),
      semantic,
      kind: Kind.f32,
      first: 0,
      width,
      modifiers: '',
      elements: [[i]],
    };
  });
  if (!isPixel && program.major >= 3) return list;
  // The compiler copies to outputs in their order at the end of the program.
  const written = lastWrites(module, program);
  const orderOf = ({ elements }: EntryParameter) => orderOfOutput(elements[0]?.[0] ?? -1);
  const orderOfOutput = (i: number) => (module.outputs[i]?.special === 'position' ? -1 : (written[i] ?? Infinity));
  return list.sort((a, b) => orderOf(a) - orderOf(b));
}

function maskOf(text: string): number {
  let mask = 0;
  for (const letter of text) mask |= 1 << 'xyzw'.indexOf(letter);
  return mask;
}
