/**
 * From a file to the verdict on it: tells the kind, finds the programs inside and judges each.
 *
 * Not for: rules (sm1/). Containers themselves are not judged yet, only the programs of shader model 2 in them.
 */
import { Diagnostics, fillPlaces, type Severity, type Span } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { readAon9 } from '../container/aon9.ts';
import { readCArrays } from '../container/c-array.ts';
import { CHUNK_HEADER_SIZE, type Container, isContainer, readContainer } from '../container/dxbc.ts';
import {
  type FileKind,
  isSm1Listing,
  kindOf,
  kindOfContainer,
  kindText,
  missingFor,
  shaderArray,
} from '../container/sniff.ts';
import { TAG } from '../container/tags.ts';
import type { Sm1Finding } from './sm1/findings.ts';
import { pedanticNotes } from './sm1/pedantic.ts';
import type { Sm1RuleRow } from './sm1/rule.ts';
import { validateSm1 } from './sm1/verdict.ts';

export interface ValidateOptions {
  /** Who judges: the runtime and the assembler agree; the compiler has other codes for what exceeds a slot limit. */
  readonly as?: 'runtime' | 'compiler';
  /** Adds notes on what the format documents ask and Microsoft's validator does not enforce; they change no verdict. */
  readonly pedantic?: boolean;
}

/** A finding of a validator, or a diagnostic of the readers that led to the program. */
export interface FileFinding {
  /** `X5703` as Microsoft has it, or one of our own codes (`DX1002`). */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** In bytes, from the start of the file or of the array. */
  readonly span: Span;
  readonly notes: readonly string[];
  /** Number of the instruction as Microsoft counts, comments included, the version token being 0; absent: none is meant. */
  readonly instruction?: number;
  /** Index in {@link FileVerdict.programs} and DWORD index in the program of the token to point at. */
  readonly program?: number;
  readonly at?: number;
  /** The rule of the validator that is broken. */
  readonly rule?: Sm1RuleRow;
}

/** A program that was judged. */
export interface JudgedProgram {
  readonly words: Uint32Array;
  /** Where the words begin, in bytes. */
  readonly offset: number;
}

export interface FileVerdict {
  readonly kind: FileKind;
  /** Undefined where nothing could be judged; the diagnostics say why. */
  readonly valid: boolean | undefined;
  /** In the order of the file, and for one program in Microsoft's order. */
  readonly diagnostics: readonly FileFinding[];
  readonly programs: readonly JudgedProgram[];
}

/** What a validator of containers is called where it is missing. */
const NO_CONTAINER_RULES = 'the rules of DXBC containers and of shader models 4-5.1';

/**
 * Judges a compiled shader as the D3D9 runtime does before a driver sees it. Never throws on any bytes.
 *
 * @param bytes a whole file: a token stream of shader model 1-3, a container with programs of feature level 9, or C source
 *   that holds one of them as an array
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function validate(bytes: Uint8Array, options: ValidateOptions = {}): FileVerdict {
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(`validate: bytes must be a Uint8Array, not ${bytes === null ? 'null' : typeof bytes}`);
  }
  return new FileJudge(options).judge(bytes);
}

class FileJudge {
  readonly #options: ValidateOptions;
  readonly #list: FileFinding[] = [];
  readonly #programs: JudgedProgram[] = [];
  #valid = true;

  constructor(options: ValidateOptions) {
    this.#options = options;
  }

  judge(bytes: Uint8Array): FileVerdict {
    const reader = new Diagnostics();
    const container = isContainer(bytes) ? readContainer(bytes, reader) : undefined;
    const kind = container ? kindOfContainer(container) : kindOf(bytes);
    if (kind.kind === 'sm1') this.#program(wordsOf(bytes), 0, false);
    else if (kind.kind === 'c-array') return this.#array(bytes, reader);
    else if (container && kind.kind === 'dxbc') this.#level9(container, reader);
    else reportUnjudged(bytes, kind, reader);
    this.#list.unshift(...reader.list);
    const unread = reader.list.some((diagnostic) => diagnostic.severity === 'error');
    const valid = this.#programs.length === 0 ? undefined : this.#valid && !unread;
    return { kind, valid, diagnostics: this.#list, programs: this.#programs };
  }

  /** The first array in C source that is a shader. */
  #array(text: Uint8Array, reader: Diagnostics): FileVerdict {
    const arrays = readCArrays(text, reader);
    // The kind says that there is one.
    const array = shaderArray(arrays)!;
    if (arrays.length > 1) reader.report('DX0009', 0, text.byteLength, { count: arrays.length, name: array.name });
    const inner = new FileJudge(this.#options).judge(array.bytes);
    const note = `the offset counts in the array ${array.name}`;
    const found = inner.diagnostics.map((diagnostic) => ({ ...diagnostic, notes: [...diagnostic.notes, note] }));
    return { ...inner, diagnostics: [...reader.list, ...found] };
  }

  /** The programs of feature level 9 in a container. */
  #level9(container: Container, reader: Diagnostics): void {
    const { chunks, bytes } = container;
    const missing = NO_CONTAINER_RULES;
    const level9 = chunks.filter(({ tag }) => tag === TAG.Aon9 || tag === TAG.XNAS || tag === TAG.XNAP);
    if (level9.length === 0) {
      const kind = kindText(kindOfContainer(container));
      reader.report('DX0013', 0, bytes.byteLength, { kind, verb: 'validate', missing });
      return;
    }
    reader.report('DX0014', 0, bytes.byteLength, { missing });
    for (const chunk of level9) {
      const program = readAon9(container, chunk, reader);
      if (program) this.#program(program.words, chunk.offset + CHUNK_HEADER_SIZE + program.offset, true);
    }
  }

  /** @param offset where the words begin, in bytes */
  #program(words: Uint32Array, offset: number, level9: boolean): void {
    const { valid, findings } = validateSm1(words, { flags: this.#options.as === 'compiler' ? 1 : 0 });
    const program = this.#programs.push({ words, offset }) - 1;
    if (!valid) this.#valid = false;
    for (const finding of findings) this.#list.push(fileFinding(finding, program, offset, words.length));
    if (!this.#options.pedantic) return;
    const notes = new Diagnostics(offset);
    pedanticNotes(words, findings, level9, notes);
    for (const note of notes.list) this.#list.push({ ...note, program, at: (note.span.start - offset) >>> 2 });
  }
}

function fileFinding(finding: Sm1Finding, program: number, offset: number, length: number): FileFinding {
  const { rule, code, instruction, at, values } = finding;
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
    rule,
  };
}

/** Says what a file is that is not judged, and why. */
function reportUnjudged(bytes: Uint8Array, kind: FileKind, reader: Diagnostics): void {
  const size = bytes.byteLength;
  const missing = missingFor(kind.kind) ?? MISSING[kind.kind];
  if (size === 0) reader.report('DX0003', 0, 0);
  else if (isSm1Listing(kind)) reader.report('DX0015', 0, size, { kind: kindText(kind) });
  else if (missing !== undefined) reader.report('DX0013', 0, size, { kind: kindText(kind), verb: 'validate', missing });
  else if (kind.kind === 'unknown') reader.report('DX0001', 0, size, { size });
}

/** Kinds that other verbs read. */
const MISSING: Partial<Record<FileKind['kind'], string>> = {
  tx: 'the rules of texture shaders (Microsoft has no validator for them either)',
  library: NO_CONTAINER_RULES,
  dxbc: NO_CONTAINER_RULES,
};
