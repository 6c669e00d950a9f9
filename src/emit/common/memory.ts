/**
 * Buffers and memory of groups as arrays of words: functions that read and write words, rows and elements of one
 * variable, and test whether all of an element is inside.
 *
 * Not for: which operations use them (rules/buffers.ts), or how a language reads a word (text-language.ts).
 */
import { type IrBinding, Kind, typeOf } from '../../ir/index.ts';
import { decodeTexel, encodeTexel, type TexelFormat } from './texel-formats.ts';
import type { TextContext } from './text-context.ts';
import type { MemorySyntax } from './text-language.ts';

const { u32 } = Kind;
const AXES = 'xyzw';

/** A variable with words, and how they are addressed. */
export interface Memory extends MemorySyntax {
  readonly w: TextContext;
  /** Words of an element of structured memory; 0 for others. */
  readonly stride: number;
  readonly format: TexelFormat | undefined;
}

/** Words of group memory. */
export function groupWords({ dimension, stride = 0, size = 0 }: IrBinding): number {
  return Math.max(1, Math.floor((dimension === 'rawBuffer' ? size : size * stride) / 4));
}

/** A function that reads a word, or gives 0 outside. */
function wordFunction({ w, name, length, read }: Memory): string {
  const preferred = `${name}_word`;
  const body = w.checksRanges
    ? [`if (i < ${length}) { return ${read('i')}; }`, 'return 0u;']
    : [`return ${read('i')};`];
  return w.helpers.define(preferred, (helper) => w.spelling.fn(helper, [['i', w.type(u32)]], w.type(u32), body));
}

/** A function that writes a word, unless it is outside. */
function putFunction({ w, name, length, write }: Memory): string {
  const preferred = `${name}_put`;
  return w.helpers.define(preferred, (helper) => {
    const statement = `${write('i', 'value')};`;
    const parameters = [
      ['i', w.type(u32)],
      ['value', w.type(u32)],
    ] as const;
    return w.spelling.fn(helper, parameters, '', [w.checksRanges ? `if (i < ${length}) { ${statement} }` : statement]);
  });
}

/** Expressions for the words of a vector from `first` on. */
function words(memory: Memory, first: string, width: number): string[] {
  const read = wordFunction(memory);
  return Array.from({ length: width }, (_, i) => `${read}(${first}${i > 0 ? ` + ${i}u` : ''})`);
}

function vector(type: string, components: readonly string[]): string {
  return components.length === 1 ? components[0]! : `${type}(${components.join(', ')})`;
}

/** The test that word `i` of an access from byte `offset` on is inside an element. */
function insideElement({ stride }: Memory, i: number): string {
  return `offset < ${Math.max(0, 4 * (stride - i))}u`;
}

/** Whether all words from a constant byte offset on are inside an element. */
export function isInside({ stride }: Memory, offset: number | undefined, width: number): boolean {
  return offset !== undefined && offset >= 0 && (offset >> 2) + width <= stride;
}

/** The first word that an access to an element of structured memory is about. */
function wordOfElement({ stride }: Memory): string {
  return `${stride === 1 ? 'element' : `element * ${stride}u`} + (offset >> 2u)`;
}

// --- reads ----------------------------------------------------------------------------------------------------------

/** A function that reads words from a byte offset on. */
export function rawLoad(memory: Memory, width: number): string {
  const { w, name } = memory;
  const type = w.type(u32, width);
  const preferred = `${name}_load${width}`;
  return w.helpers.define(preferred, (helper) => {
    const list = words(memory, 'i', width);
    return w.spelling.fn(helper, [['offset', w.type(u32)]], type, [
      w.spelling.local('i', w.type(u32), 'offset >> 2u'),
      `return ${vector(type, list)};`,
    ]);
  });
}

/** A function that reads words of an element. */
export function structuredLoad(memory: Memory, width: number, checksOffset: boolean): string {
  const { w, name } = memory;
  const type = w.type(u32, width);
  const preferred = `${name}_load${width}${checksOffset ? '_inside' : ''}`;
  return w.helpers.define(preferred, (helper) => {
    const components = words(memory, 'i', width).map((text, i) =>
      checksOffset ? w.spelling.choose(insideElement(memory, i), text, '0u') : text,
    );
    const body = [w.spelling.local('i', w.type(u32), wordOfElement(memory)), `return ${vector(type, components)};`];
    if (w.checksRanges)
      body.unshift(`if (element >= ${elementCount(memory)}) { return ${w.spelling.zero(typeOf(u32, width))}; }`);
    const parameters = [
      ['element', w.type(u32)],
      ['offset', w.type(u32)],
    ] as const;
    return w.spelling.fn(helper, parameters, type, body);
  });
}

/** Appends the default values of the components that a format lacks. */
function padded(w: TextContext, list: readonly string[], kind: number): string[] {
  const zero = w.spelling.literal(kind, 0);
  const one = kind === Kind.f32 ? '1.0' : w.spelling.literal(kind, 1);
  return [...list, ...[zero, zero, zero, one].slice(list.length)].slice(0, 4);
}

/** A function that reads an element of a typed buffer. */
export function typedLoad(memory: Memory): string {
  const { w, name, read } = memory;
  const format = memory.format!;
  const kind = Kind[format.kind];
  const type = w.type(kind, 4);
  const preferred = `${name}_fetch`;
  return w.helpers.define(preferred, (helper) => {
    const names = Array.from({ length: format.words }, (_, i) => `w${i}`);
    const list = padded(w, decodeTexel(format, names, w.spelling.formats), kind);
    const body = names.map((one, i) => w.spelling.local(one, w.type(u32), read(wordIndex(format, i))));
    if (w.checksRanges)
      body.unshift(`if (element >= ${elementCount(memory)}) { return ${w.spelling.zero(typeOf(kind, 4))}; }`);
    body.push(`return ${type}(${list.join(', ')});`);
    return w.spelling.fn(helper, [['element', w.type(u32)]], type, body);
  });
}

/** The index of word `i` of an element of a typed buffer. */
function wordIndex(format: TexelFormat, i: number): string {
  return format.words === 1 ? 'element' : `element * ${format.words}u + ${i}u`;
}

/** Elements of a buffer that is not raw. */
export function elementCount({ stride, format, length }: Memory): string {
  const size = stride > 0 ? stride : format!.words;
  return size === 1 ? length : `${length} / ${size}u`;
}

// --- writes ---------------------------------------------------------------------------------------------------------

const component = (i: number, width: number) => (width === 1 ? 'value' : `value.${AXES[i]}`);

/** A function that writes words from a byte offset on. */
export function rawStore(memory: Memory, width: number): string {
  const { w, name } = memory;
  const preferred = `${name}_store${width}`;
  return w.helpers.define(preferred, (helper) => {
    const put = putFunction(memory);
    const body = Array.from(
      { length: width },
      (_, i) => `${put}((offset >> 2u)${i > 0 ? ` + ${i}u` : ''}, ${component(i, width)});`,
    );
    const parameters = [
      ['offset', w.type(u32)],
      ['value', w.type(u32, width)],
    ] as const;
    return w.spelling.fn(helper, parameters, '', body);
  });
}

/** A function that writes words of an element. */
export function structuredStore(memory: Memory, width: number, checksOffset: boolean): string {
  const { w, name } = memory;
  const preferred = `${name}_store${width}${checksOffset ? '_inside' : ''}`;
  return w.helpers.define(preferred, (helper) => {
    const put = putFunction(memory);
    const body = [
      w.spelling.local('i', w.type(u32), wordOfElement(memory)),
      ...Array.from({ length: width }, (_, i) => {
        const statement = `${put}(i${i > 0 ? ` + ${i}u` : ''}, ${component(i, width)});`;
        return checksOffset ? `if (${insideElement(memory, i)}) { ${statement} }` : statement;
      }),
    ];
    if (w.checksRanges) body.unshift(`if (element >= ${elementCount(memory)}) { return; }`);
    const parameters = [
      ['element', w.type(u32)],
      ['offset', w.type(u32)],
      ['value', w.type(u32, width)],
    ] as const;
    return w.spelling.fn(helper, parameters, '', body);
  });
}

/** A function that writes an element of a typed buffer. */
export function typedStore(memory: Memory): string {
  const { w, name } = memory;
  const format = memory.format!;
  const preferred = `${name}_put_element`;
  return w.helpers.define(preferred, (helper) => {
    const put = putFunction(memory);
    const list = encodeTexel(
      format,
      Array.from(AXES, (axis) => `value.${axis}`),
      w.spelling.formats,
    );
    const body = list.map((text, i) => `${put}(${wordIndex(format, i)}, ${text});`);
    if (w.checksRanges) body.unshift(`if (element >= ${elementCount(memory)}) { return; }`);
    const parameters = [
      ['element', w.type(u32)],
      ['value', w.type(Kind[format.kind], 4)],
    ] as const;
    return w.spelling.fn(helper, parameters, '', body);
  });
}

// --- atomic operations ----------------------------------------------------------------------------------------------

/** Names of parameters of an address, the index of its word, and the test that it is inside. */
function addressOf(memory: Memory): {
  readonly names: readonly string[];
  readonly index: string;
  readonly test: string;
} {
  const { stride, format, length } = memory;
  if (stride > 0)
    return {
      names: ['element', 'offset'],
      index: wordOfElement(memory),
      test: `element < ${elementCount(memory)} && offset < ${4 * stride}u`,
    };
  return format === undefined
    ? { names: ['offset'], index: 'offset >> 2u', test: `(offset >> 2u) < ${length}` }
    : { names: ['element'], index: 'element', test: `element < ${length}` };
}

/**
 * A function that changes a word atomically and gives the one before. @param lines that return it, for what atomic
 * operations take
 */
export function atomicFunction(
  memory: Memory,
  name: string,
  lines: (target: string) => readonly string[],
  values: readonly string[],
): string {
  const { w } = memory;
  const preferred = `${memory.name}_${name}`;
  return w.helpers.define(preferred, (helper) => {
    const { names, index, test } = addressOf(memory);
    const inner = lines(memory.atomic(index));
    const body = w.checksRanges ? [`if (${test}) {`, ...inner.map((line) => `  ${line}`), '}', 'return 0u;'] : inner;
    const parameters = [...names, ...values].map((one) => [one, w.type(u32)] as const);
    return w.spelling.fn(helper, parameters, w.type(u32), body);
  });
}
