/**
 * The protocol between the page and its worker: the calls with their arguments, results and reports of progress, as
 * plain data.
 *
 * Not for: sending them (client.ts, worker.ts).
 */
import type { Diagnostic } from 'dxlens';
import type { AssemblyDiagnostic } from 'dxlens/compile';
import type { FactChange } from 'dxlens/internals/diff';
import type { ReflectionResult } from 'dxlens/reflect';
import type { ArchivePart } from '../model/archive-parts.ts';
import type { SourceData } from '../model/debug-source.ts';
import type { FlowProgram } from '../model/flow-graph.ts';
import type { SourceFunction } from '../model/hlsl/functions.ts';
import type { EntryChoice } from '../model/hlsl/options.ts';
import type { ListingData } from '../model/listing.ts';
import type { LivenessData } from '../model/liveness.ts';
import type { ShaderId, ShaderRow } from '../model/shader-row.ts';
import type { DiffRow } from '../model/side-by-side.ts';
import type { ProgramStatistics } from '../model/statistics.ts';
import type { TranslationChoice, TranslationData } from '../model/translation.ts';

/** Progress of a search. */
export interface FindReport {
  readonly rows: readonly ShaderRow[];
  /** Shaders so far, in this file. */
  readonly count: number;
}

/** The result of a search. */
export interface FindResult {
  readonly count: number;
  readonly diagnostics: readonly Diagnostic[];
  /** A file without shaders that is opened all the same, to show its bytes. */
  readonly raw: ShaderRow | undefined;
}

/** A part of the file for the map. */
export interface SectionData {
  readonly title: string;
  /** Tag of the chunk that it belongs to. */
  readonly chunk: string | undefined;
  /** In bytes from the start of the shader. */
  readonly offset: number;
  readonly size: number;
  readonly isProgram: boolean;
}

/** A shader as it is first shown. */
export interface ShaderData {
  readonly id: ShaderId;
  readonly format: string;
  readonly profile: string | null;
  readonly bytes: Uint8Array;
  readonly listing: ListingData;
  /** In order; they cover the entire shader. */
  readonly sections: readonly SectionData[];
  /** The diagnostics of the readers. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the shader has a program that a listing can replace. */
  readonly isEditable: boolean;
}

/** An instruction whose words an edit changed. */
export interface ChangedWords {
  /** Of the instruction, in bytes from the start of the edited shader. */
  readonly offset: number;
  /** Its words in the original; undefined where the instruction is new. */
  readonly before: Uint32Array | undefined;
  readonly after: Uint32Array;
}

/** The result of assembling an edited listing. */
export interface EditData {
  /** The shader with the program of the text; undefined where the text has errors. */
  readonly shader: ShaderData | undefined;
  /** The columns of the list, of {@link shader}. */
  readonly values: ShaderRow['values'];
  /** Spans are characters of the text. */
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly ChangedWords[];
  /** Instructions of the original that the text does not have. */
  readonly removed: number;
}

/** An HLSL source to compile. */
export interface CompileInput {
  readonly id: ShaderId;
  readonly text: string;
  /** The profile and the entry point that the user chose; the first line of the text counts more. */
  readonly choice: EntryChoice | undefined;
  /**
   * The result: a shader of its own, the shader that was found with another program, or that shader as it was before
   * the first source.
   */
  readonly target: 'shader' | 'program' | 'original';
}

/** The result of compiling a source. */
export interface CompileData {
  /** Undefined where the source has errors or no entry point. */
  readonly shader: ShaderData | undefined;
  /** The columns of the list, of {@link shader}. */
  readonly values: ShaderRow['values'];
  /** Spans are characters of the text for those of its own file. */
  readonly diagnostics: readonly AssemblyDiagnostic[];
  /** Why there is no shader, where no part of the text is wrong. */
  readonly problem: string | undefined;
  /** The profile and the entry point that counted; undefined without an entry point. */
  readonly choice: EntryChoice | undefined;
  readonly functions: readonly SourceFunction[];
  /** The parts of the text with a role, as in a listing. */
  readonly roles: Int32Array;
  readonly milliseconds: number;
}

/** A shader to compare with. */
export interface ComparedShader {
  readonly id: ShaderId;
  /** Whether it is meant as it was found, without the changes of the user. */
  readonly isOriginal: boolean;
}

/** A program or another text that differs. */
export interface ComparedPart {
  readonly name: string;
  readonly rows: readonly DiffRow[];
  /** Registers that have other names in lines that are else equal. */
  readonly renaming: readonly (readonly [before: string, after: string])[];
}

/** The differences between two shaders. */
export interface ComparisonData {
  readonly identical: boolean;
  readonly facts: readonly FactChange[];
  readonly parts: readonly ComparedPart[];
}

/** The meaning of a bit-field has one of these roles; each has a color. */
export type FieldRole =
  | 'opcode'
  | 'destination'
  | 'source'
  | 'resource'
  | 'immediate'
  | 'control'
  | 'reserved'
  | 'text';

/** A bit-field of a DWORD. */
export interface FieldData {
  readonly name: string;
  /** The lowest bit. */
  readonly low: number;
  readonly width: number;
  readonly value: number;
  /** The meaning of the value; empty if the number needs no explanation. */
  readonly meaning: string;
  /** One line of documentation; empty for none. */
  readonly doc: string;
  /** The format rule that the field serves. */
  readonly rule: string | undefined;
  /** The values that the format allows, if this one is not allowed. */
  readonly expected: string | undefined;
  readonly role: FieldRole;
}

/** A DWORD, a text or other bytes, explained. */
export interface WordData {
  /** In bytes from the start of the shader. */
  readonly offset: number;
  /** In bytes. */
  readonly size: number;
  /** The kind of token, or the record of a chunk. */
  readonly title: string;
  /** Of a DWORD. */
  readonly value: number | undefined;
  /** Of a text. */
  readonly text: string | undefined;
  /** From the lowest bit to the highest. */
  readonly fields: readonly FieldData[];
}

/** The part at a byte: an instruction, or a record of a chunk. */
export interface ExplainedPart {
  readonly title: string;
  /** The operation of an instruction, in one line; empty for records. */
  readonly doc: string;
  readonly start: number;
  readonly end: number;
  readonly words: readonly WordData[];
}

/** The result of validation. */
export interface CheckData {
  /** Undefined for formats without rules. */
  readonly valid: boolean | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The calls: what each takes, reports while it runs, and gives. */
/** A file to search. */
export interface SearchedFile {
  readonly name: string;
  readonly file: Blob;
  /** Sibling files with a part of its data. */
  readonly parts?: readonly ArchivePart[];
}

export interface Calls {
  /** Searches a file for shaders and keeps them. */
  find: { input: SearchedFile; report: FindReport; result: FindResult };
  /** Forgets all shaders. */
  clear: { input: undefined; report: never; result: undefined };
  /** Reads a shader. */
  view: { input: ShaderId; report: never; result: ShaderData };
  /** Explains what is at a byte of a shader. */
  explain: {
    input: { readonly id: ShaderId; readonly offset: number };
    report: never;
    result: ExplainedPart | undefined;
  };
  /**
   * Assembles a text into the shader that was found under a number. The calls after it get the result, as long as the
   * text has no errors.
   */
  edit: { input: { readonly id: ShaderId; readonly text: string }; report: never; result: EditData };
  /** Compiles an HLSL source. The calls after it get the result, as long as the source has no errors. */
  compile: { input: CompileInput; report: never; result: CompileData };
  /** Compares two shaders; the second one with the changes of the user. */
  compare: {
    input: { readonly before: ComparedShader; readonly after: ShaderId };
    report: never;
    result: ComparisonData;
  };
  /** Validates a shader. */
  check: { input: ShaderId; report: never; result: CheckData };
  /** Reads what an application needs to know about a shader. */
  reflect: { input: ShaderId; report: never; result: ReflectionResult };
  /** Reads the source in the debug information of a shader. */
  source: { input: ShaderId; report: never; result: SourceData };
  /** Reads the control flow graphs of the programs of a shader. */
  flow: { input: ShaderId; report: never; result: readonly FlowProgram[] };
  /** Reads where the values of temporary registers are needed. */
  liveness: { input: ShaderId; report: never; result: LivenessData };
  /** Counts the instructions of the programs of a shader. */
  statistics: { input: ShaderId; report: never; result: readonly ProgramStatistics[] };
  /** Translates a shader to another language. */
  translate: {
    input: { readonly id: ShaderId; readonly choice: TranslationChoice };
    report: never;
    result: TranslationData;
  };
}

export type CallName = keyof Calls;

/** From the page. */
export type Request<Table = Calls> =
  | {
      readonly [Name in keyof Table]: {
        readonly call: number;
        readonly name: Name;
        readonly input: InputOf<Table, Name>;
      };
    }[keyof Table]
  | { readonly cancel: number };

/** From the worker. */
export type Reply =
  | { readonly call: number; readonly report: unknown }
  | { readonly call: number; readonly result: unknown }
  | { readonly call: number; readonly error: string };

/** The input, reports and result of a call in a table. */
export type InputOf<Table, Name extends keyof Table> = Table[Name] extends { input: infer Input } ? Input : never;
export type ReportOf<Table, Name extends keyof Table> = Table[Name] extends { report: infer Report } ? Report : never;
export type ResultOf<Table, Name extends keyof Table> = Table[Name] extends { result: infer Result } ? Result : never;

/** The function that runs a call in the worker. */
export type Handler<Name extends keyof Table, Table = Calls> = (
  input: InputOf<Table, Name>,
  context: {
    readonly report: (report: ReportOf<Table, Name>) => void;
    /** Aborted when the page does not need the result any more. */
    readonly signal: AbortSignal;
  },
) => ResultOf<Table, Name> | Promise<ResultOf<Table, Name>>;

export type Handlers<Table = Calls> = { readonly [Name in keyof Table]: Handler<Name, Table> };
