/**
 * The rules of vertex and pixel shaders of models 1 to 3 that meet. From model 3 on outputs and inputs are matched by
 * usage and usage index, and a pair that does not match is no pair (source: documents). Before, registers have fixed
 * meanings, nothing is refused, and what the vertex shader never writes is undefined in the pixel shader.
 *
 * Not for: whether each of them is valid, such as a vertex shader without a position.
 */

import { FULL_MASK, maskText } from '../../isa/components.ts';
import { Sm1Cursor, type Sm1OperandSlot } from '../../isa/sm1/cursor.ts';
import {
  type Sm1DeclaredRegister,
  sm1DeclaredRegister,
  sm1FixedInputUsage,
  sm1FixedOutputUsage,
  sm1UsageCode,
} from '../../isa/sm1/declarations.ts';
import { SM1_OPCODE_BY_CODE, SM1_OPCODES, type Sm1Opcode } from '../../isa/sm1/opcodes.ts';
import { readSm1Words, type Sm1Program } from '../../isa/sm1/program.ts';
import { SM1_REGISTERS, SM1_USAGES, sm1RegisterText } from '../../isa/sm1/registers.ts';
import type { PipelineRuleRow } from '../rule.ts';
import type { PipelineDiagnostics, ShaderSpan, Sm1Shader } from './shader.ts';
import { locatedName, stageName } from './signatures.ts';

export const MODELS_RULE: PipelineRuleRow = {
  code: 'DX4130',
  text: 'The shader is {profile}, but {other} is {otherProfile}; shader model 3 cannot be combined with other models.',
  hint: 'Compile both shaders for shader model 3, or both for lower models.',
};
export const MISSING_RULE: PipelineRuleRow = {
  code: 'DX4131',
  text: '{name} is read, but the vertex shader has no such output.',
  hint: 'Output the value in the vertex shader with the same usage and index.',
};
export const MASK_RULE: PipelineRuleRow = {
  code: 'DX4132',
  text: '{name} is read with the components {found}, but the {earlier} outputs {expected}.',
  hint: 'Declare all components that the pixel shader reads in the vertex shader.',
};
export const PACKED_RULE: PipelineRuleRow = {
  code: 'DX4133',
  severity: 'warning',
  text: '{name} and {other} share a register here, but are in two registers of the {earlier}.',
  hint: 'Pack the values the same way in both shaders, or give each its own register.',
};
export const UNWRITTEN_RULE: PipelineRuleRow = {
  code: 'DX4134',
  severity: 'warning',
  text: 'The components {components} of {name} are read, but the {earlier} writes none of them.',
  hint: 'Write them in the vertex shader.',
};
export const NOT_FIXED_RULE: PipelineRuleRow = {
  code: 'DX4135',
  text: '{name} is an output that no pixel shader below shader model 3 can read.',
  hint: 'Output only position 0, psize 0, fog 0, color 0 and 1, and texcoord 0 to 7.',
};
export const CONSUMED_RULE: PipelineRuleRow = {
  code: 'DX4136',
  text: '{name} goes to the rasterizer; a pixel shader cannot read it.',
  hint: 'Output the value a second time with another usage or index.',
};

const INPUT = SM1_REGISTERS.input.code;
const TEXTURE = SM1_REGISTERS.addressOrTexture.code;
const COLOR_OUT = SM1_REGISTERS.attributeOut.code;
const OUTPUT = SM1_REGISTERS.outputOrTexCoordOut.code;
const COLOR = sm1UsageCode('color');
const TEXCOORD = sm1UsageCode('texcoord');
/** Usages that the rasterizer consumes itself when their index is 0. */
const CONSUMED = [sm1UsageCode('position'), sm1UsageCode('psize')];

/** How many values of a usage reach pixel shaders below model 3, or the rasterizer. */
const FIXED: ReadonlyMap<number, number> = new Map([
  [sm1UsageCode('position'), 1],
  [sm1UsageCode('psize'), 1],
  [sm1UsageCode('fog'), 1],
  [COLOR, 2],
  [TEXCOORD, 8],
]);

/** Instructions of ps_1_1 to ps_1_3 whose destination is a texture register, and which do not read its coordinates. */
const WITHOUT_COORDINATES: ReadonlySet<Sm1Opcode> = new Set([
  'texreg2ar',
  'texreg2gb',
  'texreg2rgb',
  'texdepth',
] as const);

/** A value that leaves a vertex shader or enters a pixel shader. */
interface LinkValue {
  readonly usage: number;
  readonly index: number;
  readonly register: number;
  /** Components, x to w from bit 0. */
  mask: number;
  /** Where it is first declared or used. */
  readonly span: ShaderSpan;
  /** The register as listings write it. */
  readonly text: string;
}

export function checkSm1Pair(vertex: Sm1Shader, pixel: Sm1Shader, diagnostics: PipelineDiagnostics): void {
  const vs = readSm1Words(vertex.words);
  const ps = readSm1Words(pixel.words);
  const isSoftware = vertex.profile === 'vs_3_sw';
  if (vs.major >= 3 !== ps.major >= 3 && !(isSoftware && ps.major < 3)) {
    diagnostics.add(MODELS_RULE, pixel.span, {
      profile: pixel.profile,
      other: vertex.name,
      otherProfile: vertex.profile,
    });
    return;
  }
  const outputs = registersOf(vs, vertex);
  const inputs = registersOf(ps, pixel);
  if (ps.major >= 3) checkUsages(vertex, outputs, inputs, diagnostics);
  else {
    if (isSoftware) checkFixed(outputs, diagnostics);
    checkWritten(vertex, outputs, inputs, diagnostics);
  }
}

function checkUsages(
  vertex: Sm1Shader,
  outputs: readonly LinkValue[],
  inputs: readonly LinkValue[],
  diagnostics: PipelineDiagnostics,
): void {
  const given = byUsage(outputs);
  /** The first value in each register of the pixel shader that was found, and where it comes from. */
  const partners = new Map<number, { readonly input: LinkValue; readonly output: LinkValue }>();
  for (const input of inputs) {
    const { span } = input;
    const name = `${registerName(input)} (${input.text})`;
    if (input.index === 0 && CONSUMED.includes(input.usage)) {
      diagnostics.add(CONSUMED_RULE, span, { name });
      continue;
    }
    const output = given.get(usageKey(input));
    if (output === undefined) {
      diagnostics.add(MISSING_RULE, span, { name });
      continue;
    }
    const earlier = locatedName(vertex, output.span);
    if ((input.mask & ~output.mask) !== 0) {
      const values = { name, earlier, found: componentsText(input.mask), expected: componentsText(output.mask) };
      diagnostics.add(MASK_RULE, span, values);
    }
    const partner = partners.get(input.register);
    if (partner === undefined) partners.set(input.register, { input, output });
    else if (partner.output.register !== output.register)
      diagnostics.add(PACKED_RULE, span, { name, earlier, other: registerName(partner.input) });
  }
}

function checkWritten(
  vertex: Sm1Shader,
  outputs: readonly LinkValue[],
  inputs: readonly LinkValue[],
  diagnostics: PipelineDiagnostics,
): void {
  const given = byUsage(outputs);
  for (const input of inputs) {
    const output = given.get(usageKey(input));
    const unwritten = input.mask & ~(output?.mask ?? 0);
    if (unwritten === 0) continue;
    const name = `${input.text} (${registerName(input)})`;
    const earlier = output ? locatedName(vertex, output.span) : stageName(vertex);
    diagnostics.add(UNWRITTEN_RULE, input.span, { name, earlier, components: componentsText(unwritten) });
  }
}

/** Checks the outputs of a vs_3_sw for a pixel shader below model 3. */
function checkFixed(outputs: readonly LinkValue[], diagnostics: PipelineDiagnostics): void {
  for (const output of outputs)
    if (output.index >= (FIXED.get(output.usage) ?? 0))
      diagnostics.add(NOT_FIXED_RULE, output.span, { name: `${registerName(output)} (${output.text})` });
}

/** The first value of each usage and index. */
function byUsage(values: readonly LinkValue[]): ReadonlyMap<string, LinkValue> {
  // A map keeps the last value of equal keys.
  return new Map(values.toReversed().map((value) => [usageKey(value), value]));
}

function usageKey({ usage, index }: LinkValue): string {
  return `${usage} ${index}`;
}

/** The outputs of a vertex shader, or the inputs of a pixel shader. */
function registersOf(program: Sm1Program, shader: Sm1Shader): LinkValue[] {
  const reader = new LinkReader(program, shader);
  const cursor = new Sm1Cursor(program);
  for (let i = 0; i < program.count; i++) {
    cursor.goto(i);
    if (!cursor.isComment) reader.read(cursor);
  }
  return [...reader.values.values()];
}

/** A register where it is named. */
type Located = Pick<Sm1OperandSlot, 'type' | 'number' | 'at'>;

/** Whether a texture instruction of ps_1_1 to ps_1_3 reads the coordinates of its destination. */
function readsCoordinates(opcode: number): boolean {
  const name = SM1_OPCODE_BY_CODE.get(opcode);
  if (name === undefined || WITHOUT_COORDINATES.has(name)) return false;
  const { category } = SM1_OPCODES[name];
  return category === 'texture' || category === 'sample';
}

class LinkReader {
  readonly values = new Map<string, LinkValue>();

  constructor(
    private readonly program: Sm1Program,
    private readonly shader: Sm1Shader,
  ) {}

  read(cursor: Sm1Cursor): void {
    const { major, stage } = this.program;
    if (cursor.attributes >= 0) {
      const declared = sm1DeclaredRegister(cursor, this.program);
      if (declared !== undefined) this.#declaration(declared);
    } else if (stage === 'vs') {
      if (major < 3 && cursor.firstSource > 0) this.#fixedOutput(cursor.operands[0]!);
    } else if (major < 2) {
      this.#oldInputs(cursor);
    }
  }

  #declaration(declared: Sm1DeclaredRegister): void {
    const { major, stage } = this.program;
    const { type, usage, usageIndex, mask } = declared;
    if (major >= 3 && type === (stage === 'vs' ? OUTPUT : INPUT)) this.#add(declared, usage, usageIndex, mask);
    else if (major === 2 && stage === 'ps') this.#fixedInput(declared, mask);
  }

  /** `oD1`, `oT3`: the only outputs that pixel shaders below model 3 read. */
  #fixedOutput(destination: Sm1OperandSlot): void {
    const { type, number, mask } = destination;
    if (type !== COLOR_OUT && type !== OUTPUT) return;
    const fixed = sm1FixedOutputUsage(type, number);
    if (fixed !== undefined) this.#add(destination, fixed.usage, fixed.index, mask);
  }

  #fixedInput(register: Located, mask: number): void {
    const fixed = sm1FixedInputUsage(register.type, register.number);
    if (fixed !== undefined) this.#add(register, fixed.usage, fixed.index, mask);
  }

  /** Pixel shaders 1.x have no declarations: the registers they use are their inputs. */
  #oldInputs(cursor: Sm1Cursor): void {
    const { operands, operandCount, firstSource } = cursor;
    if (this.program.minor < 4 && firstSource > 0 && operands[0]!.type === TEXTURE && readsCoordinates(cursor.opcode))
      this.#fixedInput(operands[0]!, FULL_MASK);
    for (let i = firstSource; i < operandCount; i++) {
      const source = operands[i]!;
      // Before 1.4, a texture register that is read already holds a color.
      if (this.program.minor >= 4 || source.type === INPUT) this.#fixedInput(source, FULL_MASK);
    }
  }

  #add({ type, number, at }: Located, usage: number, index: number, mask: number): void {
    const key = `${type} ${number} ${usage} ${index}`;
    const known = this.values.get(key);
    if (known !== undefined) {
      known.mask |= mask;
      return;
    }
    const { index: shader, programOffset } = this.shader;
    const start = programOffset + 4 * at;
    const dialect = { pixel: this.program.stage === 'ps', major: this.program.major };
    this.values.set(key, {
      usage,
      index,
      register: number,
      mask,
      span: { shader, start, end: start + 4 },
      text: sm1RegisterText(type, number, dialect),
    });
  }
}

/** `texcoord3`. */
function registerName({ usage, index }: LinkValue): string {
  return `${SM1_USAGES[usage] ?? `usage ${usage} `}${index}`;
}

function componentsText(mask: number): string {
  return maskText(mask) || 'none';
}
