/**
 * Interfaces, classes, and the calls of their methods. A call is a switch over the function table of an interface
 * pointer: its regions become methods of the classes, and their exits return.
 *
 * Not for: finding all this in a module (src/decompile/class-linkage.ts).
 */
import { kindOf, Op, widthOf } from '../../ir/index.ts';
import { Mode } from '../common/decide-values.ts';
import { LineWriter } from '../common/lines.ts';
import { Precedence } from '../common/text-language.ts';
import { type ClassPlan, type HlslClass, type InterfaceCall, memberNames } from './class-plan.ts';
import type { HlslContext } from './context.ts';
import { viewType } from './interface.ts';
import { structLines } from './layouts.ts';
import { indexOf, slotsOf, wordsIn } from './rules/constants.ts';
import { hlslType } from './types.ts';
import { withoutUnused } from './unused.ts';

/** A method of an interface. */
interface Method {
  readonly declaration: string;
  readonly bodies: ReadonlyMap<HlslClass, LineWriter>;
}

/** The classes of a module while it is written. */
export class Classes {
  /** By interface. */
  readonly #methods = new Map<string, Method[]>();
  /** Names of methods by what they are: calls with equal functions have one method. */
  readonly #known = new Map<string, string>();
  /** The class and construct of the method that is written. */
  #current:
    | { readonly implementor: HlslClass; readonly construct: number; readonly results: readonly number[] }
    | undefined;
  #outputs: readonly string[] = [];

  constructor(
    private readonly w: HlslContext,
    private readonly plan: ClassPlan,
  ) {
    const { modes } = w.emitter.decisions;
    for (const value of plan.addresses) modes[value] = Mode.none;
    for (const call of plan.calls.keys()) modes[w.module.ops.operand(call, 0)] = Mode.none;
  }

  has(construct: number): boolean {
    return this.plan.calls.has(construct);
  }

  /** The text of an operation on class data; undefined for others. */
  textOf(op: number): string | undefined {
    const { emitter } = this.w;
    const rows = this.plan.rows.get(op);
    if (rows === undefined) return undefined;
    const { ops } = this.w.module;
    const type = ops.type[op]!;
    const { members } = this.#current!.implementor;
    const [offset, index] = indexOf(this.w, rows);
    const width = widthOf(type);
    const slots = slotsOf(members, offset + WORD * (ops.extra[op]! & 3), width, index);
    const text = (list: readonly number[]) => wordsIn(this.w, slots, list, kindOf(type));
    if (emitter.decisions.modes[op] === Mode.inline) emitter.bases[op] = text;
    return text(Array.from({ length: width }, (_, i) => i));
  }

  /** The member that an operand of an access names; undefined for others. */
  resourceText(operand: number, isSampler: boolean): string | undefined {
    const number = this.plan.resources.get(operand);
    if (number === undefined) return undefined;
    const { textures, samplers } = this.#current!.implementor;
    return (isSampler ? samplers : textures)[number]!.name;
  }

  /** Writes a call, and the methods that it is of. */
  write(op: number): void {
    const { w } = this;
    const { emitter, module } = w;
    const call = this.plan.calls.get(op)!;
    emitter.flow.writeWaitingLoop();
    const results = emitter.resultsOf(op).filter((result) => emitter.decisions.mentions[result]! > 0);
    const types = results.map((result) => hlslType(module.ops.type[result]!));
    const args = call.names.map((_, i) => emitter.operand(op, i + 1, Precedence.lowest));
    const index = call.index === undefined ? undefined : emitter.operand(op, call.index, Precedence.additive);
    const method = this.#methodOf(op, call, results, types);
    const names = results.map(() => emitter.names.unique(`${call.pointer.replace(/\[.*/, '')}_result`));
    const element = index === undefined ? '' : `[${index}${call.offset === 0 ? '' : ` + ${call.offset}`}]`;
    emitter.at = module.ops.at[op]!;
    for (const [i, result] of results.entries()) emitter.variables.set(result, names[i]!);
    const isValue = results.length === 1;
    if (!isValue) for (const [i, name] of names.entries()) emitter.line(`${types[i]} ${name};`);
    const list = isValue ? args : [...args, ...names];
    emitter.line(
      `${isValue ? `${types[0]} ${names[0]} = ` : ''}${call.pointer}${element}.${method}(${list.join(', ')});`,
    );
  }

  /** The name of the method of a call, whose functions are written. */
  #methodOf(op: number, call: InterfaceCall, results: readonly number[], types: readonly string[]): string {
    const { w } = this;
    const { emitter, module } = w;
    const saved = {
      lines: emitter.lines,
      names: emitter.names,
      pure: w.pureNames,
      current: this.#current,
      outputs: this.#outputs,
    };
    const scope = this.plan.names.fork();
    for (const { implementor } of call.bodies) for (const name of memberNames(implementor)) scope.unique(name);
    const parameters = call.names.map((name) => scope.unique(name));
    const outputs = results.length === 1 ? [] : results.map(() => scope.unique('result'));
    const [first] = call.bodies;
    const list = first!.parameters.map((one, i) => `${hlslType(module.ops.type[one]!)} ${parameters[i]}`);
    for (const [i, name] of outputs.entries()) list.push(`out ${types[i]} ${name}`);
    const bodies = new Map<HlslClass, LineWriter>();
    for (const body of call.bodies) {
      const lines = new LineWriter();
      lines.indent();
      lines.indent();
      emitter.lines = lines;
      emitter.names = scope.fork();
      w.pureNames = new Set();
      this.#current = { implementor: body.implementor, construct: op, results };
      this.#outputs = outputs;
      const outer = new Set(emitter.variables.keys());
      for (const [i, one] of body.parameters.entries()) emitter.expressions[one] = parameters[i]!;
      emitter.region(body.region);
      for (const value of emitter.variables.keys()) if (!outer.has(value)) emitter.variables.delete(value);
      bodies.set(body.implementor, withoutUnused(lines, w.pureNames));
    }
    emitter.lines = saved.lines;
    emitter.names = saved.names;
    w.pureNames = saved.pure;
    this.#current = saved.current;
    this.#outputs = saved.outputs;
    const head = `${results.length === 1 ? types[0] : 'void'} `;
    const key = JSON.stringify([
      call.interfaceName,
      head,
      list,
      [...bodies].map(([{ name }, { text }]) => [name, text]),
    ]);
    let method = this.#known.get(key);
    if (method !== undefined) return method;
    method = w.plan.names.unique('method');
    this.#known.set(key, method);
    const methods = this.#methods.get(call.interfaceName) ?? [];
    this.#methods.set(call.interfaceName, methods);
    methods.push({ declaration: `${head}${method}(${list.join(', ')})`, bodies });
    return method;
  }

  /** Writes an exit of a call as a return; false for any other one. */
  leave(exit: number): boolean {
    const { emitter, module, spelling } = this.w;
    const current = this.#current;
    if (current === undefined || module.ops.extra[exit] !== current.construct) return false;
    const all = emitter.resultsOf(current.construct);
    const values = current.results.map((result) => {
      const operand = module.ops.operand(exit, all.indexOf(result));
      return module.ops.code[operand] === Op.undef
        ? spelling.zero(module.ops.type[result]!)
        : emitter.value(operand, Precedence.lowest);
    });
    if (values.length === 1) {
      emitter.line(`return ${values[0]};`);
      return true;
    }
    for (const [i, value] of values.entries()) emitter.line(`${this.#outputs[i]} = ${value};`);
    if (module.owner[module.ops.region[exit]!] !== current.construct) emitter.line('return;');
    return true;
  }

  /** Writes interfaces, their variables, and classes. */
  declare(output: LineWriter): void {
    for (const name of this.plan.interfaces) {
      output.line(`interface ${name}`);
      output.line('{');
      for (const { declaration } of this.#methods.get(name) ?? []) output.line(`  ${declaration};`);
      output.line('};');
      output.line('');
    }
    for (const pointer of this.plan.pointers) output.line(`${pointer};`);
    output.line('');
    for (const one of this.plan.classes) this.#declareClass(one, output);
  }

  #declareClass(one: HlslClass, output: LineWriter): void {
    const { name, struct, interfaces, textures, samplers, inherited } = one;
    const lines = struct === undefined ? [`class ${name}`] : structLines(struct, 'class');
    if (struct?.isGuessed === true) output.line(lines.shift()!);
    const [head, ...data] = lines;
    const bases = interfaces.length === 0 ? '' : `${head!.includes(' : ') ? ', ' : ' : '}${interfaces.join(', ')}`;
    output.line(`${head}${bases}`);
    output.line('{');
    for (const line of data.slice(1, -2)) output.line(line);
    for (const { name: member, binding } of textures.slice(inherited[0]))
      output.line(`  ${viewType(this.w, binding)[0]} ${member};`);
    for (const { name: member, binding } of samplers.slice(inherited[1]))
      output.line(`  ${this.w.binding(binding).isComparison ? 'SamplerComparisonState' : 'SamplerState'} ${member};`);
    for (const methods of this.#methods.values())
      for (const { declaration, bodies } of methods) {
        const body = bodies.get(one);
        if (body === undefined) continue;
        output.line(`  ${declaration}`);
        output.line('  {');
        output.append(body);
        output.line('  }');
      }
    output.line('};');
    output.line('');
  }
}

const WORD = 4;
