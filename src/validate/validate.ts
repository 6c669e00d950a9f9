/**
 * From a file to the verdict on it: tells the kind, finds the programs inside and judges each.
 *
 * Not for: rules (sm1/, root-signature.ts). Containers themselves are not judged yet, only what is in them: programs of shader
 * model 2, or a root signature.
 */
import { Diagnostics, fillPlaces, type Severity, type Span } from '../base/diagnostics.ts';
import { requireBytes } from '../base/words.ts';
import { CHUNK_HEADER_SIZE, type Container } from '../container/dxbc.ts';
import {
  arrayNote,
  type FoundProgram,
  type FoundPrograms,
  findPrograms,
  reportNoPrograms,
} from '../container/programs.ts';
import { readRts0Places } from '../container/rts0.ts';
import type { FileKind } from '../container/sniff.ts';
import { TAG } from '../container/tags.ts';
import { judgeRootSignature } from './root-signature.ts';
import type { RuleRow } from './rule.ts';
import type { Sm1Finding } from './sm1/findings.ts';
import { pedanticNotes } from './sm1/pedantic.ts';
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
  readonly rule?: RuleRow;
}

export interface FileVerdict {
  readonly kind: FileKind;
  /** Undefined where nothing could be judged; the diagnostics say why. */
  readonly valid: boolean | undefined;
  /** In the order of the file, and for one program in Microsoft's order. */
  readonly diagnostics: readonly FileFinding[];
  readonly programs: readonly FoundProgram[];
}

/** What a validator of containers is called where it is missing. */
const NO_CONTAINER_RULES = 'the rules of DXBC containers and of shader models 4-5.1';

/**
 * Judges a compiled shader as the D3D9 runtime does before a driver sees it, or a serialized root signature. Never throws on
 * any bytes.
 *
 * @param bytes a whole file: a token stream of shader model 1-3, a container with programs of feature level 9 or with a root
 *   signature alone, or C source that holds one of them as an array
 * @throws TypeError when `bytes` is no `Uint8Array`
 */
export function validate(bytes: Uint8Array, options: ValidateOptions = {}): FileVerdict {
  requireBytes(bytes, 'validate');
  return new FileJudge(options).judge(bytes);
}

/** Flags of the validator (source: oracle). */
const COMPILER = 1;
const MINIMUM_PRECISION = 2;

class FileJudge {
  readonly #options: ValidateOptions;
  readonly #list: FileFinding[] = [];
  #valid = true;

  constructor(options: ValidateOptions) {
    this.#options = options;
  }

  judge(file: Uint8Array): FileVerdict {
    const reader = new Diagnostics();
    const found = findPrograms(file, reader);
    const { kind, bytes, array } = found;
    if (kind.kind === 'root-signature' && found.container) return this.#rootSignature(found, found.container, reader);
    const programs = found.programs.filter(({ chunk }) => chunk !== 'XNAS' && chunk !== 'XNAP');
    for (const [index, program] of programs.entries()) this.#program(program, index);
    const notes = array === undefined ? [] : [arrayNote(array)];
    const diagnostics = this.#list.map((finding) => ({ ...finding, notes }));
    if (programs.length === 0) reportNoPrograms(found, 'validate', NO_CONTAINER_RULES, reader);
    else if (kind.kind === 'dxbc') reader.report('DX0014', 0, bytes.byteLength, { missing: NO_CONTAINER_RULES });
    const unread = reader.list.some((diagnostic) => diagnostic.severity === 'error');
    const valid = programs.length === 0 ? undefined : this.#valid && !unread;
    return { kind, valid, diagnostics: [...reader.list, ...diagnostics], programs };
  }

  #rootSignature({ kind, array }: FoundPrograms, container: Container, reader: Diagnostics): FileVerdict {
    const chunk = container.find(TAG.RTS0)!;
    const own = new Diagnostics();
    const { signature, places } = readRts0Places(container, chunk, own);
    const rules = own.at(chunk.offset + CHUNK_HEADER_SIZE);
    if (signature)
      judgeRootSignature(signature, this.#options.as ?? 'runtime', (code, node, field, values) => {
        const { start, end } = places.of(node, field);
        rules.report(code, start, end, values);
      });
    const notes = array === undefined ? [] : [arrayNote(array)];
    const diagnostics = [...reader.list, ...own.list.map((one) => ({ ...one, notes }))];
    const valid = !diagnostics.some(({ severity }) => severity === 'error');
    return { kind, valid, diagnostics, programs: [] };
  }

  #program({ words, offset, level9 }: FoundProgram, program: number): void {
    const flags = (this.#options.as === 'compiler' ? COMPILER : 0) | (level9 ? MINIMUM_PRECISION : 0);
    const { valid, findings, omitted, silentAt } = validateSm1(words, { flags });
    if (!valid) this.#valid = false;
    for (const finding of findings) this.#list.push(fileFinding(finding, program, offset, words.length));
    const own = new Diagnostics(offset);
    if (silentAt >= 0) own.report('DX2106', 4 * silentAt, 4 * silentAt + 4);
    if (omitted > 0) own.report('DX2107', 0, 4 * words.length, { count: omitted });
    if (this.#options.pedantic) pedanticNotes(words, findings, level9, own);
    for (const one of own.list) this.#list.push({ ...one, program, at: (one.span.start - offset) >>> 2 });
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
