/**
 * Validates the programs of a file by the rules of their instruction sets, which the caller has: the program loads
 * those that its inputs need, and starts a twentieth faster (measured).
 *
 * Not for: rules (sm1/, sm4/, validate-root-signature.ts), the public functions (validate.ts).
 */
import { type Diagnostic, Diagnostics, diagnostic, fillPlaceholders, InternalError } from '../base/diagnostics.ts';
import { sm1Profile, sm1Stage } from '../base/profile.ts';
import { wordsOf } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Container, readContainer } from '../container/dxbc.ts';
import { DX1007 } from '../container/messages.ts';
import { programChunk } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import type { FileFormat } from '../file/detect-format.ts';
import {
  arrayNote,
  diagnosticsIn,
  readShaderFile,
  reportNoPrograms,
  type ShaderFile,
  type ShaderProgram,
} from '../file/shader-file.ts';
import { DX2106, DX2107 } from './messages.ts';
import type { Sm1Diagnostic } from './sm1/context.ts';
import type { pedanticNotes } from './sm1/pedantic.ts';
import type { checkSm1 } from './sm1/validate-sm1.ts';
import type { withoutRepeats } from './sm4/context.ts';
import type { validateSm4 } from './sm4/validate-container.ts';
import { checkRts0 } from './validate-root-signature.ts';

export interface ValidateOptions {
  /**
   * Whose rules: those of the `runtime` (default) and the assembler, or of the `compiler`, which has other codes for
   * slot limits.
   */
  readonly as?: 'runtime' | 'compiler';
  /**
   * Adds notes on rules of the format documents that Microsoft's validator does not enforce; they never make a shader
   * invalid.
   */
  readonly pedantic?: boolean;
}

export interface ValidationResult extends FileFormat {
  /** Whether there is no error; undefined if there is nothing to validate; the diagnostics then say why. */
  readonly valid: boolean | undefined;
  /** In the order of the file, and for one program in Microsoft's order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly programs: readonly ValidatedProgram[];
}

export type ValidatedProgram = ShaderProgram;

/** The missing part, in messages, for formats without rules. */
const NO_RULES = 'rules for it';

/** Flags of the validator (source: oracle). */
const COMPILER = 1;
const MINIMUM_PRECISION = 2;

function flagsOf({ as }: ValidateOptions): number {
  return as === 'compiler' ? COMPILER : 0;
}

/** The rules of one instruction set each. */
export interface RuleSets {
  readonly sm1?: { readonly checkSm1: typeof checkSm1; readonly pedanticNotes: typeof pedanticNotes } | undefined;
  readonly sm4?:
    | { readonly validateSm4: typeof validateSm4; readonly withoutRepeats: typeof withoutRepeats }
    | undefined;
}

export class FileValidator {
  readonly #list: Diagnostic[] = [];
  readonly #programs: ValidatedProgram[] = [];
  #valid = true;
  /** Whether there was a program or root signature to validate. */
  #validated = false;

  /**
   * @param rules of the instruction sets that the file has
   * @param flags of the validator of shader models 1 to 3
   */
  constructor(
    private readonly rules: RuleSets,
    private readonly options: ValidateOptions,
    private readonly flags: number = flagsOf(options),
  ) {}

  #rulesOf<Isa extends keyof RuleSets>(isa: Isa): NonNullable<RuleSets[Isa]> {
    const rules = this.rules[isa];
    if (rules === undefined) throw new InternalError(`the rules of ${isa} were not loaded`);
    return rules;
  }

  checkSm1(bytes: Uint8Array): ValidationResult {
    const words = wordsOf(bytes);
    this.#program({ isa: 'sm1', words, offset: 0, level9: false, chunk: undefined });
    const profile = words.length > 0 && sm1Stage(words[0]!) !== undefined ? sm1Profile(words[0]!) : null;
    return { format: 'sm1', profile, valid: this.#valid, diagnostics: this.#list, programs: this.#programs };
  }

  check(file: Uint8Array): ValidationResult {
    const reader = new Diagnostics();
    const opened = readShaderFile(file, reader);
    const { format, profile, cArray, container } = opened;
    if (container?.isCutOff) {
      // Rules about what is missing would only repeat that.
      const cutOff = new Diagnostics();
      readContainer(opened.bytes, diagnosticsIn(opened, cutOff));
      return { format, profile, valid: false, diagnostics: cutOff.list, programs: [] };
    }
    if (format === 'root-signature' && container) return this.#rootSignature(opened, container, reader);
    if (container && format === 'dxbc') this.#container(container, 0);
    else if (container && format === 'library') this.#library(container);
    for (const program of opened.programs) {
      // Programs for XNA follow other rules (file/shader-file.ts).
      if (program.isa === 'sm1' && program.chunk !== 'XNAS' && program.chunk !== 'XNAP') this.#program(program);
    }
    if (!this.#validated) reportNoPrograms(opened, 'validate', NO_RULES, diagnosticsIn(opened, reader));
    const notes = cArray === undefined ? [] : [arrayNote(cArray.name)];
    const list = this.#list.map((diagnostic) => ({ ...diagnostic, notes: [...diagnostic.notes, ...notes] }));
    const reported = new Set(list.map(({ code }) => code));
    // Where reader and validator report the same code, the validator has the right severity.
    const read = reader.list.filter(({ code }) => !reported.has(code));
    const unread = read.some(({ severity }) => severity === 'error');
    const valid = this.#validated ? this.#valid && !unread : undefined;
    return { format, profile, valid, diagnostics: [...read, ...list], programs: this.#programs };
  }

  /**
   * Validates a container that should have a program of shader model 4 to 5.1 and begins at byte `base` of the file.
   */
  #container(container: Container, base: number): void {
    this.#validated = true;
    const { validateSm4, withoutRepeats } = this.#rulesOf('sm4');
    const { list, errors, omitted } = validateSm4(container);
    if (errors > 0) this.#valid = false;
    const chunk = programChunk(container.chunks);
    const words = chunk ? wordsOf(chunk.data) : new Uint32Array(0);
    const offset = base + (chunk ? chunk.offset + CHUNK_HEADER_SIZE : 0);
    const end = chunk ? offset + chunk.data.byteLength : base + container.bytes.byteLength;
    const name = chunk?.tag === TAG.SHEX ? 'SHEX' : 'SHDR';
    const program = chunk ? this.#programs.push({ isa: 'sm4', words, offset, level9: false, chunk: name }) - 1 : -1;
    for (const { rule, instruction, operand, at, values, span } of withoutRepeats(list)) {
      const inside = span === undefined && at >= 0 && at < words.length;
      const start = span ? base + span.start : inside ? offset + 4 * at : offset;
      this.#list.push({
        code: rule.code,
        severity: rule.severity ?? 'error',
        message: fillPlaceholders(rule.text, values),
        span: { unit: 'byte', start, end: span ? base + span.end : inside ? start + 4 : end },
        notes: [],
        ...(instruction > 0 ? { instruction } : {}),
        ...(operand > 0 ? { operand } : {}),
        ...(inside ? { program, at } : {}),
        hint: fillPlaceholders(rule.hint, values),
        rule,
      });
    }
    if (omitted === 0) return;
    const omittedDiagnostics = new Diagnostics();
    omittedDiagnostics.report(DX2107, offset, end, { count: omitted });
    for (const one of omittedDiagnostics.list) this.#list.push(one);
  }

  /** Validates the functions of a library; each is a container. */
  #library(library: Container): void {
    let bytesLeft = library.bytes.byteLength;
    for (const [index, chunk] of library.chunks.entries()) {
      if (chunk.tag !== TAG.LIBF) continue;
      const base = chunk.offset + CHUNK_HEADER_SIZE;
      bytesLeft -= chunk.data.byteLength;
      if (bytesLeft < 0) {
        // Functions that together are longer than the library share bytes; validating all of them could take forever.
        const span = { unit: 'byte', start: chunk.offset, end: base } as const;
        const overlap = diagnostic(DX1007, span, { index, tag: 'LIBF', other: 'those in front' });
        this.#list.push({ ...overlap, severity: 'error' });
        this.#valid = false;
        return;
      }
      const reader = new Diagnostics(base);
      const container = readContainer(chunk.data, reader);
      const first = this.#list.length;
      if (container) this.#container(container, base);
      const reported = new Set(this.#list.slice(first).map(({ code }) => code));
      for (const one of reader.list) {
        if (reported.has(one.code)) continue;
        this.#list.push(one);
        if (one.severity === 'error') this.#valid = false;
      }
    }
  }

  #rootSignature({ format, profile, cArray }: ShaderFile, container: Container, reader: Diagnostics): ValidationResult {
    const chunk = container.find(TAG.RTS0)!;
    const rootDiagnostics = new Diagnostics();
    checkRts0(container, chunk, this.options.as ?? 'runtime', rootDiagnostics);
    const notes = cArray === undefined ? [] : [arrayNote(cArray.name)];
    const diagnostics = [...reader.list, ...rootDiagnostics.list.map((one) => ({ ...one, notes }))];
    const valid = !diagnostics.some(({ severity }) => severity === 'error');
    return { format, profile, valid, diagnostics, programs: [] };
  }

  #program(validated: ValidatedProgram): void {
    const { words, offset, level9 } = validated;
    const program = this.#programs.push(validated) - 1;
    this.#validated = true;
    const flags = this.flags | (level9 ? MINIMUM_PRECISION : 0);
    const { checkSm1, pedanticNotes } = this.#rulesOf('sm1');
    const { valid, diagnostics, omitted, silentAt } = checkSm1(words, flags);
    if (!valid) this.#valid = false;
    for (const diagnostic of diagnostics) this.#list.push(publicDiagnostic(diagnostic, program, offset, words.length));
    const programDiagnostics = new Diagnostics(offset);
    if (silentAt >= 0) programDiagnostics.report(DX2106, 4 * silentAt, 4 * silentAt + 4);
    if (omitted > 0) programDiagnostics.report(DX2107, 0, 4 * words.length, { count: omitted });
    if (this.options.pedantic) pedanticNotes(words, diagnostics, level9, programDiagnostics);
    for (const one of programDiagnostics.list)
      this.#list.push({ ...one, program, at: (one.span.start - offset) >>> 2 });
  }
}

function publicDiagnostic(diagnostic: Sm1Diagnostic, program: number, offset: number, length: number): Diagnostic {
  const { rule, code, instruction, at, values } = diagnostic;
  // A diagnostic about the entire stream may point after its last word.
  const inside = at >= 0 && at < length;
  const start = inside ? offset + 4 * at : offset;
  // Written out: conditional spreads take a third of the time of a diagnostic (measured).
  const made: { -readonly [Name in keyof Diagnostic]: Diagnostic[Name] } = {
    code,
    severity: rule.severity === 'warning' ? 'warning' : 'error',
    message: fillPlaceholders(rule.text, values),
    span: { unit: 'byte', start, end: inside ? start + 4 : offset + 4 * length },
    notes: [],
  };
  if (instruction >= 0) made.instruction = instruction;
  if (inside) {
    made.program = program;
    made.at = at;
  }
  made.hint = fillPlaceholders(rule.hint, values);
  made.rule = rule;
  return made;
}
