/**
 * Functions and inlined calls of a program database as data of the common model, and which instructions come from each.
 *
 * Not for: variables (variables.ts).
 */
import { u32At } from '../../base/words.ts';
import type { DebugFunction, DebugInstruction, DebugLocation, DebugRange } from '../model.ts';
import type { NumberedInstruction } from '../numbered.ts';
import { ByteReader } from './byte-reader.ts';
import { LEAF } from './codeview.ts';
import type { PdbModule, PdbSourceLine, Spdb } from './spdb.ts';
import type { PdbScope } from './symbols.ts';

/** A function while its instructions are being found. */
type Found = DebugFunction & { readonly ranges: DebugRange[] };

export class PdbFunctions {
  readonly #spdb: Spdb;
  /** Index in {@link functions} of each scope. */
  readonly #indices = new Map<PdbScope, number>();
  /** Index of each file of the database by its name. */
  readonly #files: ReadonlyMap<string, number>;
  readonly functions: Found[] = [];

  constructor(spdb: Spdb, files: ReadonlyMap<string, number>) {
    this.#spdb = spdb;
    this.#files = files;
    for (const module of spdb.modules) for (const scope of module.symbols.functions) this.#add(module, scope, null);
  }

  /** Every scope with its index, those of inlined calls after the function around them. */
  get scopes(): IterableIterator<[PdbScope, number]> {
    return this.#indices.entries();
  }

  /** The location of each instruction; fills in the ranges and call sites of {@link functions}. */
  instructions(program: readonly NumberedInstruction[]): DebugInstruction[] {
    const found: DebugInstruction[] = [];
    for (const { index, start, end } of program) {
      const module = this.#spdb.moduleAt(start);
      if (module === undefined) continue;
      const scopes = this.#spdb.scopesAt(module, start);
      const line = this.#spdb.lineAt(module, scopes, start, end);
      for (const [depth, scope] of scopes.entries()) this.#covered(module, scopes, depth, scope, start, end);
      const owner = scopes[0] === undefined ? null : (this.#indices.get(scopes[0]) ?? null);
      const location = line === undefined ? null : this.#location(module, line);
      if (location !== null || owner !== null) found.push({ index, offset: start, end, location, function: owner });
    }
    return found;
  }

  /** Notes that an instruction comes from `scope`; the first one gives the call that was inlined. */
  #covered(
    module: PdbModule,
    scopes: readonly PdbScope[],
    depth: number,
    scope: PdbScope,
    start: number,
    end: number,
  ): void {
    const index = this.#indices.get(scope);
    if (index === undefined) return;
    const one = this.functions[index]!;
    const last = one.ranges.at(-1);
    if (last?.end === start) one.ranges[one.ranges.length - 1] = { start: last.start, end };
    else one.ranges.push({ start, end });
    if (last !== undefined || scope.parent === null) return;
    const line = this.#spdb.lineAt(module, scopes.slice(depth + 1), start, end);
    if (line !== undefined) this.functions[index] = { ...one, callSite: this.#location(module, line) };
  }

  #location(module: PdbModule, { file, line, lineEnd, column, columnEnd }: PdbSourceLine): DebugLocation {
    return {
      file: this.#file(module, file),
      line,
      column: column === 0 ? null : column,
      endLine: lineEnd,
      endColumn: columnEnd === 0 ? null : columnEnd,
    };
  }

  /** The index of a file by its offset in the table of files of its module. */
  #file(module: PdbModule, offset: number): number | null {
    const entry = module.lines.files.get(offset);
    const name = entry && module.files[entry.index];
    return name === undefined ? null : (this.#files.get(name) ?? null);
  }

  #add(module: PdbModule, first: PdbScope, outer: number | null): void {
    // Calls nest as deeply as a damaged file says, so there is no recursion.
    const waiting: [PdbScope, number | null][] = [[first, outer]];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [scope, inlinedInto] = next;
      const inlinee = scope.annotations === null ? undefined : module.lines.inlinees.get(scope.type);
      const location: DebugLocation | null =
        inlinee === undefined
          ? null
          : {
              file: this.#file(module, inlinee.file),
              line: inlinee.line,
              column: null,
              endLine: null,
              endColumn: null,
            };
      const index = this.functions.length;
      this.#indices.set(scope, index);
      const { name, type } = this.#named(scope);
      this.functions.push({ name, type, location, inlinedInto, callSite: null, ranges: [] });
      for (const call of scope.inlined.toReversed()) waiting.push([call, index]);
    }
  }

  /** The name and type of a function: an inlined call has the number of a record with both. */
  #named({ name, type }: PdbScope): { name: string; type: string | null } {
    const { types, ids } = this.#spdb;
    if (name !== null) return { name, type: functionType(types, type) };
    const record = ids.record(type);
    if (record?.leaf !== LEAF.LF_FUNC_ID && record?.leaf !== LEAF.LF_MFUNC_ID) return { name: '', type: null };
    const reader = new ByteReader(ids.bytes, record.start + 4, record.end);
    return { type: functionType(types, reader.u32()), name: reader.text() };
  }
}

/** Such as `float4(float4,float)`. */
function functionType(types: Spdb['types'], index: number): string | null {
  const type = types.bare(index);
  if (type?.kind !== 'function') return null;
  const list = types.record(type.parameters);
  if (list?.leaf !== LEAF.LF_ARGLIST) return null;
  const count = Math.min(u32At(types.bytes, list.start), Math.floor((list.end - list.start - 4) / 4));
  const names: string[] = [];
  for (let i = 0; i < count; i++) names.push(types.name(u32At(types.bytes, list.start + 4 + 4 * i)) ?? '?');
  return `${types.name(type.returns) ?? 'void'}(${names.join(',')})`;
}
