/**
 * What a listing of models 4 to 5.1 says from the chunk SPDB: `#line` lines, variables that get a value, and where variables are at
 * the start. Every spelling: oracle.
 *
 * Not for: reading program databases (debug/spdb).
 */
import type { Diagnostics } from '../../base/diagnostics.ts';
import { CHUNK_HEADER_SIZE, type Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { type ComponentName, componentName, type NameFault } from '../../debug/spdb/component-name.ts';
import { openSpdb, type PdbModule, programAddress, type Spdb } from '../../debug/spdb/spdb.ts';
import type { PdbLocation, PdbScope } from '../../debug/spdb/symbols.ts';
import { sm4HasNumber } from '../../isa/sm4/numbered.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import type { Sm4Program } from '../../isa/sm4/program.ts';
import { Sm4OpcodeToken } from '../../isa/sm4/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';
import { spdbRegister } from './debug-registers.ts';

/** The notes of a program, from the chunk SPDB of its container; undefined where there is none that can be read. */
export function spdbNotes(
  container: Container,
  program: Sm4Program,
  { markup }: ListingStyle,
  diagnostics: Diagnostics,
): DebugNotes | undefined {
  const chunk = container.find(TAG.SPDB);
  const spdb = chunk && openSpdb(chunk.data, diagnostics.at(chunk.offset + CHUNK_HEADER_SIZE));
  return spdb && new SpdbNotes(spdb, program, markup);
}

/** Sentences of Microsoft's listing where the program database lacks something. */
const NO_FRAME = '// <internal error> could not find inner most frame in PDB';
const NO_LINE = '// <internal error> unable to find instruction in PDB';
const NO_FILE = '// <internal error> unable to get source file info from PDB';
/** What follows a name that is cut short. */
const NAME_FAULTS: Readonly<Record<NameFault, string>> = {
  'no type': '<internal error> unable to get variable type from PDB',
  overrun: '// <internal error> offset overruns length for type in PDB',
  'no member': '// <internal error> could not get find UDT child with correct offset in PDB',
};

/** Before the notes of `else`: there the variables are as before the branch. */
const PRIOR = 'Prior locations: ';
const WHOLE: ComponentName = { text: '', fault: null };

/** The instructions that begin the phases of a hull shader: they come from no line. */
const PHASES: ReadonlySet<number> = new Set([
  SM4_OPCODES.hs_decls.code,
  SM4_OPCODES.hs_control_point_phase.code,
  SM4_OPCODES.hs_fork_phase.code,
  SM4_OPCODES.hs_join_phase.code,
]);

/** A component of a variable in a register. */
interface Note {
  /** The register without its component, by which the first block is broken into lines. */
  readonly register: string;
  readonly text: string;
  /** Null where the name of the variable is complete. */
  readonly fault: NameFault | null;
}

class SpdbNotes implements DebugNotes {
  readonly #spdb: Spdb;
  readonly #program: Sm4Program;
  readonly #address: number;
  readonly #markup: Markup;
  #line = 0;
  #file: string | undefined;
  #started = false;
  /** The function that the current instruction comes from, inlined or not, and those around it, outermost last. */
  #scopes: readonly PdbScope[] = [];
  /** Scopes of all instructions so far: their variables are reported from then on. */
  readonly #seen = new Set<PdbScope>();
  /** Their variables by the address at which they get a place. */
  readonly #starts = new Map<number, Start[]>();

  constructor(spdb: Spdb, program: Sm4Program, markup: Markup) {
    this.#spdb = spdb;
    this.#program = program;
    this.#markup = markup;
    this.#address = programAddress(spdb);
  }

  before(out: TextWriter, index: number, offset: number): void {
    if (!this.#isExecutable(index)) return;
    // The body of a function begins anew.
    if (this.#opcodeOf(index) === SM4_OPCODES.label.code) this.#file = undefined;
    const spdb = this.#spdb;
    const module = spdb.moduleAt(offset);
    const scopes = module ? spdb.scopesAt(module, offset) : [];
    this.#scopes = scopes;
    this.#see();
    if (!this.#started) {
      this.#started = true;
      this.#initial(out, offset);
    }
    this.#lineOf(out, module, offset);
  }

  after(out: TextWriter, index: number): void {
    if (!this.#isExecutable(index)) return;
    const { starts, count, end } = this.#program;
    if (this.#scopes.length === 0) {
      this.#error(out, NO_FRAME);
      return;
    }
    const next = index + 1 < count ? starts[index + 1]! : end;
    const notes = this.#notes(4 * next);
    const title = this.#opcodeOf(index) === SM4_OPCODES.else.code ? PRIOR : '';
    const { open, close } = this.#markup.comment;
    if (notes.length > 0) out.text(`${open}  // ${title}${this.#joined(notes, () => '; ')}${close}`);
  }

  #isExecutable(index: number): boolean {
    const { words, starts } = this.#program;
    return sm4HasNumber(words[starts[index]!]!) && !PHASES.has(this.#opcodeOf(index));
  }

  #opcodeOf(index: number): number {
    const { words, starts } = this.#program;
    return Sm4OpcodeToken.opcode.get(words[starts[index]!]!);
  }

  /** The block of variables that have a value before the first instruction. */
  #initial(out: TextWriter, offset: number): void {
    if (this.#scopes.length === 0) {
      this.#error(out, NO_FRAME);
      return;
    }
    const notes = this.#notes(offset);
    if (notes.length === 0) return;
    const { open, close } = this.#markup.comment;
    const lines = this.#joined(notes, (one, next) => (one.register === next.register ? '; ' : '; \n//   '));
    out.text(`${open}//\n// Initial variable locations:\n//   ${lines}\n//${close}`);
  }

  #lineOf(out: TextWriter, module: PdbModule | undefined, offset: number): void {
    const line = module && this.#spdb.lineAt(module, this.#scopes, offset);
    if (module === undefined || line === undefined) {
      this.#error(out, NO_LINE);
      return;
    }
    const entry = module.lines.files.get(line.file);
    const file = entry && module.files[entry.index];
    if (file === undefined) {
      this.#error(out, NO_FILE);
      return;
    }
    if (file === this.#file && line.line === this.#line) return;
    const { keyword, literal } = this.#markup;
    const name = file === this.#file ? '' : ` "${file}"`;
    out.text(`\n${keyword.open}#line ${keyword.close}${literal.open}${line.line}${name}\n${literal.close}`);
    this.#file = file;
    this.#line = line.line;
  }

  /** The variables of the scopes so far that get a place at byte `offset`. */
  #notes(offset: number): Note[] {
    const notes: Note[] = [];
    for (const { name, type, location } of this.#starts.get(offset) ?? []) {
      const register = spdbRegister(location);
      if (register === undefined) continue;
      // The name of a whole variable needs no type.
      const component = location.partial ? componentName(this.#spdb.types, type, location.offset) : WHOLE;
      const { open, close } = this.#markup.code;
      const text = `${open}${register.name}${register.component}${close} <- ${name}${component.text}`;
      notes.push({ register: register.group, text, fault: component.fault });
    }
    return notes;
  }

  /** The texts of `notes`; the first that is cut short is the last. */
  #joined(notes: readonly Note[], separator: (one: Note, next: Note) => string): string {
    const { comment } = this.#markup;
    let text = '';
    for (let i = 0; i < notes.length; i++) {
      const note = notes[i]!;
      if (i > 0) text += separator(notes[i - 1]!, note);
      text += note.text;
      if (note.fault !== null) return `${text}\n${comment.open}${NAME_FAULTS[note.fault]}\n${comment.close}`;
    }
    return text;
  }

  #error(out: TextWriter, sentence: string): void {
    const { open, close } = this.#markup.comment;
    out.text(`\n${open}${sentence}\n${close}`);
  }

  /** Adds the variables of the scopes of the current instruction, innermost first. */
  #see(): void {
    for (const scope of this.#scopes) {
      if (this.#seen.has(scope)) continue;
      this.#seen.add(scope);
      addStarts(this.#starts, scope, this.#address);
    }
  }
}

/** A variable that gets a place. */
interface Start {
  readonly name: string;
  readonly type: number;
  readonly location: PdbLocation;
}

/** Adds the variables of `scope` by the address at which they get a place: at the start of a range, and after each gap. */
function addStarts(map: Map<number, Start[]>, scope: PdbScope, address: number): void {
  for (const { name, type, locations } of scope.locals) {
    for (const location of locations) {
      const { start, gaps } = location;
      for (const at of [start, ...gaps.map((gap) => start + gap.start + gap.length)]) {
        const list = map.get(at + address);
        if (list === undefined) map.set(at + address, [{ name, type, location }]);
        else list.push({ name, type, location });
      }
    }
  }
}
