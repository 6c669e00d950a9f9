/**
 * From a file to the verdict on it: tells the kind, finds what can be judged inside and puts the findings in one list.
 *
 * Not for: rules (sm1/, sm4/, root-signature.ts), or shaders that meet (link/).
 */
import { type Diagnostic, Diagnostics, diagnostic, fillPlaces } from '../base/diagnostics.ts';
import { requireBytes, wordsOf } from '../base/words.ts';
import type { FileFormat } from '../container/detect-format.ts';
import { CHUNK_HEADER_SIZE, type Container, parseContainer } from '../container/dxbc.ts';
import { CONTAINER_MESSAGES } from '../container/messages.ts';
import { parseRts0Spans } from '../container/rts0.ts';
import { programChunk } from '../container/shader-chunks.ts';
import {
  arrayNote,
  diagnosticsIn,
  readShaderFile,
  reportNoPrograms,
  type ShaderFile,
  type ShaderProgram,
} from '../container/shader-file.ts';
import { TAG } from '../container/tags.ts';
import { SM1_VALIDATION_MESSAGES } from './messages.ts';
import type { Sm1Diagnostic } from './sm1/diagnostics.ts';
import { pedanticNotes } from './sm1/pedantic.ts';
import { validateSm1 } from './sm1/validate-sm1.ts';
import { withoutRepeats } from './sm4/diagnostics.ts';
import { validateSm4 } from './sm4/validate-container.ts';
import { checkRootSignature } from './validate-root-signature.ts';

export interface ValidateOptions {
  /** Who judges: the runtime and the assembler agree; the compiler has other codes for what exceeds a slot limit. */
  readonly as?: 'runtime' | 'compiler';
  /** Adds notes on what the format documents ask and Microsoft's validator does not enforce; they change no verdict. */
  readonly pedantic?: boolean;
}

export interface ValidationResult extends FileFormat {
  /** Undefined where nothing could be judged; the diagnostics say why. */
  readonly valid: boolean | undefined;
  /** In the order of the file, and for one program in Microsoft's order. */
  readonly diagnostics: readonly Diagnostic[];
  readonly programs: readonly ValidatedProgram[];
}

/** A program that was validated. */
export type ValidatedProgram = ShaderProgram;

/** What is missing for what has no rules. */
const NO_RULES = 'rules for it';

/**
 * Judges a compiled shader as the runtime or Microsoft's compiler does: a token stream as the D3D9 runtime before a driver sees
 * it, a container as the compiler does with what it is about to give out. Never throws on any bytes.
 *
 * @param bytes a whole file: a token stream of shader model 1-3, a container with a program of shader model 4-5.1 (and of feature
 *   level 9), a library of such, a container with a root signature alone, or C source that holds one of them as an array
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function validate(bytes: Uint8Array, options: ValidateOptions = {}): ValidationResult {
  requireBytes(bytes, 'validate');
  return new FileValidator(options).check(bytes);
}

/** Flags of the validator (source: oracle). */
const COMPILER = 1;
const MINIMUM_PRECISION = 2;

class FileValidator {
  readonly #options: ValidateOptions;
  readonly #list: Diagnostic[] = [];
  readonly #programs: ValidatedProgram[] = [];
  #valid = true;
  /** Something was judged. */
  #validated = false;

  constructor(options: ValidateOptions) {
    this.#options = options;
  }

  check(file: Uint8Array): ValidationResult {
    const reader = new Diagnostics();
    const opened = readShaderFile(file, reader);
    const { format, profile, cArray, container } = opened;
    if (format === 'root-signature' && container) return this.#rootSignature(opened, container, reader);
    if (container && format === 'dxbc') this.#container(container, 0);
    else if (container && format === 'library') this.#library(container);
    for (const program of opened.programs) {
      // Those for another console's rules (container/shader-file.ts).
      if (program.isa === 'sm1' && program.chunk !== 'XNAS' && program.chunk !== 'XNAP') this.#program(program);
    }
    if (!this.#validated) reportNoPrograms(opened, 'validate', NO_RULES, diagnosticsIn(opened, reader));
    const notes = cArray === undefined ? [] : [arrayNote(cArray.name)];
    const own = this.#list.map((diagnostic) => ({ ...diagnostic, notes: [...diagnostic.notes, ...notes] }));
    const reported = new Set(own.map(({ code }) => code));
    // Of two who say the same the validator knows how grave it is.
    const read = reader.list.filter(({ code }) => !reported.has(code));
    const unread = read.some(({ severity }) => severity === 'error');
    const valid = this.#validated ? this.#valid && !unread : undefined;
    return { format, profile, valid, diagnostics: [...read, ...own], programs: this.#programs };
  }

  /** Judges a container that has a program of shader model 4 to 5.1, or should; it begins `base` bytes from the start of the file. */
  #container(container: Container, base: number): void {
    this.#validated = true;
    const { list, errors, omitted } = validateSm4(container);
    if (errors > 0) this.#valid = false;
    const chunk = programChunk(container.chunks);
    const words = chunk ? wordsOf(chunk.data) : new Uint32Array(0);
    const offset = base + (chunk ? chunk.offset + CHUNK_HEADER_SIZE : 0);
    const end = chunk ? offset + chunk.data.byteLength : base + container.bytes.byteLength;
    const name = chunk?.tag === TAG.SHEX ? 'SHEX' : 'SHDR';
    const program = chunk ? this.#programs.push({ isa: 'sm4', words, offset, level9: false, chunk: name }) - 1 : -1;
    for (const { rule, instruction, operand, at, values, place } of withoutRepeats(list)) {
      const inside = place === undefined && at >= 0 && at < words.length;
      const start = place ? base + place.start : inside ? offset + 4 * at : offset;
      this.#list.push({
        code: rule.code,
        severity: rule.severity ?? 'error',
        message: fillPlaces(rule.text, values),
        span: { unit: 'byte', start, end: place ? base + place.end : inside ? start + 4 : end },
        notes: [],
        ...(instruction > 0 ? { instruction } : {}),
        ...(operand > 0 ? { operand } : {}),
        ...(inside ? { program, at } : {}),
        hint: rule.hint,
        rule,
      });
    }
    if (omitted === 0) return;
    const own = new Diagnostics();
    own.report(SM1_VALIDATION_MESSAGES.DX2107, offset, end, { count: omitted });
    this.#list.push(...own.list);
  }

  /** Judges the functions of a library, each of which is a container. */
  #library(library: Container): void {
    let room = library.bytes.byteLength;
    for (const [index, chunk] of library.chunks.entries()) {
      if (chunk.tag !== TAG.LIBF) continue;
      const base = chunk.offset + CHUNK_HEADER_SIZE;
      room -= chunk.data.byteLength;
      if (room < 0) {
        // Functions that are longer together than the library share bytes; judging all of them may take forever.
        const span = { unit: 'byte', start: chunk.offset, end: base } as const;
        const overlap = diagnostic(CONTAINER_MESSAGES.DX1007, span, { index, tag: 'LIBF', other: 'those in front' });
        this.#list.push({ ...overlap, severity: 'error' });
        this.#valid = false;
        return;
      }
      const reader = new Diagnostics(base);
      const container = parseContainer(chunk.data, reader);
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
    const own = new Diagnostics();
    const { signature, places } = parseRts0Spans(container, chunk, own);
    const rules = own.at(chunk.offset + CHUNK_HEADER_SIZE);
    if (signature)
      checkRootSignature(signature, this.#options.as ?? 'runtime', (code, node, field, values) => {
        const { start, end } = places.of(node, field);
        rules.report(code, start, end, values);
      });
    const notes = cArray === undefined ? [] : [arrayNote(cArray.name)];
    const diagnostics = [...reader.list, ...own.list.map((one) => ({ ...one, notes }))];
    const valid = !diagnostics.some(({ severity }) => severity === 'error');
    return { format, profile, valid, diagnostics, programs: [] };
  }

  #program(validated: ValidatedProgram): void {
    const { words, offset, level9 } = validated;
    const program = this.#programs.push(validated) - 1;
    this.#validated = true;
    const flags = (this.#options.as === 'compiler' ? COMPILER : 0) | (level9 ? MINIMUM_PRECISION : 0);
    const { valid, diagnostics, omitted, silentAt } = validateSm1(words, { flags });
    if (!valid) this.#valid = false;
    for (const diagnostic of diagnostics) this.#list.push(publicDiagnostic(diagnostic, program, offset, words.length));
    const own = new Diagnostics(offset);
    if (silentAt >= 0) own.report(SM1_VALIDATION_MESSAGES.DX2106, 4 * silentAt, 4 * silentAt + 4);
    if (omitted > 0) own.report(SM1_VALIDATION_MESSAGES.DX2107, 0, 4 * words.length, { count: omitted });
    if (this.#options.pedantic) pedanticNotes(words, diagnostics, level9, own);
    for (const one of own.list) this.#list.push({ ...one, program, at: (one.span.start - offset) >>> 2 });
  }
}

function publicDiagnostic(diagnostic: Sm1Diagnostic, program: number, offset: number, length: number): Diagnostic {
  const { rule, code, instruction, at, values } = diagnostic;
  // A finding about the whole stream may point behind its last word.
  const inside = at >= 0 && at < length;
  const start = inside ? offset + 4 * at : offset;
  return {
    code,
    severity: rule.severity === 'warning' ? 'warning' : 'error',
    message: fillPlaces(rule.text, values),
    span: { unit: 'byte', start, end: inside ? start + 4 : offset + 4 * length },
    notes: [],
    ...(instruction >= 0 ? { instruction } : {}),
    ...(inside ? { program, at } : {}),
    hint: rule.hint,
    rule,
  };
}
