/** Declarations: buffers of constants, views, samplers, group memory, and the parameters of the entry point. */
import { type IrBinding, Kind, typeOf } from '../../ir/index.ts';
import type { LineWriter } from '../common/lines.ts';
import { hasOperation } from '../common/resource-uses.ts';
import { AXES } from '../common/rules/constants.ts';
import { inputRangeName, outputRangeName } from '../common/rules/io.ts';
import type { HlslContext } from './context.ts';
import { declaredText, type MemoryLayout, type MemoryStruct, structLines, structsIn, typeName } from './layouts.ts';
import { localArrayLines } from './local-arrays.ts';
import type { EntryElement, EntryStruct } from './plan.ts';
import { tableLines } from './tables.ts';
import { hlslType } from './types.ts';

const WORD = 4;

const LETTERS: Readonly<Record<IrBinding['kind'], string>> = {
  constants: 'b',
  view: 't',
  uav: 'u',
  sampler: 's',
  stage: 's',
  group: 'g',
};

function registerText(binding: IrBinding): string {
  const { kind, register, space } = binding;
  return ` : register(${isTextureBuffer(binding) ? LETTERS.view : LETTERS[kind]}${register}${space === 0 ? '' : `, space${space}`})`;
}

/** Whether constants are in a `tbuffer`. */
export function isTextureBuffer({ kind, dimension }: IrBinding): boolean {
  return kind === 'constants' && dimension !== undefined;
}

const SPELLINGS: Readonly<Record<string, string>> = {
  buffer: 'Buffer',
  texture1D: 'Texture1D',
  texture1DArray: 'Texture1DArray',
  texture2D: 'Texture2D',
  texture2DArray: 'Texture2DArray',
  texture2DMS: 'Texture2DMS',
  texture2DMSArray: 'Texture2DMSArray',
  texture3D: 'Texture3D',
  textureCube: 'TextureCube',
  textureCubeArray: 'TextureCubeArray',
};

/** The name, elements and register of a resource, or of the array that it is an element of. */
function namedRange(w: HlslContext, number: number): string {
  const binding = w.binding(number);
  const array = w.plan.arrays.get(number);
  if (array !== undefined) return `${array.name}[${array.count}]${registerText({ ...binding, register: array.first })}`;
  const { count } = binding;
  const elements = count === 1 ? '' : `[${count === 0 ? '' : count}]`;
  return `${w.resource(number).name}${elements}${registerText(binding)}`;
}

/** The type of a view, and the definition of the type of its elements where it needs one. */
export function viewType(w: HlslContext, number: number): readonly [type: string, struct?: string] {
  const binding = w.binding(number);
  const { name, format = 'float4' } = w.resource(number);
  const { kind, dimension = 'texture2D', stride = 4 } = binding;
  const order = binding.isRasterizerOrdered ? 'RasterizerOrdered' : kind === 'uav' ? 'RW' : '';
  const prefix = `${binding.isCoherent ? 'globallycoherent ' : ''}${order}`;
  if (dimension === 'rawBuffer') return [`${prefix}ByteAddressBuffer`];
  if (dimension === 'structuredBuffer') {
    const element = w.elements.get(number);
    const method = w.plan.appendBuffers?.methods.get(number);
    const buffer = `${method === undefined ? prefix : `${prefix.replace(/RW$/, '')}${method}`}StructuredBuffer`;
    // Only a name can be an array as an argument of a template.
    if (element !== undefined && element.count > 0)
      return [`${buffer}<${name}_element>`, `typedef ${declaredText(`${name}_element`, element)};`];
    if (element !== undefined) return [`${buffer}<${typeName(element)}>`];
    const type = w.isSignedMemory(number) ? 'int' : 'uint';
    return [
      `${prefix}StructuredBuffer<${name}_element>`,
      `struct ${name}_element { ${type} words[${Math.max(stride >> 2, 1)}]; };`,
    ];
  }
  const samples = binding.samples && dimension.startsWith('texture2DMS') ? `, ${binding.samples}` : '';
  return [`${prefix}${SPELLINGS[dimension] ?? 'Texture2D'}<${format}${samples}>`];
}

/** The declaration of a view. */
function viewLines(w: HlslContext, number: number): string[] {
  const [type, struct] = viewType(w, number);
  const line = `${type} ${namedRange(w, number)};`;
  return struct === undefined ? [line] : [struct, line];
}

/** The types of views by their names, and the structs of their elements. */
export function viewTypes(w: HlslContext): { types: Map<string, string>; structs: string[] } {
  const types = new Map<string, string>();
  const structs = new Set<MemoryStruct>();
  const guessed: string[] = [];
  for (const [number, { kind }] of w.module.bindings.entries()) {
    if (kind !== 'view' && kind !== 'uav') continue;
    const [type, struct] = viewType(w, number);
    types.set(w.resource(number).name, type);
    const element = w.elements.get(number);
    if (element !== undefined) structsIn([{ type: element }], structs);
    if (struct !== undefined) guessed.push(struct);
  }
  return { types, structs: [...[...structs].map((struct) => structLines(struct).join('\n')), ...guessed] };
}

/** The declaration of a buffer of constants with variables; those of no buffer are in the one named `$Globals`. */
function constantLines(binding: IrBinding, name: string, { variables, isPacked, isGlobal }: MemoryLayout): string[] {
  const lines = variables.map(({ name: variable, offset, type, initial }) => {
    const component = AXES[(offset >> 2) & 3]!;
    const at = `c${offset >> 4}${component === 'x' ? '' : `.${component}`}`;
    // A variable that begins inside of a register has none: the compiler puts it after the one before.
    const register = component === 'x' ? ` : register(c${offset >> 4})` : '';
    const slot = !isPacked ? '' : isGlobal ? register : ` : packoffset(${at})`;
    return `${declaredText(variable, type)}${slot}${initial === undefined ? '' : ` = ${initial}`};`;
  });
  if (isGlobal) return [...lines, ''];
  const word = isTextureBuffer(binding) ? 'tbuffer' : 'cbuffer';
  return [`${word} ${name}${registerText(binding)}`, '{', ...lines.map((line) => `  ${line}`), '};', ''];
}

/** Writes the declarations of everything that the entry point uses besides its parameters. */
export function declareMemory(w: HlslContext, output: LineWriter): void {
  // One empty line at most between declarations, and one at the end.
  let isEmpty = true;
  const write = (lines: readonly string[]) => {
    for (const line of lines) {
      if (line !== '' || !isEmpty) output.line(line);
      isEmpty = line === '';
    }
  };
  write([...(w.plan.sm1?.lines ?? []), ...memoryLines(w), '']);
  if (w.classes === undefined) return;
  w.classes.declare(output);
  for (const number of w.plan.classes!.buffers) write(bufferLines(w, number, true));
  write(['']);
}

/** The `uniform` parameters of the entry point. */
export function uniformParameters(w: HlslContext): readonly string[] {
  const { plan, sm1 } = w;
  if (sm1 !== undefined) return sm1.parameters;
  const samplers = [...(plan.legacySamplers ?? [])]
    .filter(([, sampler]) => isParameter(w, sampler))
    .map(([view, sampler]) => `uniform ${legacyText(w, view, sampler)}`);
  return [...parameterVariables(w), ...samplers];
}

/** The variables of a buffer that are parameters of the entry point: only where no other function uses them. */
function parameterVariables({ layouts, module, plan }: HlslContext): readonly string[] {
  if (module.functions.length > 1 || plan.classes !== undefined) return [];
  return [...layouts.values()]
    .filter(({ areParameters }) => areParameters === true)
    .flatMap(({ variables }) =>
      variables.map(
        ({ name, type, initial }) =>
          `uniform ${declaredText(name, type)}${initial === undefined ? '' : ` = ${initial}`}`,
      ),
    );
}

/** The lines of a buffer of constants with variables; where it has instances of classes, either those or the others. */
function bufferLines(w: HlslContext, number: number, ofClasses: boolean): string[] {
  const layout = w.layouts.get(number)!;
  if (layout.areParameters === true && parameterVariables(w).length > 0) return [];
  const { buffers, classes } = w.plan.classes ?? {};
  const { name } = w.resource(number);
  if (buffers?.has(number) !== true) return constantLines(w.binding(number), name, layout);
  if (!layout.isGlobal) return ofClasses ? constantLines(w.binding(number), name, layout) : [];
  const structs = new Set(classes!.map(({ struct }) => struct));
  const variables = layout.variables.filter(
    ({ type }) => (type.struct !== undefined && structs.has(type.struct)) === ofClasses,
  );
  return constantLines(w.binding(number), name, { ...layout, variables });
}

function memoryLines(w: HlslContext): string[] {
  const lines: string[] = [];
  const structs = new Set<MemoryStruct>();
  for (const { variables } of w.layouts.values()) structsIn(variables, structs);
  structsIn(
    [...w.elements.values()].map((type) => ({ type })),
    structs,
  );
  for (const { struct } of w.plan.classes?.classes ?? []) if (struct !== undefined) structs.delete(struct);
  for (const struct of structs) for (const line of structLines(struct)) lines.push(line);
  for (const [number, { kind }] of w.module.bindings.entries()) {
    if (w.sm1 !== undefined) break;
    if (w.plan.classes?.undeclared.has(number)) continue;
    // Another element has the declaration of the array.
    if (w.plan.arrays.has(number) && w.plan.arrays.get(number) === undefined) continue;
    for (const line of kind === 'group' ? groupLines(w, number) : bindingLines(w, number)) lines.push(line);
  }
  for (const array of tableLines(w).values()) for (const line of array) lines.push(line);
  return lines;
}

/** The declarations of the constants and resources of a module, by name. */
export function bindingDeclarations(w: HlslContext): Map<string, string> {
  const found = new Map<string, string>();
  for (const [number, { kind }] of w.module.bindings.entries()) {
    if (kind === 'group') continue;
    const structs = new Set<MemoryStruct>();
    structsIn(w.layouts.get(number)?.variables ?? [], structs);
    const element = w.elements.get(number);
    if (element !== undefined) structsIn([{ type: element }], structs);
    for (const struct of structs) found.set(struct.name, structLines(struct).join('\n'));
    found.set(w.resource(number).name, bindingLines(w, number).join('\n'));
  }
  return found;
}

/** Memory that only the functions of a module use, by name: group memory, and constants that an index selects. */
export function localMemory(w: HlslContext): Map<string, string> {
  const found = new Map<string, string>();
  const structs = new Set<MemoryStruct>();
  for (const [number, { kind }] of w.module.bindings.entries()) {
    if (kind !== 'group') continue;
    const element = w.elements.get(number);
    if (element !== undefined) structsIn([{ type: element }], structs);
    found.set(w.resource(number).name, groupLines(w, number).join('\n'));
  }
  for (const [name, lines] of tableLines(w)) found.set(name, lines.join('\n'));
  return new Map([...[...structs].map((one) => [one.name, structLines(one).join('\n')] as const), ...found]);
}

/** The dimension of a texture in types and functions of Direct3D 9. */
export function legacySuffix(w: HlslContext, view: number): string {
  const { dimension } = w.binding(view);
  return dimension === 'texture3D' ? '3D' : dimension === 'textureCube' ? 'CUBE' : '2D';
}

/** A sampler with the registers of itself and its texture. */
function legacyText(w: HlslContext, view: number, sampler: number): string {
  return `sampler${legacySuffix(w, view)} ${namedRange(w, sampler)}${registerText(w.binding(view))}`;
}

/** Whether a sampler is a `uniform` parameter of the entry point. */
function isParameter({ plan }: HlslContext, sampler: number): boolean {
  return plan.parameterSamplers?.has(sampler) === true;
}

/** The declaration of constants, a view or a sampler. */
function bindingLines(w: HlslContext, number: number): string[] {
  const binding = w.binding(number);
  const { name } = w.resource(number);
  const { kind, size = 0, count } = binding;
  if (w.layouts.has(number)) return bufferLines(w, number, false);
  if (kind === 'constants') {
    const type = hlslType(typeOf(w.rowKind(number), 4));
    const rows = Math.max(size, 1);
    const word = isTextureBuffer(binding) ? 'tbuffer' : 'cbuffer';
    if (count === 1)
      return [`${word} ${name}_buffer${registerText(binding)}`, '{', `  ${type} ${name}[${rows}];`, '};', ''];
    return [
      `struct ${name}_type { ${type} rows[${rows}]; };`,
      `ConstantBuffer<${name}_type> ${namedRange(w, number)};`,
    ];
  }
  const legacy = w.plan.legacySamplers ?? new Map<number, number>();
  const sampler = legacy.get(number);
  if (sampler !== undefined) return isParameter(w, sampler) ? [] : [`${legacyText(w, number, sampler)};`];
  if ([...legacy.values()].includes(number)) return [];
  if (kind !== 'sampler') return viewLines(w, number);
  return [`${binding.isComparison ? 'SamplerComparisonState' : 'SamplerState'} ${namedRange(w, number)};`];
}

/** The declaration of group memory. */
function groupLines(w: HlslContext, number: number): string[] {
  const { size = 0, dimension, stride = 4 } = w.binding(number);
  const { name } = w.resource(number);
  const type = w.isSignedMemory(number) ? 'int' : 'uint';
  const element = w.elements.get(number);
  if (element !== undefined) return [`groupshared ${typeName(element)} ${name}[${size}];`];
  if (dimension !== 'structuredBuffer') {
    // The compiler declares as raw what is no array.
    if (size <= WORD) return [`groupshared ${type} ${name};`];
    return [`struct ${name}_memory { ${type} words[${size >> 2}]; };`, `groupshared ${name}_memory ${name};`];
  }
  return [
    `struct ${name}_element { ${type} words[${stride >> 2}]; };`,
    `groupshared ${name}_element ${name}[${size}];`,
  ];
}

/** Returns the kind of the copy of a range of inputs: words where an element is no float. */
export function rangeKindOf(w: HlslContext, range: number): number {
  const { kind, register, count } = w.module.inputRanges[range]!;
  const isFloat = w.module.inputs.every(
    (one, i) =>
      one.kind !== kind ||
      one.register < register ||
      one.register >= register + count ||
      (w.inputElements[i]?.kind ?? Kind.f32) === Kind.f32,
  );
  return isFloat ? Kind.f32 : Kind.u32;
}

/** Assignments of the elements in a range of inputs to an array of its registers. */
function copyLines(w: HlslContext, range: number, array: string, prefix = ''): string[] {
  const { kind, register, count } = w.module.inputRanges[range]!;
  const lines = new Set<string>();
  for (const [number, one] of w.module.inputs.entries()) {
    const text = w.inputElements[number];
    if (one.kind !== kind || one.register < register || one.register >= register + count || text === undefined)
      continue;
    const value = w.castText(`${prefix}${text.name}`, text.kind, rangeKindOf(w, range), text.width);
    lines.add(`${partOf(`${array}[${one.register - register}]`, text)} = ${value};`);
  }
  return [...lines];
}

/**
 * A function that returns a register of a range of inputs of a vertex: where no array of the signature contains the
 * range, the index selects one of several members.
 */
export function vertexRegisters(w: HlslContext, range: number, point: EntryStruct): string {
  const { count } = w.module.inputRanges[range]!;
  const type = hlslType(typeOf(rangeKindOf(w, range), 4));
  return w.helpers.distinct(`${point.type.toLowerCase()}_register`, (helper) =>
    w.spelling.fn(
      helper,
      [
        ['vertex', point.type],
        ['index', 'uint'],
      ],
      type,
      [
        `${type} registers[${count}] = (${type}[${count}])0;`,
        ...copyLines(w, range, 'registers', 'vertex.'),
        'return registers[index];',
      ],
    ),
  );
}

/** Arrays of the entry point, and the copies of ranges of inputs. */
export function localLines(w: HlslContext): string[] {
  const lines = localArrayLines(w);
  const { module } = w;
  for (const range of w.copiedRanges) {
    const type = hlslType(typeOf(rangeKindOf(w, range), 4));
    const name = inputRangeName(range);
    const { count } = module.inputRanges[range]!;
    lines.push(`${type} ${name}[${count}] = (${type}[${count}])0;`, ...copyLines(w, range, name));
  }
  if (hasOperation(w.uses, 'out.at'))
    for (const [i, { kind, count }] of module.outputRanges.entries())
      if (kind !== 'patch') lines.push(`float4 ${outputRangeName(i)}[${count}];`);
  return lines;
}

/** Assignments of the copies of ranges to outputs. */
export function outputCopies(w: HlslContext): string[] {
  const lines: string[] = [];
  if (!hasOperation(w.uses, 'out.at')) return lines;
  for (const [i, { kind, register, count }] of w.module.outputRanges.entries()) {
    const written = new Set<string>();
    for (const [number, one] of w.module.outputs.entries()) {
      const text = w.outputElements[number];
      if (one.kind !== kind || one.register < register || one.register >= register + count || text === undefined)
        continue;
      if (written.has(text.name)) continue;
      written.add(text.name);
      const row = partOf(`${outputRangeName(i)}[${one.register - register}]`, text);
      lines.push(`${text.name} = ${w.castText(row, Kind.f32, text.kind, text.width)};`);
    }
  }
  return lines;
}

/** The components of a row that an element has. */
function partOf(row: string, { first, width }: EntryElement): string {
  return width === 4 ? row : `${row}.${AXES.slice(first, first + width)}`;
}
