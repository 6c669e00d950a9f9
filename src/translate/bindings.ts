/**
 * Where variables are bound: by rule, or where the user says. The rule of numbers is the same for all shaders, so that
 * stages agree without being translated together.
 *
 * Up to shader model 5.0 a group belongs to a stage: vertex and compute shaders 0, pixel shaders 1, hull shaders 2,
 * domain shaders 3, geometry shaders 3 with 500 added to numbers. From 5.1 on the group is the register space; spaces
 * above 3 are in group 3 from number 600 on, 64 each. Devices need not have more numbers, so registers of these spaces
 * may meet: one of them gets another number, which depends on the shader. Stages that share such a space need rows of
 * the user.
 */
import { checkOptions, type OptionTypes } from '../base/check-options.ts';
import { type Diagnostics, diagnostic, type Message, type MessageValues } from '../base/diagnostics.ts';
import type { Writable } from '../base/writable.ts';
import { NameScope } from '../emit/common/names.ts';
import type {
  ConstantLayout,
  EmitPlan,
  EmitTarget,
  NeededResource,
  NumberClasses,
  NumberRule,
  PlannedResource,
} from '../emit/common/plan.ts';
import { layoutSize } from '../emit/common/rules/constants.ts';
import { IR_STAGES } from '../ir/declarations.ts';
import type { IrBinding, IrModule, IrStage } from '../ir/index.ts';
import type { ShaderInterface } from '../reflect/shader-interface.ts';
import type { TranslationBinding } from './map-shape.ts';
import { DX6070, DX6071, DX6075 } from './messages.ts';
import { BINDING_ROLES, BINDING_TYPES, type BindingChoice } from './options.ts';
import { resourceName } from './reflected.ts';

/** The fields that a row may have: those of a choice and those of a row in a map. */
const ROW_FIELDS: OptionTypes<BindingChoice & TranslationBinding> = {
  type: BINDING_TYPES,
  register: 'number',
  stage: IR_STAGES,
  space: 'number',
  role: BINDING_ROLES,
  group: 'number',
  binding: 'number',
  sampler: 'object',
  name: 'string',
  format: 'string',
  kind: 'any',
  viewDimension: 'any',
  sampleType: 'any',
  multisampled: 'any',
  access: 'any',
  minSize: 'any',
  count: 'any',
  aliasOf: 'any',
};

/**
 * Checks the option `bindings`.
 *
 * @throws TypeError when it is no list, or a row lacks a field or has one that it cannot have
 */
export function checkBindings(rows: readonly BindingChoice[], caller: string): void {
  const optionName = `${caller}: bindings`;
  if (!Array.isArray(rows)) throw new TypeError(`${optionName} must be an array`);
  for (const row of rows as readonly BindingChoice[]) {
    checkOptions(row, ROW_FIELDS as OptionTypes<BindingChoice>, optionName);
    for (const name of ['type', 'register'] as const)
      if (row[name] === undefined) throw new TypeError(`${optionName}: a row has no ${name}`);
    for (const name of ['register', 'space', 'group', 'binding'] as const)
      if (!isNumber(row[name] ?? 0))
        throw new TypeError(`${optionName}: ${name} must be a whole number from 0, not ${row[name]}`);
  }
}

function isNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

/** Whether a row is about the buffer of runtime uniforms of a stage. */
export function isForRuntime(row: BindingChoice, current: IrStage): boolean {
  return row.type === 'runtime' && row.register === 0 && isForStage(row, current);
}

/** Whether a row is for a stage. */
export function isForStage({ stage }: BindingChoice, current: IrStage): boolean {
  return stage === undefined || stage === current;
}

/** Reports something about a row that the user gave, or about bindings by rule. */
export function reportRow(
  diagnostics: Diagnostics,
  index: number | undefined,
  message: Message,
  values: MessageValues,
): void {
  const one = diagnostic(message, { unit: 'byte', start: 0, end: 0 }, values);
  diagnostics.list.push(index === undefined ? one : { ...one, binding: index });
}

const GROUPS: Readonly<Record<IrStage, number>> = { vs: 0, cs: 0, ps: 1, hs: 2, ds: 3, gs: 3 };
/** More than any group. */
const GROUPS_OF_NUMBERS = 4;
const GEOMETRY_NUMBERS = 500;
const LAST_GROUP = 3;
const FIRST_OF_OTHER_SPACES = 600;
const NUMBERS_OF_SPACE = 64;

/** The first number of each kind of register, and how many follow. */
const NUMBERS = {
  cbv: [0, 16],
  sampler: [16, 16],
  srv: [32, 128],
  uav: [160, 64],
  runtime: [288, 12],
} as const;
const COUNTERS = 224;
const ALIASES = 300;
/** The largest number by rule, and the first one of registers whose spaces are beyond it. */
const MAX_NUMBER = 0xffff;
const FIRST_OF_FAR_SPACES = 0x8000;
/** Registers past the numbers of their kind. */
const OTHERS = 400;

type ResourceType = keyof typeof NUMBERS;

const TYPES: Readonly<Record<IrBinding['kind'], ResourceType | undefined>> = {
  constants: 'cbv',
  view: 'srv',
  uav: 'uav',
  sampler: 'sampler',
  stage: 'srv',
  group: undefined,
};

/** Returns the Direct3D name of a binding's type; undefined for group memory. */
export function resourceTypeOf({ kind, file }: IrBinding): ResourceType | undefined {
  // States of Direct3D 9 are no registers of the program.
  return file === 'state' ? 'runtime' : TYPES[kind];
}

/** The group and the number of what is not bound. */
const NOT_BOUND = [0, 0] as const;

export interface PlannedBindings {
  readonly resources: readonly PlannedResource[];
  readonly runtime: EmitPlan['runtime'];
  /** The name of the entry point, which no variable has. */
  readonly entryPoint: string;
}

/** The options of {@link planBindings}. */
export interface BindingOptions {
  readonly bindings?: readonly BindingChoice[];
  readonly entryPoint?: string;
}

/** Gives variables their names, groups and numbers. */
export function planBindings(
  module: IrModule,
  needed: readonly NeededResource[],
  target: EmitTarget,
  reflection: ShaderInterface | undefined,
  { bindings: choices = [], entryPoint = 'main' }: BindingOptions,
  diagnostics: Diagnostics,
): PlannedBindings {
  const { words, form } = target.reservedForVariables;
  const names = new NameScope(words);
  const nameLike = (preferred: string) => names.unique(form?.test(preferred) ? `${preferred}_1` : preferred);
  const entry = target.entryPoint ?? nameLike(entryPoint);
  const report: ReportRow = (index, message, values) => reportRow(diagnostics, index, message, values);
  const used: BindingChoice[] = [];
  const { numbers } = target;
  const rule = numbers?.rule(module, needed) ?? new GroupRule(module);
  const prefix = numbers?.isShared ? `${module.stage}_` : '';
  const resources = needed.map((one): PlannedResource => {
    const binding = module.bindings[one.binding]!;
    const type = resourceTypeOf(binding);
    const found =
      choices.length === 0
        ? undefined
        : (choices.find((row) => isFor(row, one, module)) ?? rowOfTexture(one, needed, choices, module));
    // A row is about the first variable of its register.
    const choice = found !== undefined && used.includes(found) ? undefined : found;
    if (choice !== undefined) used.push(choice);
    const preferred = choice?.name ?? `${prefix}${variableName(module, one, reflection)}`;
    const name = nameLike(preferred);
    const [group, number] = type === undefined ? NOT_BOUND : rule.numbersOf(binding, one);
    // Changed, because `variableOfRegister` made it for this.
    const resource = one as Writable<PlannedResource>;
    resource.name = name;
    resource.group = choice?.group ?? group;
    resource.number = choice?.binding ?? number;
    return resource;
  });
  const runtimeRow = choices.find((row) => isForRuntime(row, module.stage));
  if (runtimeRow !== undefined) used.push(runtimeRow);
  reportRows(choices, used, module, report);
  reportClashes(resources, choices, module, numbers, report);
  const [group, number] = rule.runtime();
  const defaultName = `${prefix}runtime`;
  const name =
    runtimeRow?.name === undefined || runtimeRow.name === defaultName ? defaultName : nameLike(runtimeRow.name);
  const runtime = { name, group: runtimeRow?.group ?? group, number: runtimeRow?.binding ?? number };
  return { resources, runtime, entryPoint: entry };
}

/** The name of a variable by what it is for: the register, its sampler, and its role. */
function variableName(
  module: IrModule,
  { binding, element, role, sampler }: NeededResource,
  reflection: ShaderInterface | undefined,
): string {
  let name = resourceName(module.bindings[binding]!, element, reflection);
  if (sampler !== undefined) name += `_${resourceName(module.bindings[sampler.binding]!, sampler.element, reflection)}`;
  return role === 'main' ? name : `${name}_${role}`;
}

type ReportRow = (index: number | undefined, message: Message, values: MessageValues) => void;

/** Reports rows about one register twice, and those that nothing needs. */
function reportRows(
  choices: readonly BindingChoice[],
  used: readonly BindingChoice[],
  { stage }: IrModule,
  report: ReportRow,
): void {
  if (choices.length === 0) return;
  const known = new Set<string>();
  for (const [i, choice] of choices.entries()) {
    if (!isForStage(choice, stage)) continue;
    const name = choiceName(choice);
    if (known.has(name)) report(i, DX6075, { problem: `${name} has a row before this one` });
    else if (!used.includes(choice)) report(i, DX6071, { name });
    known.add(name);
  }
}

const REGISTER_LETTERS = { cbv: 'b', srv: 't', uav: 'u', sampler: 's' } as const;

/** Returns the name of the register that a row is about. */
function choiceName({ type, register, space = 0, role = 'main', sampler }: BindingChoice): string {
  if (type === 'runtime') return register === 0 ? 'the buffer of runtime uniforms' : 'the buffer of states';
  const name = `${REGISTER_LETTERS[type]}${register}`;
  const pair = sampler === undefined ? '' : ` with s${sampler.register}`;
  return `${name}${space > 0 ? ` of space ${space}` : ''}${pair}${role === 'main' ? '' : ` (${role})`}`;
}

class GroupRule implements NumberRule {
  /** The next number past those of a kind, and of an alias. */
  #other = OTHERS;
  #alias = ALIASES;
  #far = 0;
  /**
   * Keys of variables that have a number by rule. Ranges that shaders with classes index have registers that are also
   * declared separately.
   */
  readonly #taken = new Set<number>();
  readonly #stage: IrStage;
  readonly #usesSpaces: boolean;

  constructor({ stage, facts }: IrModule) {
    this.#stage = stage;
    const [major, minor] = facts.version;
    this.#usesSpaces = major === 5 && minor >= 1;
  }

  numbersOf(binding: IrBinding, { element, role }: NeededResource): [number, number] {
    const { register, space } = binding;
    const [first, count] = NUMBERS[resourceTypeOf(binding)!];
    const number = register + element;
    let assigned = role === 'counter' ? COUNTERS + number : first + number;
    if (role === 'color' || role === 'comparison') assigned = this.#alias++;
    else if (number >= count) assigned = this.#other++;
    const slot = this.#grouped(space, assigned);
    const key = GROUPS_OF_NUMBERS * slot[1] + slot[0];
    if (this.#taken.has(key)) return this.#grouped(space, this.#alias++);
    this.#taken.add(key);
    return slot;
  }

  runtime(): [number, number] {
    return this.#grouped(0, NUMBERS.runtime[0]);
  }

  #grouped(space: number, number: number): [number, number] {
    if (!this.#usesSpaces) return [GROUPS[this.#stage], number + (this.#stage === 'gs' ? GEOMETRY_NUMBERS : 0)];
    if (space <= LAST_GROUP) return [space, number];
    const folded = FIRST_OF_OTHER_SPACES + ((space - LAST_GROUP - 1) * NUMBERS_OF_SPACE + number);
    // Spaces may have any number, and bindings may not.
    return [LAST_GROUP, folded <= MAX_NUMBER ? folded : FIRST_OF_FAR_SPACES + this.#far++];
  }
}

/** Reports two variables at one number, at the row of one of them if there is one. */
function reportClashes(
  resources: readonly PlannedResource[],
  choices: readonly BindingChoice[],
  module: IrModule,
  classes: NumberClasses | undefined,
  report: ReportRow,
): void {
  /** By number class, and by the number. */
  const known = new Map<string | number, Map<number, PlannedResource>>();
  const rowOf = (one: PlannedResource): number | undefined => {
    const index = choices.findIndex((row) => isFor(row, one, module));
    return index < 0 ? undefined : index;
  };
  for (const one of resources) {
    const { name, group, number } = one;
    if (one.kind === 'workgroup') continue;
    const key = numbersOf(one, classes);
    const numbers = known.get(key) ?? new Map<number, PlannedResource>();
    known.set(key, numbers);
    const other = numbers.get(number);
    if (other === undefined) numbers.set(number, one);
    else
      report(rowOf(one) ?? rowOf(other), DX6070, {
        a: other.name,
        b: name,
        group,
        binding: number,
      });
  }
}

/** The numbering that a variable is in: a class of shared numbers, or a group. */
function numbersOf(
  { kind, group }: Pick<PlannedResource, 'kind' | 'group'>,
  classes: NumberClasses | undefined,
): string | number {
  return classes?.classOf(kind) ?? group;
}

/** Reports a variable at the number of the buffer of runtime uniforms, where the code has one. */
export function reportRuntimeClash(
  { resources, runtime }: PlannedBindings,
  choices: readonly BindingChoice[],
  module: IrModule,
  classes: NumberClasses | undefined,
  diagnostics: Diagnostics,
): void {
  const { group, number } = runtime;
  const key = numbersOf({ kind: 'uniformBuffer', group }, classes);
  const other = resources.find(
    (one) => one.kind !== 'workgroup' && one.number === number && numbersOf(one, classes) === key,
  );
  if (other === undefined) return;
  const row = choices.findIndex((one) => isFor(one, other, module) || isForRuntime(one, module.stage));
  const values = { a: other.name, b: runtime.name, group, binding: number };
  reportRow(diagnostics, row < 0 ? undefined : row, DX6070, values);
}

/** Whether a row is about a variable. */
function isFor(
  row: BindingChoice,
  { binding: number, element, role, sampler }: NeededResource,
  module: IrModule,
): boolean {
  const binding = module.bindings[number]!;
  return (
    isForStage(row, module.stage) &&
    row.type === resourceTypeOf(binding) &&
    row.register === binding.register + element &&
    (row.space ?? 0) === binding.space &&
    (row.role ?? 'main') === role &&
    hasSampler(row, sampler, module)
  );
}

/** A row that names a texture without its sampler, if the texture has no variable without one. */
function rowOfTexture(
  variable: NeededResource,
  needed: readonly NeededResource[],
  choices: readonly BindingChoice[],
  module: IrModule,
): BindingChoice | undefined {
  if (variable.sampler === undefined) return undefined;
  const alone = { ...variable, sampler: undefined };
  const row = choices.find((one) => one.sampler === undefined && isFor(one, alone, module));
  return row === undefined || needed.some((other) => isFor(row, other, module)) ? undefined : row;
}

/** Whether a row has the sampler of a variable, or none as the variable. */
function hasSampler({ sampler: wanted }: BindingChoice, sampler: NeededResource['sampler'], module: IrModule): boolean {
  if (sampler === undefined || wanted === undefined) return sampler === wanted;
  const { register, space } = module.bindings[sampler.binding]!;
  return wanted.register === register + sampler.element && (wanted.space ?? 0) === space;
}

/** The first variable of the register of a variable that is itself no alias. */
function mainVariable(
  { binding: number, element }: PlannedResource,
  resources: readonly PlannedResource[],
  module: IrModule,
): PlannedResource | undefined {
  const { kind, register, space } = module.bindings[number]!;
  return resources.find((other) => {
    if (other.role !== 'main') return false;
    if (other.binding === number) return other.element === element;
    const otherResource = module.bindings[other.binding]!;
    return (
      otherResource.register + other.element === register + element &&
      otherResource.kind === kind &&
      otherResource.space === space
    );
  });
}

/**
 * Rows of the map.
 *
 * @param layouts structures that the code has, by binding: a buffer holds all of them
 */
export function bindingRows(
  module: IrModule,
  { resources, runtime }: PlannedBindings,
  layouts: ReadonlyMap<number, ConstantLayout>,
  runtimeSize: number,
): TranslationBinding[] {
  const rows: TranslationBinding[] = [];
  for (const one of resources) {
    const { binding: number, element, role, kind, name, group, viewDimension, sampleType, multisampled, format } = one;
    const sampler = one.sampler && module.bindings[one.sampler.binding]!;
    const binding = module.bindings[number]!;
    const type = resourceTypeOf(binding);
    if (type === undefined || kind === 'workgroup') continue;
    const main = sampler === undefined && role !== 'counter' && mainVariable(one, resources, module);
    const row: Writable<TranslationBinding> = {
      type,
      register: binding.register + element,
      space: binding.space,
      role,
      name,
      group,
      binding: one.number,
      kind,
    };
    // Assigned: a spread for each takes longer than all of the rest (measured).
    if (viewDimension !== undefined) row.viewDimension = viewDimension;
    if (sampleType !== undefined) row.sampleType = sampleType;
    if (multisampled === true) row.multisampled = multisampled;
    if (format !== undefined) row.format = format;
    if (sampler !== undefined)
      row.sampler = { register: sampler.register + one.sampler!.element, space: sampler.space };
    if (one.access !== undefined) row.access = one.access;
    const layout = layouts.get(number);
    if (one.minSize !== undefined) row.minSize = Math.max(one.minSize, layout === undefined ? 0 : layoutSize(layout));
    if (one.count !== undefined) row.count = one.count;
    if (main !== false && main !== one && main !== undefined) row.aliasOf = main.name;
    rows.push(row);
  }
  if (runtimeSize > 0)
    rows.push({
      type: 'runtime',
      register: 0,
      space: 0,
      role: 'runtime',
      name: runtime.name,
      group: runtime.group,
      binding: runtime.number,
      kind: 'uniformBuffer',
      minSize: runtimeSize,
    });
  return rows;
}
