/** Declarations: buffers of constants, views, samplers, group memory, and the parameters of the entry point. */
import { type IrBinding, Kind, typeOf } from '../../ir/index.ts';
import type { LineWriter } from '../common/lines.ts';
import { hasOperation } from '../common/resource-uses.ts';
import { AXES, immediateKind } from '../common/rules/constants.ts';
import { inputRangeName, outputRangeName, rowType, variableName } from '../common/rules/io.ts';
import type { HlslContext } from './context.ts';
import { declaredText, type MemoryLayout, type MemoryStruct, structLines, structsIn, typeName } from './layouts.ts';
import { hlslType, literal } from './types.ts';

const LETTERS: Readonly<Record<IrBinding['kind'], string>> = {
  constants: 'b',
  view: 't',
  uav: 'u',
  sampler: 's',
  stage: 's',
  group: 'g',
};

function registerText({ kind, register, space }: IrBinding): string {
  return ` : register(${LETTERS[kind]}${register}${space === 0 ? '' : `, space${space}`})`;
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

/** The declaration of a texture or typed buffer that is a member of a class. */
export function viewDeclaration(w: HlslContext, number: number, name: string): string {
  const binding = w.binding(number);
  const samples = binding.samples && binding.dimension?.startsWith('texture2DMS') ? `, ${binding.samples}` : '';
  return `${SPELLINGS[binding.dimension ?? ''] ?? 'Texture2D'}<${w.resource(number).format ?? 'float4'}${samples}> ${name}`;
}

/** The declaration of a view. */
function viewText(w: HlslContext, binding: IrBinding, name: string, format: string): string[] {
  const { kind, dimension = 'texture2D', stride = 4, count } = binding;
  const isUav = kind === 'uav';
  const order = binding.isRasterizerOrdered ? 'RasterizerOrdered' : isUav ? 'RW' : '';
  const prefix = `${binding.isCoherent ? 'globallycoherent ' : ''}${order}`;
  const array = count === 1 ? '' : `[${count === 0 ? '' : count}]`;
  const end = `${name}${array}${registerText(binding)};`;
  if (dimension === 'rawBuffer') return [`${prefix}ByteAddressBuffer ${end}`];
  if (dimension === 'structuredBuffer') {
    const number = w.module.bindings.indexOf(binding);
    const element = w.elements.get(number);
    const method = w.plan.appendBuffers?.methods.get(number);
    if (element !== undefined && method !== undefined)
      return [`${prefix.replace(/RW$/, '')}${method}StructuredBuffer<${typeName(element)}> ${end}`];
    if (element !== undefined) return [`${prefix}StructuredBuffer<${typeName(element)}> ${end}`];
    const type = w.isSignedMemory(number) ? 'int' : 'uint';
    return [
      `struct ${name}_element { ${type} words[${Math.max(stride >> 2, 1)}]; };`,
      `${prefix}StructuredBuffer<${name}_element> ${end}`,
    ];
  }
  const samples = binding.samples && dimension.startsWith('texture2DMS') ? `, ${binding.samples}` : '';
  return [`${prefix}${SPELLINGS[dimension] ?? 'Texture2D'}<${format}${samples}> ${end}`];
}

/** The declaration of a buffer of constants with variables; those of no buffer are in the one named `$Globals`. */
function constantLines(binding: IrBinding, name: string, { variables, isPacked, isGlobal }: MemoryLayout): string[] {
  const lines = variables.map(({ name: variable, offset, type, initial }) => {
    const component = AXES[(offset >> 2) & 3]!;
    const at = `c${offset >> 4}${component === 'x' ? '' : `.${component}`}`;
    const slot = !isPacked ? '' : isGlobal ? ` : register(c${offset >> 4})` : ` : packoffset(${at})`;
    return `${declaredText(variable, type)}${slot}${initial === undefined ? '' : ` = ${initial}`};`;
  });
  if (isGlobal) return [...lines, ''];
  return [`cbuffer ${name}${registerText(binding)}`, '{', ...lines.map((line) => `  ${line}`), '};', ''];
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

/** The lines of a buffer of constants with variables; where it has instances of classes, either those or the others. */
function bufferLines(w: HlslContext, number: number, ofClasses: boolean): string[] {
  const layout = w.layouts.get(number)!;
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
  const { module } = w;
  const lines: string[] = [];
  const structs = new Set<MemoryStruct>();
  for (const { variables } of w.layouts.values()) structsIn(variables, structs);
  structsIn(
    [...w.elements.values()].map((type) => ({ type })),
    structs,
  );
  for (const { struct } of w.plan.classes?.classes ?? []) if (struct !== undefined) structs.delete(struct);
  for (const struct of structs) for (const line of structLines(struct)) lines.push(line);
  for (const [number, binding] of module.bindings.entries()) {
    if (w.sm1 !== undefined) break;
    if (w.plan.classes?.undeclared.has(number)) continue;
    const { name, format = 'float4' } = w.resource(number);
    const { kind, size = 0, count } = binding;
    const layout = w.layouts.get(number);
    if (layout !== undefined) {
      for (const line of bufferLines(w, number, false)) lines.push(line);
    } else if (kind === 'constants') {
      const type = hlslType(typeOf(w.rowKind(number), 4));
      const rows = `${type} ${name}[${Math.max(size, 1)}];`;
      if (count === 1) lines.push(`cbuffer ${name}_buffer${registerText(binding)} { ${rows} };`);
      else {
        lines.push(`struct ${name}_type { ${type} rows[${Math.max(size, 1)}]; };`);
        lines.push(`ConstantBuffer<${name}_type> ${name}[${count === 0 ? '' : count}]${registerText(binding)};`);
      }
    } else if (kind === 'sampler') {
      const type = binding.isComparison ? 'SamplerComparisonState' : 'SamplerState';
      lines.push(`${type} ${name}${count === 1 ? '' : `[${count === 0 ? '' : count}]`}${registerText(binding)};`);
    } else if (kind === 'group') {
      const type = w.isSignedMemory(number) ? 'int' : 'uint';
      const element = w.elements.get(number);
      if (element !== undefined) lines.push(`groupshared ${typeName(element)} ${name}[${size}];`);
      else if (binding.dimension === 'structuredBuffer') {
        lines.push(`struct ${name}_element { ${type} words[${(binding.stride ?? 4) >> 2}]; };`);
        lines.push(`groupshared ${name}_element ${name}[${size}];`);
      } else lines.push(`groupshared ${type} ${name}[${Math.max(size >> 2, 1)}];`);
    } else for (const line of viewText(w, binding, name, format)) lines.push(line);
  }
  if (hasOperation(w.uses, 'icb.load')) {
    const kind = immediateKind(w);
    const words = [...module.immediateConstants];
    const type = hlslType(typeOf(kind, 4));
    lines.push(`static const ${type} immediate_constants[${words.length >> 2}] = {`);
    for (let i = 0; i < words.length; i += 4)
      lines.push(
        `  ${type}(${words
          .slice(i, i + 4)
          .map((word) => literal(kind, word | 0))
          .join(', ')}),`,
      );
    lines.push('};');
  }
  return lines;
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

/** Arrays of the entry point, and the copies of ranges of inputs. */
export function localLines(w: HlslContext): string[] {
  const lines: string[] = [];
  const { module } = w;
  if (hasOperation(w.uses, 'var.load') || hasOperation(w.uses, 'var.store'))
    for (const [i, { rows }] of module.variables.entries()) lines.push(`${rowType(w, i)} ${variableName(i)}[${rows}];`);
  if (hasOperation(w.uses, 'in.at'))
    for (const [i, { kind, register, count }] of module.inputRanges.entries()) {
      if (!w.copiedRanges.has(i)) continue;
      const to = rangeKindOf(w, i);
      const type = hlslType(typeOf(to, 4));
      lines.push(`${type} ${inputRangeName(i)}[${count}] = (${type}[${count}])0;`);
      const written = new Set<string>();
      for (const [number, one] of module.inputs.entries()) {
        const text = w.inputElements[number];
        if (one.kind !== kind || one.register < register || one.register >= register + count || text === undefined)
          continue;
        const target = `${inputRangeName(i)}[${one.register - register}].${AXES.slice(text.first, text.first + text.width)}`;
        if (written.has(target)) continue;
        written.add(target);
        lines.push(`${target} = ${w.castText(text.name, text.kind, to, text.width)};`);
      }
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
      const row = `${outputRangeName(i)}[${one.register - register}].${AXES.slice(text.first, text.first + text.width)}`;
      lines.push(`${text.name} = ${w.castText(row, Kind.f32, text.kind, text.width)};`);
    }
  }
  return lines;
}
