/**
 * An open compiled shader: reads it, changes its constants or its program, and returns the bytes of the result.
 *
 *     const shader = openShader(bytes);
 *     shader.setConstant('c7', [0.5, 0, 0, 1]);
 *     const changed = shader.toBytes();
 *
 * An open shader is mutable: each edit applies to the result of the edits before it. The bytes that it was opened with
 * never change, and what no edit touches stays bit for bit. Programs by themselves are edited through immutable modules
 * (isa/sm1, isa/sm4).
 *
 * Not for: chunks other than the program and its constants (container/edit.ts), or programs for feature level 9, which
 * stay.
 */
import { assemble } from '../assemble/assemble.ts';
import { replaceProgram } from '../assemble/sm4/into.ts';
import { type ByteSource, toBytes } from '../base/bytes.ts';
import { checkOptions } from '../base/check-options.ts';
import { type Diagnostic, Diagnostics } from '../base/diagnostics.ts';
import { bytesOf, wordsOf } from '../base/words.ts';
import { readAon9, withLevel9Program } from '../chunks/aon9.ts';
import type { Chunk } from '../container/dxbc.ts';
import { pickChunks } from '../container/shader-chunks.ts';
import { TAG } from '../container/tags.ts';
import { rewriteContainer } from '../container/write.ts';
import { moveDbugOffsets } from '../debug/dbug/move.ts';
import { type Format, formatName } from '../file/detect-format.ts';
import { type OpenedShaderFile, openShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import { programBytes } from '../isa/program-bytes.ts';
import { decodeSm1Bytes, encodeSm1 } from '../isa/sm1/encode.ts';
import { decodeSm4Bytes, encodeSm4 } from '../isa/sm4/encode.ts';
import { readSm4Words } from '../isa/sm4/program.ts';
import { type ReflectionResult, reflect } from '../reflect/reflect.ts';
import { disassemble, type Listing } from '../text/disassemble.ts';
import type { ListingOptions } from '../text/options.ts';
import { type ValidateOptions, type ValidationResult, validate } from '../validate/validate.ts';
import type { Moves } from './binding-moves.ts';
import { isImmediateConstant, isSm1ConstantRegister, setImmediateConstant, setSm1NamedConstant } from './constants.ts';
import { setSm1Default, setSm4Default } from './default-values.ts';
import {
  type LiteralLocation,
  renameSm1,
  renameSm4,
  type ShaderLiteral,
  setSm1LiteralAt,
  setSm4LiteralAt,
  sm1Literals,
  sm4LiteralsOf,
} from './edits.ts';
import { ShaderEditError } from './paths.ts';
import { rebindSm1 } from './rebind-sm1.ts';
import { rebindSm4 } from './rebind-sm4.ts';
import { type ConstantValues, checkValues } from './values.ts';

export interface ReplaceOptions {
  readonly name?: string;
  /** `false`: accepts any program that can be written, even an invalid one. */
  readonly validate?: boolean;
}

export interface ReplaceResult {
  /** Whether the program was replaced; `false` where there are errors, and the shader is as before. */
  readonly replaced: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Opens a shader. Never throws on any bytes; the `diagnostics` of the shader report faults of the file.
 *
 * @param bytes a complete file of any format; for C source, the first array that is a compiled shader
 * @throws TypeError when `bytes` holds no bytes
 */
export function openShader(bytes: ByteSource): Shader {
  return new Shader(bytes);
}

/** A compiled shader that is open. {@link openShader} makes one. */
export class Shader {
  #file: OpenedShaderFile;

  constructor(bytes: ByteSource) {
    this.#file = openShaderFile(toBytes(bytes, 'openShader'));
  }

  /** The format of the file; of C source, that of the array. */
  get format(): Format {
    return this.#file.format;
  }

  /** The profile, such as `ps_5_0`; null where the file does not specify one. */
  get profile(): string | null {
    return this.#file.profile;
  }

  /** Faults of the file outside its programs. `validate()` reports the faults of the programs. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#file.diagnostics;
  }

  /**
   * The tokens of the program, for `decodeSm1()` or `decodeSm4()`: the complete file in shader models 1 to 3, else the
   * payload of SHEX or SHDR. Empty where the file has no program.
   */
  get program(): Uint8Array {
    const program = this.#program();
    if (program === undefined) return new Uint8Array(0);
    const { bytes, programChunk } = this.#file;
    return (program.isa === 'sm1' ? bytes : programChunk!.data).slice();
  }

  /** A copy of the file with all edits; of C source, the bytes of the array. */
  toBytes(): Uint8Array {
    return this.#file.bytes.slice();
  }

  /** The listing, as `disassemble()` returns it. */
  disassemble(options: ListingOptions = {}): Listing {
    return disassemble(this.#file.bytes, options);
  }

  reflect(): ReflectionResult {
    return reflect(this.#file.bytes);
  }

  /** Whether the shader is valid, as `validate()` returns it. */
  validate(options: ValidateOptions = {}): ValidationResult {
    return validate(this.#file.bytes, options);
  }

  /**
   * Sets a constant that is stored in the shader.
   *
   * Shader models 1 to 3: a register (`c7`, `i0`, `b2`), components of one (`c7.xy`), or the name of a constant in the
   * constant table. Every `def` of the register gets the values; where there is none, one is added, and values that the
   * application sets in that register have no effect any more.
   *
   * Shader models 4 to 5.1: `icb[3]` is a row of the immediate constant buffer, and a name that of a variable, as for
   * {@link setDefault}. The registers of a constant buffer (`cb0[4]`) are not in the shader: replace the operand by a
   * literal instead ({@link replaceProgram}). A register such as `c7` is one of the program for feature level 9.
   *
   * @param constant the register or the name
   * @param values numbers of the type of the constant, or raw DWORDs as a `Uint32Array`. A register takes one to four,
   *   and the others become 0; a constant of several registers takes the same number for each.
   * @throws ShaderEditError, a RangeError, when there is no such constant, or the number of values does not match it
   */
  setConstant(constant: string, values: ConstantValues): this {
    if (typeof constant !== 'string') throw new TypeError('setConstant: constant must be a string');
    checkValues(values, 'setConstant');
    const program = this.#editable('setConstant');
    if (program.isa === 'sm1') return this.#setStream(setSm1NamedConstant(this.program, constant, values));
    if (isImmediateConstant(constant)) return this.#setWords(setImmediateConstant(this.program, constant, values));
    if (isSm1ConstantRegister(constant)) return this.#setLevel9Constant(constant, values);
    if (/^cb\d*\[/i.test(constant))
      throw new ShaderEditError(
        'setConstant',
        `the application sets ${constant}, and the shader has no value for it; replace the operand by a literal in the listing`,
      );
    const { bytes, container } = this.#file;
    return this.#setBytes(setSm4Default(bytes, container!, constant, values, 'setConstant'));
  }

  /**
   * Sets the default value of a constant by its name, in the constant table (models 1 to 3) or in the resource
   * definitions (models 4 to 5.1). Reflection and effect frameworks read it; Direct3D itself does not.
   *
   * @param name a constant or a part of it: `tint`, `Light.color`, `colors[2]`, `tint.xy`, or `buffer.tint` where
   *   several buffers have a variable of that name
   * @param values one for each number of that part in the order of its DWORDs, or its DWORDs as a `Uint32Array`
   * @throws ShaderEditError, a RangeError, when there is no such constant, or the number of values does not match it
   */
  setDefault(name: string, values: ConstantValues): this {
    if (typeof name !== 'string') throw new TypeError('setDefault: name must be a string');
    checkValues(values, 'setDefault');
    const program = this.#editable('setDefault');
    if (program.isa === 'sm1') return this.#setStream(setSm1Default(this.program, name, values));
    const { bytes, container } = this.#file;
    return this.#setBytes(setSm4Default(bytes, container!, name, values, 'setDefault'));
  }

  /**
   * Renames what reflection shows: a constant or sampler of the constant table, or a buffer, resource or variable of
   * the resource definitions (`tint`, or `buffer.tint` where several buffers have one). Nothing else changes.
   *
   * @throws ShaderEditError, a RangeError, when there is no such name, or the new one is taken or no identifier
   */
  rename(from: string, to: string): this {
    if (typeof from !== 'string' || typeof to !== 'string') throw new TypeError('rename: names must be strings');
    const program = this.#editable('rename');
    if (program.isa === 'sm1') return this.#setStream(renameSm1(this.program, from, to));
    const { bytes, container } = this.#file;
    return this.#setBytes(renameSm4(bytes, container!, from, to));
  }

  /**
   * Moves what the application binds to other registers: declarations, all uses, and what reflection shows. A range,
   * such as an array or a matrix, moves as one.
   *
   * Shader models 1 to 3: samplers (`s0`) and constants (`c4`, `i0`, `b0`). Models 4 to 5.1: `t`, `s`, `u` and `cb`
   * registers, also in the tables for feature level 9; in 5.1 `t3,space1`, or a range id (`T0`) on the left. A name may
   * be on the left, too.
   *
   * @param moves new registers by the old ones, all at once: `{ t0: 't1', t1: 't0' }` exchanges two
   * @throws ShaderEditError, a RangeError, when there is no such register, the new one is taken, or an index may reach
   *   other registers
   */
  rebind(moves: Moves): this {
    if (typeof moves !== 'object' || moves === null || Object.values(moves).some((to) => typeof to !== 'string'))
      throw new TypeError('rebind: moves must be an object of registers');
    const program = this.#editable('rebind');
    if (program.isa === 'sm1') return this.#setStream(rebindSm1(this.program, moves));
    const { program: words, chunks } = rebindSm4(this.#file.container!, this.program, moves);
    return this.#setChunks(chunks).#setProgram(words);
  }

  /**
   * The literals of the program in its order: the values of `def`, `defi` and `defb` in shader models 1 to 3, literal
   * operands from 4.0 on. Each can be passed to {@link setLiteral}.
   */
  literals(): readonly ShaderLiteral[] {
    const program = this.#program();
    if (program === undefined) return [];
    const bytes = this.program;
    return program.isa === 'sm1' ? sm1Literals(decodeSm1Bytes(bytes)) : sm4LiteralsOf(decodeSm4Bytes(bytes));
  }

  /**
   * Replaces the values of a literal.
   *
   * @param where a literal of {@link literals}, or the numbers of its instruction and operand as diagnostics have them
   * @param values as many numbers as the literal has, or its DWORDs as a `Uint32Array`. Numbers are converted as the
   *   instruction reads them: integers for integer operations, else floats.
   * @throws ShaderEditError, a RangeError, when there is no literal, or the number of values does not match it
   */
  setLiteral(where: LiteralLocation, values: ConstantValues): this {
    if (typeof where !== 'object' || where === null || !Number.isInteger(where.instruction))
      throw new TypeError('setLiteral: where must have the number of an instruction');
    checkValues(values, 'setLiteral');
    const program = this.#editable('setLiteral');
    const bytes = this.program;
    return program.isa === 'sm1'
      ? this.#setStream(encodeSm1(setSm1LiteralAt(decodeSm1Bytes(bytes), where, values)))
      : this.#setWords(encodeSm4(setSm4LiteralAt(decodeSm4Bytes(bytes), where, values)));
  }

  /**
   * Replaces the program by that of a listing, as `disassemble()` prints it, with changes.
   *
   * Lines that are unchanged keep their words, so a listing whose literals are rounded to six decimals loses nothing
   * (shader models 4 to 5.1). There, all other chunks stay except the counts of the program in STAT, its features in
   * SFI0, the checksum, and debug information where instructions move. In shader models 1 to 3 the comments of the
   * original stay, such as the constant table, except debug information.
   */
  replaceProgram(listing: string | ByteSource, options: ReplaceOptions = {}): ReplaceResult {
    checkOptions(options, { name: 'string', validate: 'boolean' }, 'replaceProgram');
    this.#editable('replaceProgram');
    const { bytes, diagnostics } = assemble(listing, { ...options, into: this.#file.bytes });
    if (bytes === undefined) return { replaced: false, diagnostics };
    this.#setBytes(bytes);
    return { replaced: true, diagnostics };
  }

  /**
   * Replaces the tokens of the program, such as `encodeSm1()` or `encodeSm4()` returns. From shader model 4 on, the
   * counts in STAT, the features in SFI0 and the checksum follow, and debug information is removed where instructions
   * move. In shader models 1 to 3 debug information follows its instructions.
   *
   * @throws TypeError when `program` holds no bytes, or a program of another instruction set
   */
  setProgram(program: ByteSource): this {
    const { isa } = this.#editable('setProgram');
    const bytes = programBytes(program, isa, 'setProgram').slice();
    return isa === 'sm1' ? this.#setStream(bytes) : this.#setProgram(bytes);
  }

  #program(): ShaderProgram | undefined {
    return this.#file.programs.find(({ level9 }) => !level9);
  }

  /** The program, for the edit `caller`. */
  #editable(caller: string): ShaderProgram {
    const program = this.#program();
    if (program !== undefined) return program;
    throw new ShaderEditError(caller, `this is ${formatName(this.#file)}, which has no program that can be edited`);
  }

  #setBytes(bytes: Uint8Array): this {
    this.#file = openShaderFile(bytes);
    return this;
  }

  /** Replaces a stream of shader models 1 to 3. Its debug information follows the instructions. */
  #setStream(stream: Uint8Array): this {
    return this.#setBytes(moveDbugOffsets(this.#file.bytes, stream));
  }

  #setLevel9Constant(constant: string, values: ConstantValues): this {
    const container = this.#file.container!;
    const chunk = container.find(TAG.Aon9);
    const level9 = chunk && readAon9(container, chunk, new Diagnostics());
    if (chunk === undefined || level9 === undefined)
      throw new ShaderEditError(
        'setConstant',
        `shader model 4 and later has no register ${constant}, and the shader has no program for feature level 9`,
      );
    const before = bytesOf(level9.words);
    const program = moveDbugOffsets(before, setSm1NamedConstant(before, constant, values));
    return this.#setChunks(new Map([[chunk, withLevel9Program(chunk, level9, program)]]));
  }

  #setChunks(payloads: ReadonlyMap<Chunk, Uint8Array>): this {
    if (payloads.size === 0) return this;
    const { bytes, container } = this.#file;
    const chunks = container!.chunks.map((chunk) => {
      const data = payloads.get(chunk);
      return data === undefined ? chunk : { tag: chunk.tag, data };
    });
    return this.#setBytes(rewriteContainer(container!, chunks, bytes));
  }

  /** Puts a program with other literals into the container: all other chunks stay. */
  #setWords(program: Uint8Array): this {
    return this.#setChunks(new Map([[this.#file.programChunk!, program]]));
  }

  /** Puts other tokens into the container. */
  #setProgram(program: Uint8Array): this {
    const container = this.#file.container!;
    const chunks = pickChunks(container, new Diagnostics());
    const { data } = chunks.program!;
    if (program.length === data.length && program.every((byte, i) => byte === data[i])) return this;
    return this.#setBytes(
      replaceProgram(this.#file.bytes, container, chunks, readSm4Words(wordsOf(data)), readSm4Words(wordsOf(program))),
    );
  }
}
