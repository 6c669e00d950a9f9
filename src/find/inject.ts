/**
 * `injectShaders`: puts changed shaders back into the file that a search found them in, and keeps everything else bit
 * for bit.
 *
 * The search reports the origin of each shader. Items get their new bytes from the innermost one outwards: a file of
 * unknown format in place, effects and archives by their writers. The result is searched again and compared.
 *
 * Not for: changing shaders (../shader); files (the caller reads and writes them).
 */

import { type ByteSource, toBytes, typeText } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { Diagnostics } from '../base/diagnostics.ts';
import type { Message } from '../base/messages.ts';
import { verifyChecksum } from '../container/digest.ts';
import { isContainer } from '../container/dxbc.ts';
import { withChecksum } from '../container/edit.ts';
import { DX0001 } from '../container/messages.ts';
import { withShaders } from '../effects/replace-shader.ts';
import { detectBinaryFormat } from '../file/detect-format.ts';
import type { Codecs } from './codecs.ts';
import { isEffect } from './entire-shader.ts';
import { type FindOptions, type Item, type MemberOrigin, type Origin, search } from './find-shaders.ts';
import type { FoundDiagnostic, FoundShader } from './found.ts';
import { DX0323, DX0324, DX0325, DX0326, DX0327, DX0328, DX0329, DX0330, DX0331 } from './messages.ts';
import type { FormatReader } from './reader.ts';
import { type RandomAccessSource, readFrom, type Siblings, sourceOfBytes } from './source.ts';
import { CannotWrite, type ChangedMember, type Encoder, type Encoders } from './writer.ts';
import { WRITERS } from './writers/index.ts';

export type { Encoder, Encoders };

/** A shader of a file, and what it becomes. */
export interface ShaderReplacement {
  /** The path of the shader, as {@link FoundShader.path} has it. */
  readonly path: string;
  /** Its offset, as {@link FoundShader.offset} has it; needed only where several shaders have the same path. */
  readonly offset?: number;
  /** The new shader, a token stream or container; for a complete effect, the new effect. A wrong digest is updated. */
  readonly bytes: ByteSource;
}

export interface InjectOptions {
  /** Decompressors, as {@link findShaders} takes them. */
  readonly codecs?: Codecs;
  /**
   * The files next to the source, as {@link findShaders} takes them. Their members cannot be written, which is
   * reported.
   */
  readonly siblings?: Siblings;
  /** Compressors; without them members are stored as they are where that is possible. */
  readonly encoders?: Encoders;
}

/** The new file, or why there is none. */
export interface InjectResult {
  /** The entire file; undefined when an error is among the diagnostics. */
  readonly bytes: Uint8Array | undefined;
  /** Errors of the replacements and of writing, and notes and warnings about the result. */
  readonly diagnostics: readonly FoundDiagnostic[];
}

/**
 * Returns a file with some of its shaders replaced. Everything else stays bit for bit, or nothing is written:
 *
 * - In programs and files of unknown format a shader stays where it is. It must not be larger than the old one; zeros
 *   fill the rest, which no reader of a shader reaches.
 * - In effects of fx_2_0, fx_4_x and fx_5_0, MGFX, XNB, bgfx, ZIP, gzip, tar, PAK, VPK and arrays of source code a
 *   shader may have any size. Sizes, offsets and checksums of the file follow. A compressed XNB file becomes an
 *   uncompressed one.
 * - Other formats are read only, and the diagnostic says so.
 *
 * Members inside of members are written where each level can be. The result is searched again: each new shader must be
 * found where the old one was, and all others must be unchanged. Time and memory are linear in the file and what is
 * unpacked of it.
 *
 * @param source the entire file
 * @throws TypeError when an argument is wrong
 */
export async function injectShaders(
  source: ByteSource,
  replacements: readonly ShaderReplacement[],
  options: InjectOptions = {},
): Promise<InjectResult> {
  const bytes = toBytes(source, 'injectShaders', 'source');
  checkOptions(options, { codecs: 'object', siblings: 'object', encoders: 'object' }, 'injectShaders');
  if (!Array.isArray(replacements))
    throw new TypeError(`injectShaders: replacements must be an array, not ${typeText(replacements)}`);
  const given = replacements.map((one: ShaderReplacement) => {
    checkOptions(one, { path: 'string', offset: 'number', bytes: 'any' }, 'injectShaders');
    return { ...one, bytes: toBytes(one.bytes, 'injectShaders', 'bytes') };
  });
  const { codecs, siblings, encoders = {} } = options;
  const find = { effects: true, ...(codecs && { codecs }), ...(siblings && { siblings }) };
  return new Injection(bytes, find, encoders).run(given);
}

type Given = Omit<ShaderReplacement, 'bytes'> & { readonly bytes: Uint8Array };

/** A shader of the file, and where it is. */
interface Located {
  readonly shader: FoundShader;
  readonly origin: Origin;
}

interface ItemChanges {
  /** In its own bytes: at these offsets, so many old bytes. */
  readonly inPlace: { readonly offset: number; readonly size: number; readonly bytes: Uint8Array }[];
  readonly members: ChangedMember[];
  /** The reader of the members. */
  reader?: FormatReader;
}

class Injection {
  readonly #root: RandomAccessSource;
  readonly #found: FoundDiagnostic[] = [];

  constructor(
    bytes: Uint8Array,
    private readonly options: FindOptions,
    private readonly encoders: Encoders,
  ) {
    this.#root = sourceOfBytes(bytes);
  }

  async run(given: readonly Given[]): Promise<InjectResult> {
    const found = await this.#search(this.#root);
    const targets = this.#targets(found, given);
    if (targets === undefined) return this.#result(undefined);
    let bytes: Uint8Array;
    try {
      bytes = await this.#written(targets);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#result(undefined);
    }
    return this.#result((await this.#isAsWanted(found, targets, bytes)) ? bytes : undefined);
  }

  #result(bytes: Uint8Array | undefined): InjectResult {
    return { bytes, diagnostics: this.#found };
  }

  #report(path: string, offset: number, message: Message, values: Record<string, string | number>): void {
    const diagnostics = new Diagnostics();
    diagnostics.report(message, offset, offset, values);
    this.#found.push({ kind: 'diagnostic', path, diagnostic: diagnostics.list[0]! });
  }

  async #search(source: RandomAccessSource): Promise<Located[]> {
    const all: Located[] = [];
    const origins = new Map<FoundShader, Origin>();
    const observe = (shader: FoundShader, origin: Origin) => origins.set(shader, origin);
    for await (const one of search(source, this.options, observe))
      if (one.kind === 'shader') all.push({ shader: one, origin: origins.get(one)! });
    return all;
  }

  /** The new bytes by the shader that they replace; undefined where a replacement is wrong. */
  #targets(found: readonly Located[], given: readonly Given[]): ReadonlyMap<Located, Uint8Array> | undefined {
    const targets = new Map<Located, Uint8Array>();
    for (const { path, offset, bytes } of given) {
      const named = found.filter(({ shader }) => shader.path === path && (offset ?? shader.offset) === shader.offset);
      const name = offset === undefined ? path : `${path}:${offset}`;
      const [one] = named;
      if (one === undefined) this.#report('', 0, DX0323, { name });
      else if (named.length > 1) {
        const offsets = named.map(({ shader }) => shader.offset);
        this.#report('', 0, DX0324, { name, count: named.length, offsets: offsets.join(', ') });
      } else if (targets.has(one)) this.#report('', 0, DX0325, { name });
      else {
        const code = this.#soundCode(one.shader, bytes);
        if (code !== undefined) targets.set(one, code);
      }
    }
    for (const { shader, origin } of targets.keys())
      if (origin.kind === 'effect' && [...targets.keys()].some((one) => one.shader === origin.effect)) {
        this.#report('', 0, DX0325, { name: shader.path });
        return undefined;
      }
    return targets.size === given.length && given.length > 0 ? targets : undefined;
  }

  /** A new shader with a right digest; undefined, with a diagnostic, for bytes that are no shader. */
  #soundCode({ path, offset, format, profile }: FoundShader, bytes: Uint8Array): Uint8Array | undefined {
    const detected = detectBinaryFormat(bytes);
    if (detected === undefined || isEffect(detected.format) !== isEffect(format)) {
      this.#report(path, offset, DX0001, { size: bytes.byteLength });
      return undefined;
    }
    if (detected.profile !== profile || detected.format !== format)
      this.#report(path, offset, DX0326, {
        old: profile ?? format,
        new: detected.profile ?? detected.format,
      });
    if (!isContainer(bytes) || verifyChecksum(bytes).kind !== undefined) return bytes;
    const diagnostics = new Diagnostics();
    const fixed = withChecksum(bytes, diagnostics);
    if (fixed === undefined || diagnostics.list.some(({ severity }) => severity === 'error')) {
      for (const diagnostic of diagnostics.list) this.#found.push({ kind: 'diagnostic', path, diagnostic });
      return undefined;
    }
    this.#report(path, offset, DX0327, {});
    return fixed;
  }

  /** The new file. */
  async #written(targets: ReadonlyMap<Located, Uint8Array>): Promise<Uint8Array> {
    const items = new Map<Item, ItemChanges>();
    const changesOf = (item: Item): ItemChanges => {
      const known = items.get(item);
      if (known !== undefined) return known;
      const changes: ItemChanges = { inPlace: [], members: [] };
      items.set(item, changes);
      return changes;
    };
    const addMember = ({ item, reader, member }: MemberOrigin, bytes: Uint8Array) => {
      const changes = changesOf(item);
      changes.reader = reader;
      changes.members.push({ member, bytes });
    };
    const apply = (origin: Origin, old: FoundShader, bytes: Uint8Array) => {
      if (origin.kind === 'bytes')
        changesOf(origin.item).inPlace.push({ offset: origin.offset, size: old.bytes.byteLength, bytes });
      else if (origin.kind === 'member') addMember(origin, bytes);
    };
    const effects = new Map<FoundShader, { origin: Origin; shaders: Map<number, Uint8Array> }>();
    for (const [{ shader, origin }, bytes] of targets) {
      if (origin.kind !== 'effect') {
        apply(origin, shader, bytes);
        continue;
      }
      const known = effects.get(origin.effect) ?? { origin: origin.effectOrigin, shaders: new Map() };
      effects.set(origin.effect, known);
      known.shaders.set(origin.offset, bytes);
    }
    for (const [effect, { origin, shaders }] of effects) apply(origin, effect, this.#effect(effect, shaders));
    // Changes of an item add one to the item around it.
    for (;;) {
      const item = [...items.keys()].reduce((a, b) => (b.depth > a.depth ? b : a));
      const bytes = await this.#item(item, items.get(item)!);
      items.delete(item);
      if (item.parent === undefined) return bytes;
      addMember(item.parent, bytes);
    }
  }

  #effect(effect: FoundShader, shaders: ReadonlyMap<number, Uint8Array>): Uint8Array {
    try {
      return withShaders(effect.bytes, shaders);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw this.#refuse(effect.path, effect.offset, 'effect', 'its shaders cannot be located');
    }
  }

  async #item(item: Item, { inPlace, members, reader }: ItemChanges): Promise<Uint8Array> {
    const { source, parent } = item;
    const path = item.path.join('/');
    const old = await readFrom(source, 0, source.size);
    if (old.byteLength !== source.size || (parent === undefined && source !== this.#root))
      throw this.#refuse(path, 0, 'this member', 'it is not unpacked, or too large for memory');
    let bytes = old;
    if (inPlace.length === 1 && inPlace[0]!.size === old.byteLength) bytes = inPlace[0]!.bytes;
    else if (inPlace.length > 0) {
      bytes = old.slice();
      for (const { offset, size, bytes: other } of inPlace) {
        if (other.byteLength > size) {
          this.#report(path, offset, DX0328, { size: other.byteLength, oldSize: size });
          throw new Refusal();
        }
        bytes.set(other, offset);
        bytes.fill(0, offset + other.byteLength, offset + size);
      }
    }
    return reader === undefined ? bytes : this.#members(path, bytes, members, reader);
  }

  async #members(
    path: string,
    bytes: Uint8Array,
    changes: readonly ChangedMember[],
    reader: FormatReader,
  ): Promise<Uint8Array> {
    const writer = WRITERS.get(reader);
    const { offset } = changes[0]!.member;
    if (writer === undefined) throw this.#refuse(path, offset, reader.name, 'dxlens only reads this format');
    const note = (what: string) => this.#report(path, offset, DX0331, { format: reader.name, what });
    try {
      return await writer({ bytes, changes, encoders: this.encoders, note });
    } catch (error) {
      if (!(error instanceof CannotWrite)) throw error;
      throw this.#refuse(path, offset, reader.name, error.message);
    }
  }

  #refuse(path: string, offset: number, format: string, reason: string): Refusal {
    this.#report(path, offset, DX0329, { format, reason });
    return new Refusal();
  }

  /** Whether a search of the new file finds the new shaders, and all others as they were. */
  async #isAsWanted(
    found: readonly Located[],
    targets: ReadonlyMap<Located, Uint8Array>,
    bytes: Uint8Array,
  ): Promise<boolean> {
    /** Effects with a changed shader, and new effects: what is in them is not compared. */
    const changed = new Set<FoundShader>();
    const replaced = new Map<string, Uint8Array>();
    for (const [{ shader, origin }, code] of targets) {
      if (origin.kind === 'effect') changed.add(origin.effect);
      if (isEffect(shader.format)) replaced.set(shader.path, code);
    }
    const changedPaths = new Set([...changed].map(({ path }) => path));
    const isInside = ({ origin }: Located) => origin.kind === 'effect' && replaced.has(origin.effect.path);
    const wanted = new Map<string, Uint8Array[]>();
    // From the last one: where the order stays, as it does outside of effects, each is the last of its list.
    for (const one of [...found].reverse()) {
      if (changed.has(one.shader) || isInside(one)) continue;
      const list = wanted.get(one.shader.path) ?? [];
      wanted.set(one.shader.path, list);
      list.push(targets.get(one) ?? one.shader.bytes);
    }
    for (const one of await this.#search(sourceOfBytes(bytes))) {
      const { path, offset, format, bytes: code } = one.shader;
      const list = wanted.get(path) ?? [];
      const index = list.findLastIndex((other) => isSame(other, code));
      if (index === list.length - 1 && index >= 0) list.pop();
      else if (index >= 0) list.splice(index, 1);
      else if (!(isEffect(format) && changedPaths.has(path)) && !isInside(one)) {
        this.#report(path, offset, DX0330, {});
        return false;
      }
    }
    for (const [path, list] of wanted) {
      if (list.length === 0) continue;
      this.#report(path, 0, DX0330, {});
      return false;
    }
    return true;
  }
}

/** Ends the writing after the reason was reported. */
class Refusal extends Error {}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.byteLength !== b.byteLength) return false;
  for (let i = 0; i < a.byteLength; i++) if (a[i] !== b[i]) return false;
  return true;
}
