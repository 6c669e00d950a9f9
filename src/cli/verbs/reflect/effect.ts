/** The text of `dxlens reflect` for an effect. */

import {
  effectAssignmentText,
  effectDeclarationText,
  effectStateText,
  effectStreamLines,
  effectValueText,
} from '../../../reflect/effect/spelling.ts';
import type {
  EffectAnnotationDesc,
  EffectBufferDesc,
  EffectGroupDesc,
  EffectReflection,
  EffectShaderDesc,
  EffectShaderValue,
  EffectStateDesc,
  EffectTypeDesc,
  EffectValue,
  EffectVariableDesc,
} from '../../../reflect/index.ts';
import { oneLineBytes } from '../../terminal-text.ts';
import { type LayoutItem, layoutText } from './buffers.ts';
import { plural, titled } from './words.ts';

const INDENT = '  ';
/** Deeper members are not printed: types may contain themselves in a damaged file. */
const MAX_DEPTH = 8;

export function effectText(effect: EffectReflection): string {
  const { profile, constantBuffers, variables, groups, shaders } = effect;
  const techniques = groups.flatMap((group) => group.techniques);
  const passes = techniques.reduce((count, technique) => count + technique.passes.length, 0);
  const counts = [
    profile ?? 'effect of unknown version',
    plural(variables.length, 'variable'),
    plural(techniques.length, 'technique'),
    plural(passes, 'pass', 'passes'),
    plural(shaders.length, 'shader'),
  ];
  let text = `${counts.join(', ')}\n`;
  if (effect.isChildEffect) text += 'needs the pool of another effect\n';
  const byBuffer = new Map<string, EffectVariableDesc[]>();
  for (const variable of variables) {
    const key = bufferKey(variable.buffer, variable.isShared);
    const list = byBuffer.get(key) ?? [];
    byBuffer.set(key, list);
    list.push(variable);
  }
  for (const buffer of constantBuffers) {
    const key = bufferKey(buffer.name, buffer.isShared);
    text += bufferText(buffer, byBuffer.get(key) ?? []);
    byBuffer.delete(key);
  }
  const others = [...byBuffer.values()].flat();
  if (others.length > 0) text += `\nvariables\n${lines(others.flatMap(variableLines), 1)}`;
  for (const group of groups) text += groupText(group);
  return text + titled('shaders', ['name', 'profile', 'bytes', 'offset'], shaders.map(shaderRow));
}

function bufferKey(name: string | null, isShared: boolean): string {
  return `${isShared}\0${name}`;
}

/** Lines of text, each after the indentation of `depth` levels. */
function lines(list: readonly string[], depth: number): string {
  return list.map((line) => `${INDENT.repeat(depth)}${oneLineBytes(line)}\n`).join('');
}

function indented(list: readonly string[]): string[] {
  return list.map((line) => INDENT + line);
}

function bufferText(buffer: EffectBufferDesc, variables: readonly EffectVariableDesc[]): string {
  const { name, type, size, isSingle, isShared, explicitBindPoint, annotations } = buffer;
  const register = explicitBindPoint === null ? '' : `, ${type === 'tbuffer' ? 't' : 'b'}${explicitBindPoint}`;
  const notes = `${isSingle ? ', single' : ''}${isShared ? ', shared' : ''}`;
  const what = type === 'tbuffer' ? 'texture buffer' : 'constant buffer';
  const heading = `${what} ${name}, ${plural(size, 'byte')}${register}${notes}`;
  const items = variables.map((variable): LayoutItem => {
    const { type, bufferOffset, semantic } = variable;
    const packing = variable.explicitBindPoint === null ? '' : 'packoffset';
    return {
      offset: bufferOffset ?? 0,
      size: type?.unpackedSize ?? 0,
      name: variable.name,
      type,
      notes: [semantic === null ? '' : `: ${semantic}`, packing].filter(Boolean).join(', '),
      lines: [...valueLines(variable.value), ...variable.annotations.map(annotationLine)],
    };
  });
  const layout = layoutText(heading, items, size, true);
  const [first, ...rest] = layout.split(/(?<=\n)/).slice(1);
  // Annotations of the buffer come between its heading and its layout.
  return `\n${first}${lines(annotations.map(annotationLine), 1)}${rest.join('')}`;
}

function variableLines(variable: EffectVariableDesc): string[] {
  const { name, type, semantic, isShared, isLiteral, explicitBindPoint, value, annotations } = variable;
  const words = `${isShared ? 'shared ' : ''}${isLiteral ? 'literal ' : ''}`;
  const register = explicitBindPoint === null ? '' : `, register ${explicitBindPoint}`;
  const inside = [...memberLines(type, 0), ...valueLines(value), ...annotations.map(annotationLine)];
  return [`${words}${effectDeclarationText(name, type, semantic)}${register}`, ...indented(inside)];
}

/** The members of a structure. */
function memberLines(type: EffectTypeDesc | null, depth: number): string[] {
  if (type === null || depth >= MAX_DEPTH) return [];
  return type.members.flatMap((member) => [
    effectDeclarationText(member.name, member.type, member.semantic),
    ...indented(memberLines(member.type, depth + 1)),
  ]);
}

function annotationLine({ name, type, value }: EffectAnnotationDesc): string {
  return `<${[effectDeclarationText(name, type, null), ...valueLines(value)].join(' ')}>`;
}

function valueLines(value: EffectValue | null): string[] {
  switch (value?.kind) {
    case undefined:
      return [];
    case 'states':
      return value.blocks.flatMap((block, i) =>
        value.blocks.length > 1 ? [`[${i}]`, ...indented(stateLines(block))] : stateLines(block),
      );
    case 'shaders':
      return value.shaders.flatMap((shader, i) => {
        const index = value.shaders.length > 1 ? `[${i}] ` : '';
        return shader === null ? [`= ${index}NULL`] : [`= ${index}${shaderText(shader)}`, ...effectStreamLines(shader)];
      });
    default:
      return [`= ${effectValueText(value)}`];
  }
}

/** Assignments, their values aligned. */
function stateLines(states: readonly EffectStateDesc[]): string[] {
  const names = states.map(effectStateText);
  const width = names.reduce((most, name) => Math.max(most, name.length), 0);
  return states.flatMap(({ value }, i) => [
    `${names[i]!.padEnd(width)} = ${effectAssignmentText(value, shaderText)}`,
    ...(value?.kind === 'shader' ? indented(effectStreamLines(value)) : []),
  ]);
}

function shaderText({ profile, length, offset }: EffectShaderValue): string {
  return `${profile ?? 'shader'}, ${plural(length, 'byte')} at 0x${offset.toString(16)}`;
}

function groupText({ name, annotations, techniques }: EffectGroupDesc): string {
  let text = '';
  if (name !== null || annotations.length > 0) {
    text += `\n${oneLineBytes(`group ${name ?? ''}`.trimEnd())}\n`;
    text += lines(annotations.map(annotationLine), 1);
  }
  for (const technique of techniques) {
    text += `\n${oneLineBytes(`technique ${technique.name ?? ''}`.trimEnd())}\n`;
    text += lines(technique.annotations.map(annotationLine), 1);
    for (const pass of technique.passes) {
      text += lines([`pass ${pass.name ?? ''}`.trimEnd()], 1);
      text += lines([...pass.annotations.map(annotationLine), ...stateLines(pass.states)], 2);
    }
  }
  return text;
}

function shaderRow({ name, profile, length, offset }: EffectShaderDesc): string[] {
  return [name, profile ?? '', `${length}`, `0x${offset.toString(16)}`];
}
