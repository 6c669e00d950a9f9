/** Texts of constants and attributes, and back. Every text gives the same bits again. */
import type { IrAttribute } from './ops.ts';
import { type IrType, Kind, kindOf } from './types.ts';

const COMPONENTS = 'xyzw';
const floats = new Float32Array(1);
const words = new Int32Array(floats.buffer);

/** Attributes that have a component in their two lowest bits. */
const WITH_COMPONENT: ReadonlySet<IrAttribute> = new Set([
  'input',
  'output',
  'inputRange',
  'outputRange',
  'constants',
  'variable',
]);

/** The text of an attribute, in brackets: `<3.x>`; empty for attributes that other text shows. */
export function formatAttribute(attribute: IrAttribute, value: number): string {
  if (WITH_COMPONENT.has(attribute)) return `<${value >> 2}.${COMPONENTS[value & 3]}>`;
  if (attribute === 'component') return `<${COMPONENTS[value & 3]}>`;
  if (attribute === 'none' || attribute === 'regions' || attribute === 'target' || attribute === 'number') return '';
  return `<${value}>`;
}

/** The attribute that a text in brackets gives; undefined if it gives none. */
export function attributeFromText(attribute: IrAttribute, text: string): number | undefined {
  const match = /^<(?:(-?\d+)\.)?(-?\d+|[xyzw])>$/.exec(text);
  if (match === null) return undefined;
  const component = COMPONENTS.indexOf(match[2]!);
  if (WITH_COMPONENT.has(attribute)) {
    return match[1] === undefined || component < 0 ? undefined : (Number(match[1]) << 2) | component;
  }
  if (attribute === 'component') return component < 0 ? undefined : component;
  return component >= 0 || match[1] !== undefined ? undefined : Number(match[2]);
}

/** The components of a constant, separated by spaces. */
export function formatConstant(type: IrType, bits: readonly number[]): string {
  const kind = kindOf(type);
  if (kind !== Kind.f64) return bits.map((word) => formatWord(kind, word)).join(' ');
  const texts: string[] = [];
  for (let i = 0; i < bits.length; i += 2) texts.push(`0x${hex(bits[i + 1]!)}${hex(bits[i]!)}`);
  return texts.join(' ');
}

function formatWord(kind: number, word: number): string {
  if (kind === Kind.bool) return word === 0 ? 'false' : 'true';
  if (kind === Kind.i32) return String(word);
  if (kind === Kind.u32) return String(word >>> 0);
  if (kind !== Kind.f32) return `0x${hex(word)}`;
  words[0] = word;
  const value = floats[0]!;
  if (!Number.isFinite(value)) return `0x${hex(word)}`;
  return Object.is(value, -0) ? '-0.0' : decimal(value);
}

/** The shortest decimal that rounds to the same float32. */
function decimal(value: number): string {
  for (let digits = 6; digits <= 9; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return /[.e]/.test(text) ? text : `${text}.0`;
  }
  return String(value);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** Returns the words of a constant; undefined if a text is not of its kind. */
export function constantFromTexts(type: IrType, texts: readonly string[]): number[] | undefined {
  const kind = kindOf(type);
  const bits: number[] = [];
  for (const text of texts) {
    if (kind === Kind.f64) {
      if (!/^0x[0-9a-f]{16}$/.test(text)) return undefined;
      bits.push(Number.parseInt(text.slice(10), 16) | 0, Number.parseInt(text.slice(2, 10), 16) | 0);
      continue;
    }
    const word = wordFromText(kind, text);
    if (word === undefined) return undefined;
    bits.push(word);
  }
  return bits;
}

function wordFromText(kind: number, text: string): number | undefined {
  if (kind === Kind.bool) return text === 'true' ? 1 : text === 'false' ? 0 : undefined;
  if (/^0x[0-9a-f]{1,8}$/.test(text)) return Number.parseInt(text, 16) | 0;
  if (kind === Kind.f32) {
    if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return undefined;
    floats[0] = Number(text);
    return words[0]!;
  }
  return /^-?\d+$/.test(text) ? Number(text) | 0 : undefined;
}
