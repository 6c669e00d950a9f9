/**
 * The notes of model 4 to 5.1 listings from the chunk SPDB: `#line` lines, variables that get a value, and where
 * variables are at the start. Every spelling: oracle.
 *
 * Not for: reading program databases (debug/spdb).
 */
import { appendTo } from '../../base/collections.ts';
import type { Diagnostics } from '../../base/diagnostics.ts';
import { CHUNK_HEADER_SIZE, type Container } from '../../container/dxbc.ts';
import { TAG } from '../../container/tags.ts';
import { LOCAL_FLAG } from '../../debug/spdb/codeview.ts';
import type { PdbFileEntry } from '../../debug/spdb/lines.ts';
import { openSpdb, type Spdb, sectionAddress } from '../../debug/spdb/spdb.ts';
import type { PdbLocation, PdbScope } from '../../debug/spdb/symbols.ts';
import {
  type ComponentName,
  componentName,
  isSameRegister,
  type NameFault,
  type RegisterFault,
  spdbRegister,
} from '../../debug/spdb/variables.ts';
import { SM4_OPCODES } from '../../isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES } from '../../isa/sm4/operands.ts';
import { type Sm4Program, sm4HasNumber } from '../../isa/sm4/program.ts';

import { Sm4ExtendedOpcodeToken, Sm4OpcodeToken, Sm4OperandToken } from '../../isa/sm4/tokens.ts';
import type { DebugNotes } from '../debug-notes.ts';
import type { Markup } from '../markup.ts';
import type { ListingStyle } from '../options.ts';
import type { TextWriter } from '../writer.ts';

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
/** The ends of notes that are cut short, by the fault. */
const NAME_FAULTS: Readonly<Record<NameFault, string>> = {
  'no type': '<internal error> unable to get variable type from PDB',
  'no length': '// <internal error> unable to get type length from PDB',
  overrun: '// <internal error> offset overruns length for type in PDB',
  'no member': '// <internal error> could not get find UDT child with correct offset in PDB',
  'no array element': '// <internal error> unable to get array element type from PDB',
  'no vector element': '// <internal error> could not get vector element length from PDB',
  'vector member': '// <internal error> invalid vector member',
  'no matrix element': '// <internal error> could not get matrix element length from PDB',
  'matrix member': '// <internal error> invalid matrix member',
  kind: '// <internal error> unexpected data kind in PDB',
};
const REGISTER_FAULTS: Readonly<Record<RegisterFault, string | null>> = {
  'index count': '// <internal error> could not get register index count from PDB',
  'register type': '// <internal error> unexpected register type in PDB',
  unnamed: null,
};

/** The text before the notes of an instruction, by its opcode: in a branch, the variables are those before it. */
const TITLES: Readonly<Record<number, string>> = {
  [SM4_OPCODES.else.code]: 'Prior locations: ',
  [SM4_OPCODES.case.code]: 'Prior locations: ',
  [SM4_OPCODES.call.code]: 'Post-call locations: ',
  [SM4_OPCODES.fcall.code]: 'Post-call locations: ',
};
const ENTIRE: ComponentName = { text: '', fault: null };

/** The instructions that begin the phases of a hull shader: they come from no line. */
const PHASES: ReadonlySet<number> = new Set([
  SM4_OPCODES.hs_decls.code,
  SM4_OPCODES.hs_control_point_phase.code,
  SM4_OPCODES.hs_fork_phase.code,
  SM4_OPCODES.hs_join_phase.code,
]);

/** A component of a variable in a register. */
interface Note {
  /** By its register the first block is broken into lines. */
  readonly location: PdbLocation;
  readonly text: string;
  /** It is cut short: the notes end here. */
  readonly isLast: boolean;
}

class SpdbNotes implements DebugNotes {
  #line = 0;
  /** The file of that line: files of one name may be several. */
  #file: PdbFileEntry | undefined;
  #started = false;
  /** The function that the current instruction comes from, inlined or not, and those around it, outermost last. */
  #scopes: readonly PdbScope[] = [];
  /** Scopes of all instructions so far: their variables are reported from then on. */
  readonly #seen = new Set<PdbScope>();
  /** Their variables by the address at which they get a location. */
  readonly #starts = new Map<number, Start[]>();

  constructor(
    private readonly spdb: Spdb,
    private readonly program: Sm4Program,
    private readonly markup: Markup,
  ) {}

  before(out: TextWriter, index: number, offset: number): void {
    if (!this.#isExecutable(index)) return;
    if (this.#beginsMethod(index)) this.#file = undefined;
    const spdb = this.spdb;
    const module = spdb.moduleAt(offset);
    const scopes = module ? spdb.scopesAt(module, offset) : [];
    this.#scopes = scopes;
    this.#see();
    if (!this.#started) {
      this.#started = true;
      this.#initial(out, offset);
    }
    this.#lineOf(out, offset, this.#endOf(index));
  }

  after(out: TextWriter, index: number): void {
    if (!this.#isExecutable(index)) return;
    if (this.#scopes.length === 0) {
      this.#error(out, NO_FRAME);
      return;
    }
    const notes = this.#notes(this.#endOf(index));
    const title = TITLES[this.#opcodeOf(index)] ?? '';
    const { open, close } = this.markup.comment;
    if (notes.length > 0) out.text(`${open}  // ${title}${joined(notes, () => '; ')}${close}`);
  }

  #isExecutable(index: number): boolean {
    const { words, starts } = this.program;
    return sm4HasNumber(words[starts[index]!]!) && !PHASES.has(this.#opcodeOf(index));
  }

  /** A label of the body of a method, where the file is named again. */
  #beginsMethod(index: number): boolean {
    if (this.#opcodeOf(index) !== SM4_OPCODES.label.code) return false;
    const { words, starts } = this.program;
    const next = this.#endOf(index) / 4;
    let at = starts[index]!;
    while (at + 1 < next && Sm4ExtendedOpcodeToken.extended.test(words[at]!)) at++;
    return at + 1 < next && Sm4OperandToken.type.get(words[at + 1]!) === SM4_OPERAND_TYPES.functionBody.code;
  }

  /** Byte of the program that follows the instruction. */
  #endOf(index: number): number {
    const { starts, count, end } = this.program;
    return 4 * (index + 1 < count ? starts[index + 1]! : end);
  }

  #opcodeOf(index: number): number {
    const { words, starts } = this.program;
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
    const { open, close } = this.markup.comment;
    const separator = (one: Note, next: Note) => (isSameRegister(one.location, next.location) ? '; ' : '; \n//   ');
    out.text(`${open}//\n// Initial variable locations:\n//   ${joined(notes, separator)}\n//${close}`);
  }

  #lineOf(out: TextWriter, start: number, end: number): void {
    const module = this.spdb.moduleWithLines(start, end);
    const line = module && this.spdb.lineAt(module, this.#scopes, start, end);
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
    if (entry === this.#file && line.line === this.#line) return;
    const { keyword, literal } = this.markup;
    const name = entry === this.#file ? '' : ` "${file}"`;
    out.text(`\n${keyword.open}#line ${keyword.close}${literal.open}${line.line}${name}\n${literal.close}`);
    this.#file = entry;
    this.#line = line.line;
  }

  /** The variables of the scopes so far that get a location at byte `offset`, up to the first that is cut short. */
  #notes(offset: number): Note[] {
    const notes: Note[] = [];
    for (const start of this.#starts.get(offset) ?? []) {
      const note = this.#note(start);
      notes.push(note);
      if (note.isLast) break;
    }
    return notes;
  }

  #note({ name, type, location }: Start): Note {
    const register = spdbRegister(location);
    if (typeof register === 'string') {
      const sentence = REGISTER_FAULTS[register];
      return { location, text: sentence === null ? '' : this.#fault(sentence), isLast: true };
    }
    const component = this.#componentOf(type, location);
    const { open, close } = this.markup.code;
    const text = `${open}${register.name}${register.component}${close} <- ${name}${component.text}`;
    if (component.fault === null) return { location, text, isLast: false };
    return { location, text: text + this.#fault(NAME_FAULTS[component.fault]), isLast: true };
  }

  /** The name of a complete variable needs no type. */
  #componentOf(type: number, { partial, offset }: PdbLocation): ComponentName {
    if (!partial) return ENTIRE;
    const { types } = this.spdb;
    return types.has(type) ? componentName(types, type, offset) : { text: '', fault: 'no type' };
  }

  #fault(sentence: string): string {
    const { open, close } = this.markup.comment;
    return `\n${open}${sentence}\n${close}`;
  }

  #error(out: TextWriter, sentence: string): void {
    const { open, close } = this.markup.comment;
    out.text(`\n${open}${sentence}\n${close}`);
  }

  /** Adds the variables of the scopes of the current instruction, innermost first. */
  #see(): void {
    for (const scope of this.#scopes) {
      if (this.#seen.has(scope)) continue;
      this.#seen.add(scope);
      addStarts(this.#starts, scope, (section) => sectionAddress(this.spdb, section));
    }
  }
}

/** The text of `notes`, joined. */
function joined(notes: readonly Note[], separator: (one: Note, next: Note) => string): string {
  let text = '';
  for (let i = 0; i < notes.length; i++) text += (i > 0 ? separator(notes[i - 1]!, notes[i]!) : '') + notes[i]!.text;
  return text;
}

interface Start {
  readonly name: string;
  readonly type: number;
  readonly location: PdbLocation;
}

/**
 * Adds the variables of `scope` by the address at which they get a location: at the start of a range, and after each
 * gap.
 */
function addStarts(
  map: Map<number, Start[]>,
  scope: PdbScope,
  addressOf: (section: number) => number | undefined,
): void {
  for (const { name, type, flags, locations } of scope.locals) {
    if ((flags & LOCAL_FLAG.optimizedOut) !== 0) continue;
    for (const location of locations) {
      const { start, gaps, section } = location;
      const address = addressOf(section);
      if (address === undefined) continue;
      for (const at of [start, ...gaps.map((gap) => start + gap.start + gap.length)]) {
        appendTo(map, at + address, { name, type, location });
      }
    }
  }
}
