/**
 * Reads the text of a module (print.ts) line by line. A module that was read without diagnostics prints as its text, if
 * that was canonical.
 *
 * Not for: the rules of modules. Call `verifyIr` on the result.
 */

import { type Diagnostic, diagnostic, type MessageValues } from '../base/diagnostics.ts';
import { MAX_DIAGNOSTICS, MAX_IR_NESTING } from '../base/limits.ts';
import type { Message } from '../base/messages.ts';
import { IrBuilder } from './builder.ts';
import { type DeclarationWord, isDeclarationWord, wrongField } from './declaration-rules.ts';
import type { IrFacts, IrFunctionKind, IrStage } from './declarations.ts';
import { DX5020, DX5021, DX5022, DX5023, DX5024 } from './messages.ts';
import { type IrCase, IrModule } from './module.ts';
import { MAX_OPERANDS, NO_OP } from './op-store.ts';
import { IR_OPS, type IrOpName, isConstruct, OP_ROWS, Op, OpFlag } from './ops.ts';
import { attributeFromText, parseConstant } from './print.ts';
import { NONE, typeFromText } from './types.ts';

/** A line without a comment and the spaces around it. A comment begins with two slashes that are in no string. */
function contentOf(line: string): string {
  const at = line.indexOf('//');
  if (at < 0) return line.trim();
  let isText = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (isText && char === '\\') i++;
    else if (char === '"') isText = !isText;
    else if (!isText && char === '/' && line[i + 1] === '/') return line.slice(0, i).trim();
  }
  return line.trim();
}

const FIELD = / ([A-Za-z]\w*)=((?:"(?:[^"\\]|\\.)*"|[^" ])+)/g;

/** The fields of a declaration (`name=value`, values are JSON), and the first one that is damaged. */
function fieldsOf(line: string): { readonly row: object; readonly damaged?: string } {
  const row: Record<string, unknown> = {};
  for (const [, name, value] of line.matchAll(FIELD)) {
    try {
      row[name!] = JSON.parse(value!);
    } catch {
      return { row, damaged: name! };
    }
  }
  return { row };
}

/** The opening of a region at the end of a line. */
export interface Opening {
  readonly cases: string | undefined;
  readonly parameters: string | undefined;
  /** Whether it is closed in the same line. */
  readonly isEmpty: boolean;
}

/** The text after the name of an operation. */
interface Tail {
  readonly operands: string;
  readonly flags: number;
  readonly at: number;
  /** Undefined where no region begins. */
  readonly opening: Opening | undefined;
}

const NO_TAIL: Tail = { operands: '', flags: 0, at: 0, opening: undefined };
const NO_OPENING: Opening = { cases: undefined, parameters: undefined, isEmpty: false };

const BRACES = [' {', ' {}', ' { }'] as const;
const CASE = ' case ';

/** Cuts off what opens a region: cases, parameters, brace. */
function openingOf(text: string): { readonly before: string; readonly opening: Opening } | undefined {
  const brace = BRACES.find((one) => text.endsWith(one));
  if (brace === undefined) return undefined;
  let before = text.slice(0, text.length - brace.length);
  let parameters: string | undefined;
  if (before.endsWith(')')) {
    const at = before.lastIndexOf('(');
    if (at < 1 || before[at - 1] !== ' ') return undefined;
    parameters = before.slice(at + 1, -1);
    before = before.slice(0, at - 1);
  }
  const at = ` ${before}`.indexOf(CASE);
  const cases = at < 0 ? undefined : before.slice(at + CASE.length - 1);
  if (at >= 0) before = before.slice(0, Math.max(at - 1, 0));
  return { before, opening: { cases, parameters, isEmpty: brace !== BRACES[0] } };
}

/** Cuts what follows an operation into operands, flags, token, and the opening of a region. */
function tailOf(text: string): Tail | undefined {
  const open = openingOf(text);
  if (open === undefined && text.endsWith('{')) return undefined;
  let rest = open?.before ?? text;
  const token = / @(\d+)$/.exec(rest);
  if (token !== null) rest = rest.slice(0, token.index);
  let flags = 0;
  for (let isFlag = true; isFlag; ) {
    isFlag = false;
    for (const [name, bit] of Object.entries(OpFlag)) {
      if (!rest.endsWith(` ${name}`)) continue;
      rest = rest.slice(0, -1 - name.length);
      flags |= bit;
      isFlag = true;
    }
  }
  return { operands: rest.trim(), flags, at: Number(token?.[1] ?? 0), opening: open?.opening };
}

/**
 * The number of regions of the construct that each line opens, at least one; 0 for other lines. In one walk, however
 * deep they are.
 */
function countRegions(lines: readonly string[]): Int32Array {
  const counts = new Int32Array(lines.length);
  const open: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = contentOf(lines[i]!);
    const isNext = line.startsWith('}');
    const opens = line.endsWith('{');
    if (isNext && opens && open.length > 0) counts[open.at(-1)!]!++;
    else if (isNext) open.pop();
    else if (opens) {
      open.push(i);
      counts[i] = 1;
    }
    if (!opens && line.endsWith('}') && !isNext) counts[i] = 1;
  }
  return counts;
}

export interface ParsedIr {
  /** The module as far as the text could be read. */
  readonly module: IrModule;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the text of a module. Never throws: faults are diagnostics with lines. */
export function parseIr(text: string): ParsedIr {
  return new Parser(text).parse();
}

const FUNCTION =
  /^fn \d+ (main|controlPoint|fork|join|subroutine) ([\w.$-]+)(?: instances=(\d+))?(?: \(([^)]*)\))?(?: -> ([^{]*))?$/;
const OPERATION = /^(?:(%[^=]*?) = )?([a-z][a-z0-9._]*)((?: \$\d+)?)((?:<[^>]*>)?)(.*)$/;
/** The largest word. */
const MAX_WORD = 0xffff_ffff;
/** Instances of a function: those of a phase of a hull shader. */
const MAX_INSTANCES = 128;
const COMPONENTS = 'xyzw';

/** A construct whose regions are being read. */
interface Open {
  readonly op: number;
  /** Types and names of its results, which follow its last region. */
  readonly results: string;
  region: number;
  readonly cases: IrCase[];
}

class Parser {
  readonly #lines: readonly string[];
  readonly #length: number;
  #line = 0;
  #offset = 0;
  readonly #diagnostics: Diagnostic[] = [];
  #module = new IrModule('ps', { version: [5, 0], profile: 'ps_5_0' });
  #builder = new IrBuilder(this.#module);
  /** Operations by the text of their values, and constructs by their labels. */
  readonly #values = new Map<string, number>();
  readonly #labels = new Map<string, number>();
  readonly #open: Open[] = [];
  /** Regions by line, once a switch needs them. */
  #regionCounts: Int32Array | undefined;
  #isInFunction = false;
  #isDeclared = false;

  constructor(text: string) {
    this.#lines = text.split('\n');
    this.#length = text.length;
  }

  parse(): ParsedIr {
    for (const line of this.#lines) {
      this.#line++;
      const content = contentOf(line);
      if (content !== '') this.#read(content);
      // Text that is nested too deeply is not read any further.
      if (this.#open.length > MAX_IR_NESTING) break;
      this.#offset += line.length + 1;
    }
    if (this.#isInFunction) this.#report(DX5024);
    return { module: this.#module, diagnostics: this.#diagnostics };
  }

  #report(message: Message, values: MessageValues = {}): void {
    if (this.#diagnostics.length >= MAX_DIAGNOSTICS) return;
    const end = Math.min(this.#offset + (this.#lines[this.#line - 1]?.length ?? 0), this.#length);
    const one = diagnostic(message, { unit: 'char', start: Math.min(this.#offset, end), end }, values);
    this.#diagnostics.push({ ...one, line: this.#line, column: 1 });
  }

  #expected(expected: string): void {
    this.#report(DX5020, { expected });
  }

  #read(line: string): void {
    if (!this.#isInFunction) this.#declaration(line);
    else if (line.startsWith('}')) this.#close(line);
    else this.#operation(line);
  }

  #declaration(line: string): void {
    const [word, second = ''] = line.split(' ', 2);
    if (word === 'shader') this.#shader(second as IrStage, line);
    else if (word === 'fn') this.#function(line);
    else if (word === 'constants') this.#constants(line);
    else if (isDeclarationWord(word!) && word !== 'shader') this.#row(word, line);
    else this.#expected('a declaration or a function');
  }

  #shader(stage: IrStage, line: string): void {
    if (!/^(?:vs|ps|gs|hs|ds|cs)$/.test(stage)) {
      this.#expected('a stage');
      return;
    }
    // The following lines are about one program.
    if (this.#module.functions.length > 0 || this.#isDeclared) this.#expected('one line `shader`, the first');
    this.#isDeclared = true;
    const facts = this.#fields('shader', line) as IrFacts | undefined;
    if (facts === undefined || this.#module.functions.length > 0) return;
    this.#module = new IrModule(stage, facts);
    this.#builder = new IrBuilder(this.#module);
  }

  #constants(line: string): void {
    const words = line.split(' ').slice(1).map(Number);
    if (words.some((word) => !Number.isInteger(word) || word < 0 || word > MAX_WORD)) this.#expected('words');
    this.#module.immediateConstants = Uint32Array.from(words);
  }

  #row(word: Exclude<DeclarationWord, 'shader'>, line: string): void {
    const row = this.#fields(word, line);
    if (row === undefined) return;
    const list: readonly object[] = word === 'access' ? this.#module.accesses : this.#module[`${word}s`];
    (list as object[]).push(row);
  }

  /** The fields of a declaration; undefined if one is damaged. */
  #fields(word: DeclarationWord, line: string): object | undefined {
    const read = fieldsOf(line);
    const { row } = read;
    const damaged = read.damaged ?? wrongField(word, row);
    if (damaged !== undefined) this.#expected(`a value of ${damaged}`);
    return damaged === undefined ? row : undefined;
  }

  #function(line: string): void {
    const match = line.endsWith(' {') ? FUNCTION.exec(line.slice(0, -2)) : null;
    if (match === null) {
      this.#expected('fn NUMBER KIND NAME (PARAMETERS) -> RESULTS {');
      return;
    }
    const [, kind, name, instances = '1', parameters, results] = match;
    const types = (results?.split(', ') ?? []).map((text) => this.#type(text));
    if (Number(instances) > MAX_INSTANCES) this.#expected(`at most ${MAX_INSTANCES} instances`);
    this.#builder.beginFunction(kind as IrFunctionKind, name!, types, Math.min(Number(instances), MAX_INSTANCES));
    this.#parameters(parameters);
    this.#isInFunction = true;
  }

  #type(text: string): number {
    const type = typeFromText(text);
    if (type === undefined) this.#expected(`a type instead of ${text}`);
    return type ?? NONE;
  }

  #parameters(text: string | undefined): void {
    for (const one of text?.split(', ') ?? []) {
      const [, name, type, at] = /^(%\d+):(\S+?)(?: @(\d+))?$/.exec(one) ?? [];
      if (name === undefined) this.#expected('%NUMBER:TYPE');
      this.#builder.at = this.#token(Number(at ?? 0));
      this.#define(name ?? '', this.#builder.parameter(this.#type(type ?? '')));
    }
  }

  #token(at: number): number {
    if (at > MAX_WORD) this.#expected('a token of 32 bits');
    return Math.min(at, MAX_WORD);
  }

  #define(name: string, op: number): void {
    if (this.#values.has(name)) this.#report(DX5023, { value: name });
    this.#values.set(name, op);
  }

  #operation(line: string): void {
    const match = OPERATION.exec(line);
    const name = match?.[2] as IrOpName;
    if (match === null || !Object.hasOwn(IR_OPS, name)) {
      this.#report(DX5021, { name: match?.[2] ?? line.slice(0, 20) });
      return;
    }
    const [, defined, , label, attribute, rest] = match as unknown as [
      string,
      string?,
      string?,
      string?,
      string?,
      string?,
    ];
    const code = Op[name];
    const tail = this.#tail(rest!, isConstruct(code));
    const isOwner = isConstruct(code) || code === Op.call;
    const [value, type] = isOwner ? [undefined, NONE] : this.#definition(defined);
    this.#builder.at = this.#token(tail.at);
    this.#builder.flags = tail.flags;
    const operands = this.#operands(code, type, tail.operands);
    if (operands.length > MAX_OPERANDS) this.#expected(`at most ${MAX_OPERANDS} operands`);
    const op = this.#builder.opList(code, type, operands.slice(0, MAX_OPERANDS));
    this.#builder.ops.extra[op] = this.#attribute(code, attribute!, label!);
    if (value !== undefined) this.#define(value, op);
    if (isConstruct(code)) this.#enter(op, label!.trim(), defined ?? '', tail);
    else if (code === Op.call) this.#results(op, defined ?? '');
  }

  #tail(text: string, isConstruct: boolean): Tail {
    const tail = tailOf(text);
    if (tail === undefined || (tail.opening !== undefined) !== isConstruct)
      this.#expected(isConstruct ? "'{'" : 'the end of the line');
    return tail ?? NO_TAIL;
  }

  #definition(text: string | undefined): [string | undefined, number] {
    if (text === undefined) return [undefined, NONE];
    const [name, type = ''] = text.split(':');
    return [name, this.#type(type)];
  }

  #operands(code: number, type: number, text: string): number[] {
    const rule = OP_ROWS[code]!.operands;
    if (text === '') return [];
    if (rule === 'bits') {
      const bits = parseConstant(type, text.split(' '));
      if (bits === undefined) this.#expected('words of the constant');
      return bits ?? [];
    }
    return text.split(', ').map((one) => {
      if (rule !== 'refs') return this.#value(one);
      const component = COMPONENTS.indexOf(one.slice(one.indexOf('.') + 1));
      if (!one.includes('.') || component < 0) this.#expected('a component of a value');
      return (this.#value(one.slice(0, one.indexOf('.'))) << 2) | Math.max(component, 0);
    });
  }

  #value(text: string): number {
    const op = this.#values.get(text);
    if (op === undefined) this.#report(DX5022, { value: text });
    return op ?? 0;
  }

  #attribute(code: number, text: string, label: string): number {
    const { attribute } = OP_ROWS[code]!;
    if (attribute === 'target') {
      const target = this.#labels.get(label.trim());
      if (target === undefined) this.#expected('a label of a construct');
      return target ?? NO_OP;
    }
    if (['none', 'regions', 'number'].includes(attribute)) {
      if (text !== '') this.#expected('no attribute');
      return 0;
    }
    const value = attributeFromText(attribute, text);
    if (value === undefined) this.#expected(`an attribute (${attribute})`);
    return value ?? 0;
  }

  #enter(op: number, label: string, results: string, tail: Tail): void {
    if (this.#open.length >= MAX_IR_NESTING) this.#expected(`at most ${MAX_IR_NESTING} levels`);
    this.#labels.set(label, op);
    const open: Open = { op, results, region: 0, cases: [] };
    this.#open.push(open);
    // The regions of a construct have numbers one after the other, so all are made before those of inner ones.
    const count = this.#countRegions(op);
    this.#builder.ops.extra[op] = this.#module.owner.length;
    for (let i = 0; i < count; i++) this.#module.addRegion(op);
    this.#builder.nextRegion(op, 0);
    const { cases, parameters, isEmpty } = tail.opening ?? NO_OPENING;
    this.#openRegion(cases, parameters);
    if (isEmpty) this.#finish();
  }

  #countRegions(op: number): number {
    const code = this.#builder.ops.code[op]!;
    if (code !== Op.switch) return code === Op.block ? 1 : 2;
    this.#regionCounts ??= countRegions(this.#lines);
    return Math.max(this.#regionCounts[this.#line - 1]!, 1);
  }

  #openRegion(cases: string | undefined, parameters: string | undefined): void {
    const { op, region } = this.#open.at(-1)!;
    if (cases !== undefined) {
      const parts = cases.split(', ');
      const isDefault = parts.includes('default');
      const values = parts.filter((text) => text !== 'default').map(Number);
      if (values.some((value) => !Number.isInteger(value) || Math.abs(value) > MAX_WORD))
        this.#expected('values of cases');
      const number = this.#builder.ops.extra[op]! + region;
      this.#module.cases[number] = { values: values.map((value) => value | 0), isDefault };
    }
    this.#parameters(parameters);
  }

  /** A line that begins with a brace: the end of a region, and the begin of the next one of its construct. */
  #close(line: string): void {
    const open = this.#open.at(-1);
    if (open === undefined) {
      if (line !== '}') this.#expected("'}'");
      this.#isInFunction = false;
      return;
    }
    if (line === '}') {
      this.#finish();
      return;
    }
    const header = openingOf(line);
    open.region++;
    if (
      header === undefined ||
      header.opening.isEmpty ||
      !/^\}(?: else| next)?$/.test(header.before) ||
      this.#module.owner[this.#builder.ops.extra[open.op]! + open.region] !== open.op
    ) {
      this.#expected("'}' or the next region");
      return;
    }
    this.#builder.nextRegion(open.op, open.region);
    this.#openRegion(header.opening.cases, header.opening.parameters);
  }

  #finish(): void {
    const { op, results } = this.#open.pop()!;
    this.#builder.end(op);
    this.#results(op, results);
  }

  #results(op: number, text: string): void {
    if (text === '') return;
    for (const [i, one] of text.split(', ').entries()) {
      const [name, type] = this.#definition(one);
      this.#builder.at = this.#builder.ops.at[op]!;
      this.#define(name ?? '', this.#builder.result(op, type, i));
    }
  }
}
