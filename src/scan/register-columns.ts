/**
 * The bindings and signatures of a shader as short strings, one an entry: `t0 texture2D albedo`, `v1.xy TEXCOORD0
 * float32`.
 *
 * Not for: their complete reflection (reflect).
 */
import { maskText } from '../isa/components.ts';
import type { Sm4DeclaredResource } from '../isa/sm4/declarations.ts';
import { SM4_RESOURCE_PREFIXES, SM4_UNBOUNDED, type Sm4ResourceType } from '../isa/sm4/operands.ts';
import { type BindingDesc, registerLetter } from '../reflect/bindings.ts';
import type { ParameterDesc } from '../reflect/parameters.ts';
import type { Sm1SamplerDesc, Sm1SemanticDesc } from '../reflect/sm1.ts';
import type { Sm1ConstantDesc } from '../reflect/sm1-constants.ts';

/** Entries of a list; shaders of compilers have less than a hundred. */
export const MAX_LIST = 1024;
/** Characters of a text or of an entry of a list. */
export const MAX_TEXT = 1024;

const CUT = '...';

/** `text`, cut to {@link MAX_TEXT} characters. */
export function limitedText(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT - CUT.length) + CUT;
}

/** The first {@link MAX_LIST} of `items` as strings. */
export function limitedList<Item>(items: readonly Item[], textOf: (item: Item) => string): string[] {
  return (items.length <= MAX_LIST ? items : items.slice(0, MAX_LIST)).map((item) => limitedText(textOf(item)));
}

/** A register that is none: the element has no number. */
const NO_REGISTER = 0xffff_ffff;

/** Joins the words that exist. */
function words(...parts: readonly (string | number | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');
}

// --- shader models 1 to 3 -------------------------------------------------------------------------------------------

/** `s0 2d diffuse` */
export function sm1BindingColumns(samplers: readonly Sm1SamplerDesc[]): string[] {
  return limitedList(samplers, ({ register, dimension, name }) => words(register, dimension, name));
}

/** `c0-c3 float4x4 worldViewProjection` */
export function sm1ConstantColumns(constants: readonly Sm1ConstantDesc[]): string[] {
  return limitedList(constants, ({ register, registerCount, typeName, elements, name }) => {
    const number = Number(/\d+$/.exec(register)?.[0] ?? 0);
    const range = registerCount > 1 ? `-${register.replace(/\d+$/, '')}${number + registerCount - 1}` : '';
    return words(register + range, typeName + (elements > 1 ? `[${elements}]` : ''), name);
  });
}

/** `v0.xyz texcoord0`; vPos and vFace have no usage. */
export function sm1SignatureColumns(semantics: readonly Sm1SemanticDesc[]): string[] {
  return limitedList(semantics, ({ register, mask, usage, usageIndex }) =>
    words(`${register}.${mask}`, usage === null ? null : `${usage}${usageIndex}`),
  );
}

// --- shader models 4 to 5.1 -----------------------------------------------------------------------------------------

/** The class letters of registers in HLSL: constant buffers are `b` there. */
const LETTERS: Readonly<Record<Sm4ResourceType, string>> = { ...SM4_RESOURCE_PREFIXES, cbv: 'b' };

function rangeText(letter: string, first: number, count: number, space: number): string {
  const last = count === 1 ? '' : count === 0 ? '-' : `-${letter}${first + count - 1}`;
  return `${letter}${first}${last}${space === 0 ? '' : ` space${space}`}`;
}

/** `t0 texture2D albedo`, `b0 cbuffer perFrame`, `t4-t7 space1 texture2D maps`; a range without an end is `t0-`. */
export function bindingColumns(bindings: readonly BindingDesc[]): string[] {
  return limitedList(bindings, ({ name, type, dimension, bindPoint, bindCount, space }) => {
    const what = type === 'texture' ? dimension : dimension === 'unknown' ? type : `${type} ${dimension}`;
    return words(rangeText(registerLetter(type), bindPoint, bindCount, space), what, name);
  });
}

/** Bindings from the declarations of a program whose chunk RDEF was stripped: `t0 typed`, without names. */
export function declaredColumns(resources: readonly Sm4DeclaredResource[]): string[] {
  return limitedList(resources, ({ type, layout, firstRegister, lastRegister, space }) => {
    const count = lastRegister === SM4_UNBOUNDED ? 0 : lastRegister - firstRegister + 1;
    return words(rangeText(LETTERS[type], firstRegister, count, space), layout === 'constants' ? 'cbuffer' : layout);
  });
}

/** `v1.xy TEXCOORD0 float32`; an element without a register has only its semantic and type. */
export function signatureColumns(prefix: string, parameters: readonly ParameterDesc[]): string[] {
  return limitedList(parameters, ({ semanticName, semanticIndex, register, mask, componentType, stream }) =>
    words(
      register === NO_REGISTER ? null : `${prefix}${register}.${maskText(mask)}`,
      `${semanticName}${semanticIndex}`,
      componentType,
      stream === 0 ? null : `stream${stream}`,
    ),
  );
}
