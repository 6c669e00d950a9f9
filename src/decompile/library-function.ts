/**
 * The head of a function of a library: its parameters and result as the library describes them, and the variables that
 * have what registers hold of them.
 *
 * Not for: the functions of a library together (library.ts).
 */
import type { Writable } from '../base/writable.ts';
import type { NameScope } from '../emit/common/names.ts';
import type { EntryParameter, FunctionHead, HlslSignature } from '../emit/hlsl/plan.ts';
import { hlslType, isHlslIdentifier } from '../emit/hlsl/types.ts';
import { type IrElement, type IrModule, Kind, typeOf } from '../ir/index.ts';
import type { FunctionDesc, FunctionParameterDesc } from '../reflect/library.ts';

const KINDS: Readonly<Record<string, number>> = {
  float: Kind.f32,
  int: Kind.i32,
  uint: Kind.u32,
  bool: Kind.u32,
  double: Kind.f64,
};
const MODIFIERS: Readonly<Record<string, string>> = {
  constant: 'nointerpolation ',
  linear: 'linear ',
  linearCentroid: 'linear centroid ',
  linearNoperspective: 'noperspective ',
  linearNoperspectiveCentroid: 'noperspective centroid ',
  linearSample: 'sample ',
  linearNoperspectiveSample: 'noperspective sample ',
};
const IN = 1;
const OUT = 2;

/** The parts of a function that are known before its body. */
export interface LibraryEntry {
  readonly signature: HlslSignature;
  readonly head: FunctionHead;
  /** Statements before and after those of the function. */
  readonly firstLines: readonly string[];
  readonly lastLines: readonly string[];
}

/** Returns the head of a function; text that says what it has that HLSL cannot say. */
export function libraryEntry(module: IrModule, described: FunctionDesc, names: NameScope): LibraryEntry | string {
  const entry = new Entry(module, names);
  for (const [i, parameter] of described.parameters.entries()) entry.parameter(parameter, `p${i}`);
  if (described.returnValue !== null) entry.result(described.returnValue);
  return entry.problem ?? entry.made;
}

const TYPES: Readonly<Record<string, 'f32' | 'i32' | 'u32'>> = { float: 'f32', int: 'i32', uint: 'u32', bool: 'u32' };

/** Gives inputs and outputs of a function the types of their parameters. */
export function typeElements(module: IrModule, { parameters, returnValue }: FunctionDesc): void {
  const set = (list: readonly IrElement[], register: number, count: number, type: FunctionParameterDesc['type']) => {
    for (const element of list)
      if (element.register >= register && element.register < register + count) {
        const found = TYPES[String(type)];
        if (found !== undefined) (element as Writable<IrElement>).type = found;
      }
  };
  for (const one of returnValue === null ? parameters : [...parameters, returnValue]) {
    const count = registersOf(one);
    if ((one.flags & IN) !== 0) set(module.inputs, one.firstInRegister, count, one.type);
    if ((one.flags & OUT) !== 0) set(module.outputs, one.firstOutRegister, count, one.type);
  }
}

function registersOf({ class: shape, rows, columns }: FunctionParameterDesc): number {
  return shape === 'matrixColumns' ? columns : shape === 'matrixRows' ? rows : 1;
}

class Entry {
  problem: string | undefined;
  readonly #inputs: EntryParameter[] = [];
  readonly #outputs: EntryParameter[] = [];
  readonly #parameters: string[] = [];
  readonly #firstLines: string[] = [];
  readonly #lastLines: string[] = [];
  #result = { type: 'void', suffix: '', returned: '' };

  constructor(
    private readonly module: IrModule,
    private readonly names: NameScope,
  ) {}

  get made(): LibraryEntry {
    return {
      signature: { inputs: this.#inputs, outputs: this.#outputs },
      head: { ...this.#result, parameters: this.#parameters },
      firstLines: this.#firstLines,
      lastLines: this.#lastLines,
    };
  }

  parameter(parameter: FunctionParameterDesc, preferred: string): void {
    const { flags, semanticName, interpolationMode } = parameter;
    const name = this.names.unique(isHlslIdentifier(parameter.name ?? '') ? parameter.name! : preferred);
    const direction = (flags & (IN | OUT)) === (IN | OUT) ? 'inout ' : (flags & OUT) !== 0 ? 'out ' : '';
    const modifiers = MODIFIERS[String(interpolationMode)] ?? '';
    this.#parameters.push(
      `${direction}${modifiers}${this.#typeText(parameter)} ${name}${this.#semantic(semanticName)}`,
    );
    if ((flags & IN) !== 0) this.#registers(parameter, name, true, (flags & OUT) !== 0);
    if ((flags & OUT) !== 0) this.#registers(parameter, name, false, true);
  }

  result(parameter: FunctionParameterDesc): void {
    const returned = this.names.unique('returned');
    const type = this.#typeText(parameter);
    this.#result = { type, suffix: this.#semantic(parameter.semanticName), returned };
    this.#firstLines.push(`${type.replace(/^\w+_major /, '')} ${returned};`);
    this.#registers(parameter, returned, false, false);
  }

  #semantic(text: string | null): string {
    if (text === null || text === '') return '';
    if (!isHlslIdentifier(text)) this.problem = `the semantic ${JSON.stringify(text)}`;
    return ` : ${text}`;
  }

  #typeText({ type, class: shape, rows, columns }: FunctionParameterDesc): string {
    if (KINDS[String(type)] === undefined) this.problem = `a parameter of type ${type}`;
    switch (shape) {
      case 'scalar':
        return String(type);
      case 'vector':
        return `${type}${columns}`;
      case 'matrixRows':
        return `row_major ${type}${rows}x${columns}`;
      case 'matrixColumns':
        return `${type}${rows}x${columns}`;
      default:
        this.problem = `a parameter of class ${shape}`;
        return 'float';
    }
  }

  /** Adds the elements that registers are, with variables where a register is no complete parameter. */
  #registers(parameter: FunctionParameterDesc, name: string, isInput: boolean, isBoth: boolean): void {
    const { class: shape, type, rows, columns } = parameter;
    const isColumns = shape === 'matrixColumns';
    const isMatrix = isColumns || shape === 'matrixRows';
    const count = registersOf(parameter);
    const width = isColumns ? rows : columns;
    const register = isInput ? parameter.firstInRegister : parameter.firstOutRegister;
    const first = isInput ? parameter.firstInComponent : parameter.firstOutComponent;
    const kind = KINDS[String(type)] ?? Kind.f32;
    const elements = isInput ? this.module.inputs : this.module.outputs;
    for (let i = 0; i < count; i++) {
      const part = !isMatrix
        ? name
        : `${name}.${Array.from({ length: width }, (_, k) => (isColumns ? `_m${k}${i}` : `_m${i}${k}`)).join('')}`;
      const isComplete = !isMatrix && type !== 'bool' && !(isInput && isBoth);
      const variable = isComplete ? name : this.names.unique(`${name}_${isInput ? 'in' : 'out'}${isMatrix ? i : ''}`);
      if (!isComplete) this.#copy(part, variable, { kind, width, isBool: type === 'bool' }, isInput);
      const found = elementsAt(elements, register + i, ((1 << width) - 1) << first);
      (isInput ? this.#inputs : this.#outputs).push({
        name: variable,
        semantic: '',
        kind,
        first,
        width,
        modifiers: '',
        elements: [found],
      });
    }
  }

  #copy(
    part: string,
    variable: string,
    { kind, width, isBool }: { kind: number; width: number; isBool: boolean },
    isInput: boolean,
  ): void {
    const type = hlslType(typeOf(kind, width));
    // Conditions in registers are all bits or none.
    if (isInput) this.#firstLines.push(`${type} ${variable} = ${isBool ? `${part} ? 0xffffffffu : 0u` : part};`);
    else {
      this.#firstLines.push(`${type} ${variable} = 0;`);
      this.#lastLines.push(`${part} = ${isBool ? `${variable} != 0u` : variable};`);
    }
  }
}

function elementsAt(elements: readonly IrElement[], register: number, mask: number): number[] {
  return elements.flatMap((one, i) => (one.register === register && (one.mask & mask) !== 0 ? i : []));
}
