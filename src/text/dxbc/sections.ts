/**
 * The short `//` sections of a container: features, statistics, programs for feature level 9, the functions of a
 * library, class linkage. Every spelling here: oracle.
 */
import {
  type NamesByNumber,
  type TessellatorDomain,
  type TessellatorOutputPrimitive,
  type TessellatorPartitioning,
  VariableClass,
} from '../../base/d3d/enumerations.ts';
import { CLIP_PLANES, type Level9Program, type ScalarMapping } from '../../chunks/aon9.ts';
import {
  type ClassInstance,
  type ClassLinkage,
  type ClassType,
  type InterfaceSlots,
  NO_SLOT,
} from '../../chunks/ifce.ts';
import {
  type FunctionParameter,
  type FunctionSignature,
  type LibraryHeader,
  PARAMETER_IN,
  PARAMETER_OUT,
  UNKNOWN_LIBRARY_CREATOR,
} from '../../chunks/library.ts';
import { FEATURES, type Feature, type FeatureInfo, RAW_BUFFERS_IN_4 } from '../../chunks/sfi0.ts';
import { STAT_FIELDS, type Statistics } from '../../chunks/stat.ts';
import { readSm4LeadingDeclarations } from '../../isa/sm4/declarations.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { SM4_FLAGGED_FEATURES } from '../../isa/sm4/tokens.ts';
import { variableTypeName } from './buffers.ts';

/** Padding for tables, as `%-20s` and `%8u` of C do it. Longer strings are not cut. */

const SPACES = Array.from({ length: 64 }, (_, n) => ' '.repeat(n));

/** `text` filled up with spaces on the right to `width` characters, at most 63. */
export function left(text: string, width: number): string {
  const missing = width - text.length;
  return missing > 0 ? text + SPACES[missing]! : text;
}

/** `text` or the unsigned number with spaces on the left, to `width` characters, at most 63. */
export function right(value: string | number, width: number): string {
  if (typeof value === 'number') return value < SMALL ? smallNumber(value, width) : padLeft(String(value), width);
  return padLeft(value, width);
}

function padLeft(text: string, width: number): string {
  const missing = width - text.length;
  return missing > 0 ? SPACES[missing]! + text : text;
}

/** Most numbers in tables are smaller; their strings are built once. */
const SMALL = 1024;
/** By width, then by number. */
const NUMBERS: (string | undefined)[][] = SPACES.map(() => []);

function smallNumber(value: number, width: number): string {
  const numbers = NUMBERS[width]!;
  const known = numbers[value];
  if (known !== undefined) return known;
  const text = padLeft(String(value), width);
  numbers[value] = text;
  return text;
}

/** `%d` of a word: its signed value. */
export function signed(word: number): string {
  return String(word | 0);
}

/** The text for each feature. */
export const FEATURE_SPELLINGS: Readonly<Record<Feature, string>> = {
  doubles: 'Double-precision floating point',
  earlyDepthStencil: 'Early depth-stencil',
  uavsAtEveryStage: 'UAVs at every shader stage',
  uavSlots64: '64 UAV slots',
  minimumPrecision: 'Minimum-precision data types',
  doubleExtensions11_1: 'Double-precision extensions for 11.1',
  shaderExtensions11_1: 'Shader extensions for 11.1',
  level9ComparisonFiltering: 'Comparison filtering for feature level 9',
  tiledResources: 'Tiled resources',
  stencilRef: 'PS Output Stencil Ref',
  innerCoverage: 'PS Inner Coverage',
  typedUavLoadAdditionalFormats: 'Typed UAV Load Additional Formats',
  rasterizerOrderedViews: 'Raster Ordered UAVs',
  arrayIndexFromAnyShader: 'SV_RenderTargetArrayIndex or SV_ViewportArrayIndex from any shader feeding rasterizer',
};

/** In the order of the listing, with the global flag for the same feature. */
const LINES = Object.entries(FEATURES).map(([feature, bit]) => ({
  bit: 1 << bit,
  line: `//       ${FEATURE_SPELLINGS[feature as Feature]}\n`,
}));

/** Features with a global flag in the program. */
const FEATURES_OF_FLAGS = Object.entries(SM4_FLAGGED_FEATURES).map(
  ([feature, field]) => [field, 1 << FEATURES[feature as keyof typeof SM4_FLAGGED_FEATURES]] as const,
);

/** Shaders with the debug digest get this note. */
export const DEBUG_LAYER_NOTE = '// Note: SHADER WILL ONLY WORK WITH THE DEBUG SDK LAYER ENABLED.\n//\n//\n';

/** Features of SFI0 that listings of shaders and of library functions show. */
const NAMED = ~RAW_BUFFERS_IN_4;
const NAMED_OF_FUNCTIONS = NAMED & ((1 << FEATURES.stencilRef) - 1);

/** The note on features; empty when none is required. */
export function printFeatures(
  features: FeatureInfo | undefined,
  program: Sm4Program | undefined,
  isFunction: boolean,
): string {
  const low = (features?.low ?? 0) & (isFunction ? NAMED_OF_FUNCTIONS : NAMED);
  const asked = low | (program === undefined ? 0 : featuresOf(program));
  if (asked === 0) return '';
  let lines = '';
  for (const { bit, line } of LINES) if ((asked & bit) !== 0) lines += line;
  return lines === '' ? '' : `// Note: shader requires additional functionality:\n${lines}//\n//\n`;
}

/** Feature bits for the global flags in the declarations at the start of `program`. */
function featuresOf({ words }: Sm4Program): number {
  const { globalFlags } = readSm4LeadingDeclarations(words);
  let features = 0;
  for (const [field, bit] of FEATURES_OF_FLAGS) if (field.test(globalFlags)) features |= bit;
  return features;
}

/** By `D3D_TESSELLATOR_DOMAIN`. */
export const DOMAINS: readonly string[] = [
  'Undefined',
  'Isoline',
  'Triangle',
  'Quadrilateral',
] as const satisfies NamesByNumber<typeof TessellatorDomain>;
/** By `D3D_TESSELLATOR_OUTPUT_PRIMITIVE`. */
export const OUTPUT_PRIMITIVES: readonly string[] = [
  'Undefined',
  'Point',
  'Line',
  'Clockwise Triangles',
  'Counter-Clockwise Triangles',
] as const satisfies NamesByNumber<typeof TessellatorOutputPrimitive>;
/** By `D3D_TESSELLATOR_PARTITIONING`. */
export const PARTITIONINGS: readonly string[] = [
  'Undefined',
  'Integer',
  'Integer Power of 2',
  'Odd Fractional',
  'Even Fractional',
] as const satisfies NamesByNumber<typeof TessellatorPartitioning>;
const UNKNOWN = '<internal error>';

/** The sections on sampling frequency and tessellation, where the statistics have such values. */
export function printStatistics({ words }: Statistics): string {
  let text = '';
  if (words[STAT_FIELDS.sampleFrequency]! !== 0) text += '// Pixel Shader runs at sample frequency\n//\n';
  const domain = words[STAT_FIELDS.tessellatorDomain]!;
  const controlPoints = words[STAT_FIELDS.controlPoints]!;
  if (domain !== 0 || controlPoints !== 0) {
    text += `// Tessellation Domain   # of control points
// -------------------- --------------------
// ${left(DOMAINS[domain] ?? UNKNOWN, 20)} ${right(controlPoints, 20)}
//
`;
  }
  const primitive = words[STAT_FIELDS.hsOutputPrimitive]!;
  const partitioning = words[STAT_FIELDS.hsPartitioning]!;
  if (primitive !== 0 || partitioning !== 0) {
    text += `// Tessellation Output Primitive  Partitioning Type 
// ------------------------------ ------------------
// ${left(OUTPUT_PRIMITIVES[primitive] ?? UNKNOWN, 30)} ${left(PARTITIONINGS[partitioning] ?? UNKNOWN, 18)}
//
`;
  }
  return text;
}

/** The last line of a listing. The count is the compiler's; without statistics it is 0. */
export function printSlots(statistics: Statistics | undefined): string {
  return `// Approximately ${signed(statistics?.words[STAT_FIELDS.instructionCount] ?? 0)} instruction slots used\n`;
}

/** The component of the constant buffer, by its byte. */
export const CONVERSIONS = [' FLT', 'BOOL', ' INT', 'UINT'];
export const UNKNOWN_CONVERSION = 'UNKN';

/** The values that the runtime writes into a constant. */
export const RUNTIME_KINDS = ['Vertex Shader position offset', 'Instance ID'];
export const UNKNOWN_RUNTIME_KIND = 'Unknown Value';

/** The tables; empty when there is nothing to map. Every table ends with an empty line. */
export function printMappings(program: Level9Program): string {
  const sections: string[] = [];
  const constants = printConstants(program);
  if (constants !== '') {
    sections.push(`// Constant buffer to DX9 shader constant mappings:\n//\n${constants}`);
  }
  if (program.runtime.length > 0) sections.push(printRuntime(program));
  if (program.samplers.length > 0) sections.push(printSamplers(program));
  return sections.length === 0 ? '' : `//\n${sections.join('//\n//\n')}//\n`;
}

function printConstants(program: Level9Program): string {
  const tables: string[] = [];
  if (program.bools.length > 0) tables.push(printScalars(program.bools, 'b'));
  if (program.integers.length > 0) tables.push(printScalars(program.integers, 'i'));
  if (program.constants.length > 0) tables.push(printFloats(program));
  return tables.join('//\n');
}

function printScalars(mappings: readonly ScalarMapping[], register: string): string {
  let text = `// Target Reg Buffer  Source Reg Component
// ---------- ------- ---------- ---------
`;
  for (const mapping of mappings) {
    const target = left(register + mapping.targetRegister, 10);
    const source = right(mapping.sourceRegister, 10);
    text += `// ${target} ${left(`cb${mapping.buffer}`, 7)} ${source} ${right(mapping.component, 9)}\n`;
  }
  return text;
}

function printFloats(program: Level9Program): string {
  let text = `// Target Reg Buffer  Start Reg # of Regs        Data Conversion
// ---------- ------- --------- --------- ----------------------
`;
  for (const mapping of program.constants) {
    const { targetRegister, conversions } = mapping;
    const target = targetRegister >= CLIP_PLANES ? `clip${targetRegister - CLIP_PLANES}` : `c${targetRegister}`;
    const cells = `${left(`cb${mapping.buffer}`, 7)} ${right(mapping.sourceRegister, 9)} ${right(mapping.count, 9)}`;
    text += `// ${left(target, 10)} ${cells}  (${conversionsText(conversions)})\n`;
  }
  return text;
}

function conversionsText(conversions: number): string {
  const of = (shift: number) => CONVERSIONS[(conversions >>> shift) & 0xff] ?? UNKNOWN_CONVERSION;
  return `${of(0)},${of(8)},${of(16)},${of(24)}`;
}

function printRuntime(program: Level9Program): string {
  let text = `// Runtime generated constant mappings:
//
// Target Reg                               Constant Description
// ---------- --------------------------------------------------
`;
  for (const mapping of program.runtime) {
    const kind = RUNTIME_KINDS[mapping.kind] ?? UNKNOWN_RUNTIME_KIND;
    text += `// ${left(`c${mapping.targetRegister}`, 10)} ${right(kind, 50)}\n`;
  }
  return text;
}

function printSamplers(program: Level9Program): string {
  let text = `// Sampler/Resource to DX9 shader sampler mappings:
//
// Target Sampler Source Sampler  Source Resource
// -------------- --------------- ----------------
`;
  for (const mapping of program.samplers) {
    const target = left(`s${mapping.targetSampler}`, 14);
    const sampler = left(`s${mapping.sourceSampler}`, 15);
    text += `// ${target} ${sampler} ${left(`t${mapping.sourceResource}`, 16)} \n`;
  }
  return text;
}

/** The section at the top of the listing of a library. */
export function printLibraryHeader(header: LibraryHeader): string {
  const { functions } = header;
  let text = `//\n// Library:  flags ${header.flags.toString(16)}, ${functions.length} functions:\n`;
  functions.forEach(({ name }, index) => {
    text += `// ${right(index, 3)}  ${name}\n`;
  });
  return `${text}//\n// Created by:  ${header.creator ?? UNKNOWN_LIBRARY_CREATOR}\n//\n`;
}

/** The parameters and the result of a function. */
export function printFunctionSignature(signature: FunctionSignature): string {
  const { returns, parameters } = signature;
  const something = returns !== undefined && returns.type !== 0;
  let text = `// Function parameter signature (return: ${something ? 'yes' : 'no'}, parameters: ${parameters.length}):
//
// Name                 SemanticName         In 1st,Num,Mask Out 1st,Num,Mask Type                           
// -------------------- -------------------- --------------- ---------------- ------------------------------ 
`;
  if (returns !== undefined) text += printParameter(returns);
  for (const parameter of parameters) text += printParameter(parameter);
  return `${text}//\n`;
}

const DIRECTIONS = ['', 'in ', 'out ', 'inout '];

function printParameter(parameter: FunctionParameter): string {
  const { flags } = parameter;
  const isIn = (flags & PARAMETER_IN) !== 0;
  const isOut = (flags & PARAMETER_OUT) !== 0;
  const names = `${left(parameter.name ?? '(null)', 20)} ${left(parameter.semanticName ?? '', 20)}`;
  const input = isIn ? ` v${locationText(parameter, parameter.firstInRegister, parameter.firstInComponent)}` : '';
  const output = isOut ? `  o${locationText(parameter, parameter.firstOutRegister, parameter.firstOutComponent)}` : '';
  const direction = DIRECTIONS[flags & (PARAMETER_IN | PARAMETER_OUT)]!;
  return `// ${names} ${left(input, 15)} ${left(output, 16)} ${direction}${typeText(parameter)}\n`;
}

/** First register, number of registers, and the components of each. */
function locationText(parameter: FunctionParameter, register: number, component: number): string {
  const { rows, columns } = parameter;
  return `${left(String(register), 4)} ${left(String(rows), 3)} ${components(component, columns)}`;
}

/** Compilers never claim more than 4; Microsoft's printer crashes on 63. */
const MAX_COMPONENTS = 64;

function components(first: number, count: number): string {
  let text = '';
  for (let i = 0; i < count && i < MAX_COMPONENTS; i++) text += 'xyzw'[(first + i) | 0] ?? '?';
  return text;
}

/** The type as in the source. Rows are registers here: the columns of a column-major matrix. */
function typeText(parameter: FunctionParameter): string {
  const { rows, columns } = parameter;
  const name = variableTypeName(parameter.type);
  if (parameter.class === VariableClass.vector) return name + columns;
  if (parameter.class === VariableClass.matrixRows) return `row_major ${name}${rows}x${columns}`;
  if (parameter.class === VariableClass.matrixColumns) return `${name}${columns}x${rows}`;
  return name;
}

const RULE = '// +----------+---------+---------------------------------------\n';
export const COLUMNS_A_ROW = 8;
/** Microsoft's printer leaves out one class after every full row: they are counted, but not printed. */
const COLUMNS_COUNTED = COLUMNS_A_ROW + 1;

/** The three tables; those on instances only when there are any. */
export function printLinkage(linkage: ClassLinkage): string {
  let text = `//
// Available Class Types:
//
// Name                             ID CB Stride Texture Sampler
// ------------------------------ ---- --------- ------- -------
`;
  linkage.types.forEach((type, index) => {
    text += printType(type, index);
  });
  text += '//\n';
  if (linkage.instances.length > 0) {
    text += `// Available Class Instances:
//
// Name                        Type CB CB Offset Texture Sampler
// --------------------------- ---- -- --------- ------- -------
`;
    for (const instance of linkage.instances) text += printInstance(instance);
    text += '//\n';
  }
  return `${text}// Interface slots, ${linkage.slotCount} total:\n//\n//             Slots\n${RULE}${printInterfaceSlots(linkage.slots)}`;
}

function printType(type: ClassType, index: number): string {
  const { constantBufferStride, textureStride, samplerStride } = type;
  const strides = `${right(constantBufferStride, 9)} ${right(textureStride, 7)} ${right(samplerStride, 7)}`;
  return `// ${left(type.name, 30)} ${right(index, 4)} ${strides}\n`;
}

function printInstance(instance: ClassInstance): string {
  const name = instance.elements === 1 ? instance.name : `${instance.name}[${instance.elements}]`;
  const buffer = slotText(instance.constantBuffer);
  const offset = instance.constantBuffer === NO_SLOT ? '-' : instance.constantBufferOffset;
  const cells = `${right(buffer, 2)} ${right(offset, 9)} ${right(slotText(instance.texture), 7)} ${right(slotText(instance.sampler), 7)}`;
  return `// ${left(name, 27)} ${right(instance.type, 4)} ${cells}\n`;
}

function slotText(slot: number): string | number {
  return slot === NO_SLOT ? '-' : slot;
}

function printInterfaceSlots(slots: readonly InterfaceSlots[]): string {
  let text = '';
  let first = 0;
  for (const { count, typeIds, tableIds } of slots) {
    for (let from = 0; from < typeIds.length; from += COLUMNS_COUNTED) {
      let types = '';
      let tables = '';
      for (let i = from; i < from + COLUMNS_A_ROW && i < typeIds.length; i++) {
        types += left(String(typeIds[i]), 5);
        tables += left(String(tableIds[i]), 5);
      }
      const range = from === 0 ? rangeText(first, count) : '         ';
      text += `// | Type ID  |${range}|${types}\n// | Table ID |         |${tables}\n`;
      // Once a row, not once a group: Microsoft's numbers are too high when a group has several rows.
      first = (first + count) >>> 0;
    }
    text += RULE;
  }
  return text;
}

/** The slots of a group, in a column of 9. */
function rangeText(first: number, count: number): string {
  if (count <= 1) return `${right(first, 4)}     `;
  return `${right(first, 4)}-${left(String((first + count - 1) >>> 0), 4)}`;
}
