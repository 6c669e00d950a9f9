/** Warns of declarations in changed lines that the chunks of the original, which stay as they are, do not have. */

import { FIRST_PIXEL_OUTPUT, SYSTEM_VALUE_REGISTERS } from '../../base/d3d/system-values.ts';
import { Diagnostics } from '../../base/diagnostics.ts';
import { readRdef } from '../../chunks/rdef.ts';
import { NO_REGISTER, readSignature } from '../../chunks/signature.ts';
import type { Container } from '../../container/dxbc.ts';
import type { ShaderChunks } from '../../container/shader-chunks.ts';
import { readSm4Declarations, type Sm4Declarations, type Sm4DeclaredRegister } from '../../isa/sm4/declarations.ts';
import { SM4_OPERAND_TYPES, SM4_RESOURCE_PREFIXES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4UsesRangeIds } from '../../isa/sm4/program.ts';
import { DX3222, DX3223 } from '../messages.ts';

import { isOfPatch } from './derived.ts';
import { boundRegisters } from './headers/bindings.ts';
import { type Line, type LineReports, withoutPrefix } from './headers/lines.ts';
/** The instructions of a text, assembled. */
export interface AssembledText {
  readonly program: Sm4Program;
  /** The word index of each instruction, and of the end. */
  readonly starts: readonly number[];
  /** The offset of the line of each instruction, in characters of the source, and its number. */
  readonly at: readonly number[];
  readonly lines: readonly number[];
  /** Each instruction as listings spell it, to compare. */
  readonly texts: readonly string[];
}

/** The line that begins at `start`. */
export function lineAt(source: string, start: number, number: number): Line {
  const end = source.indexOf('\n', start);
  return { text: source.slice(start, end < 0 ? source.length : end).trimEnd(), start, number };
}

const {
  input: INPUT,
  output: OUTPUT,
  inputControlPoint: CONTROL_POINT,
  inputPatchConstant: PATCH_CONSTANT,
} = SM4_OPERAND_TYPES;
/** Semantics of outputs with a register of their own, in small letters. */
const SPECIAL_OUTPUTS: ReadonlyMap<number, string> = new Map(
  SYSTEM_VALUE_REGISTERS.filter(({ code }) => code >= FIRST_PIXEL_OUTPUT).map(({ operand, semantic }) => [
    SM4_OPERAND_TYPES[operand].code,
    semantic.toLowerCase(),
  ]),
);

/** The components of a signature: by register, or by semantic for those with a register of their own. */
interface SignatureComponents {
  readonly masks: ReadonlyMap<number, number>;
  readonly semantics: ReadonlySet<string>;
}

/** Warns of declarations in changed lines that the chunks of the original do not have. */
export class OriginalWarnings {
  private readonly declarations: Sm4Declarations;

  constructor(
    private readonly container: Container,
    private readonly chunks: ShaderChunks,
    private readonly text: AssembledText,
    private readonly aligned: Int32Array,
    private readonly reports: LineReports,
  ) {
    this.declarations = readSm4Declarations(text.program);
  }

  report(): void {
    const { chunks, declarations } = this;
    const { stage } = this.text.program;
    const input = this.elements(chunks.input);
    const output = this.elements(chunks.output);
    const patch = this.elements(chunks.patchConstants);
    for (const register of declarations.inputs) {
      if (register.type === INPUT.code || register.type === CONTROL_POINT.code) this.register(register, input, 'input');
      else if (register.type === PATCH_CONSTANT.code) this.register(register, patch, 'patch constant');
    }
    for (const register of declarations.outputs) {
      const isPatch = stage === 'hs' && isOfPatch(register);
      if (register.type === OUTPUT.code)
        this.register(register, isPatch ? patch : output, isPatch ? 'patch constant' : 'output');
      else if (SPECIAL_OUTPUTS.has(register.type)) this.register(register, output, 'output');
    }
    this.resources();
  }

  private elements(chunk: ShaderChunks['input']): SignatureComponents | undefined {
    const signature = chunk && readSignature(this.container, chunk, new Diagnostics());
    if (signature === undefined) return undefined;
    const masks = new Map<number, number>();
    const semantics = new Set<string>();
    for (const { register, mask, semanticName } of signature.elements) {
      if (register === NO_REGISTER) semantics.add(semanticName.toLowerCase());
      else masks.set(register, (masks.get(register) ?? 0) | mask);
    }
    return { masks, semantics };
  }

  private isChanged(position: number): boolean {
    return (this.aligned[position] ?? -1) < 0;
  }

  private line(position: number): Line {
    const { at, lines } = this.text;
    return lineAt(this.reports.source, at[position] ?? 0, lines[position] ?? 1);
  }

  private register(
    register: Sm4DeclaredRegister,
    components: SignatureComponents | undefined,
    signature: string,
  ): void {
    if (components === undefined || !this.isChanged(register.position)) return;
    const semantic = SPECIAL_OUTPUTS.get(register.type);
    const mask = components.masks.get(register.register);
    const found =
      semantic === undefined ? mask !== undefined && (register.mask & ~mask) === 0 : components.semantics.has(semantic);
    if (found) return;
    const line = this.line(register.position);
    this.reports.report(DX3222, line, { register: declaredText(line), signature });
  }

  private resources(): void {
    const { container, chunks, declarations, reports } = this;
    const resources = chunks.resources && readRdef(container, chunks.resources, new Diagnostics());
    if (resources === undefined) return;
    const rangeIds = sm4UsesRangeIds(this.text.program);
    const bound = boundRegisters(resources.bindings, rangeIds);
    for (const { type, id, position } of declarations.resources) {
      if (!this.isChanged(position) || bound.has(SM4_RESOURCE_PREFIXES[type] + id)) continue;
      const line = this.line(position);
      reports.report(DX3223, line, { register: declaredText(line) });
    }
  }
}

/** The declaration as the text has it. */
function declaredText({ text }: Line): string {
  return withoutPrefix(text).trim().slice(0, 80);
}
