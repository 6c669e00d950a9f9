/**
 * Facts of one shader, computed once, when a column first needs them: a scan that prints three columns does not
 * validate.
 *
 * Not for: which facts a record has (columns.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { FEATURES } from '../chunks/sfi0.ts';
import { verifyChecksum } from '../container/digest.ts';
import { debugInformationOf } from '../debug/read.ts';
import { readShaderFile, type ShaderFile, type ShaderProgram } from '../file/shader-file.ts';
import { readSm1Words, type Sm1Program } from '../isa/sm1/program.ts';
import { readSm4Declarations, type Sm4Declarations } from '../isa/sm4/declarations.ts';
import type { Sm4ResourceType } from '../isa/sm4/operands.ts';
import { readSm4Words, type Sm4Program } from '../isa/sm4/program.ts';
import { countSm4, type Sm4Counts } from '../isa/sm4/statistics.ts';
import type { DxilReflection } from '../reflect/dxil.ts';
import { reflectShaderFile, type ShaderReflection } from '../reflect/reflect-shader.ts';
import type { Sm1Reflection } from '../reflect/sm1.ts';
import type { Sm4Reflection } from '../reflect/sm4.ts';
import { type ValidationResult, validate } from '../validate/validate.ts';
import {
  countSm1Instructions,
  countSm4Instructions,
  type InstructionCounts,
  type Sm1Counts,
} from './instruction-counts.ts';

/** Returns a function that computes its value the first time, and returns the same later. */
function once<Value>(compute: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}

/** The facts of one shader. Nothing in it throws on any bytes. */
export class ShaderFacts {
  /** The shader, opened: its format and its programs. */
  readonly file: ShaderFile;
  /** The main program; that of feature level 9 in a container without another; undefined in effects and the like. */
  readonly program: ShaderProgram | undefined;

  constructor(readonly bytes: Uint8Array) {
    this.file = readShaderFile(bytes, new Diagnostics());
    this.program = this.file.programs[0];
  }

  /** The bytes that an application passes to Direct3D: of C source the array, and no bytes after a container. */
  code(): Uint8Array {
    return this.file.container?.bytes ?? this.file.bytes;
  }

  /** The main program of shader models 1 to 3. */
  readonly sm1 = once((): Sm1Program | undefined =>
    this.program?.isa === 'sm1' ? readSm1Words(this.program.words) : undefined,
  );

  /** The main program of shader models 4 to 5.1. */
  readonly sm4 = once((): Sm4Program | undefined =>
    this.program?.isa === 'sm4' ? readSm4Words(this.program.words) : undefined,
  );

  readonly reflection = once((): ShaderReflection | undefined => reflectShaderFile(this.file, new Diagnostics()));

  /** The reflection of the main program of shader models 1 to 3, also where it is one of feature level 9. */
  sm1Reflection(): Sm1Reflection | undefined {
    const reflection = this.reflection();
    if (reflection?.format === 'sm1') return reflection;
    return this.program?.isa === 'sm1' && reflection?.format === 'dxbc' ? reflection.level9[0] : undefined;
  }

  /** The reflection of a container of shader models 4 to 5.1. */
  sm4Reflection(): Sm4Reflection | undefined {
    const reflection = this.reflection();
    return reflection?.format === 'dxbc' ? reflection : undefined;
  }

  /** The reflection of a container of shader model 6. */
  dxilReflection(): DxilReflection | undefined {
    const reflection = this.reflection();
    return reflection?.format === 'dxil' ? reflection : undefined;
  }

  readonly sm1Counts = once((): Sm1Counts | undefined => {
    const program = this.sm1();
    return program === undefined ? undefined : countSm1Instructions(program);
  });

  /** The counts that Microsoft's compiler stores, computed from the program: stripped shaders have them, too. */
  readonly sm4Counts = once((): Sm4Counts | undefined => {
    const program = this.sm4();
    return program === undefined ? undefined : countSm4(program);
  });

  /** Instructions of the main program. */
  readonly instructions = once((): InstructionCounts | undefined => {
    const program = this.sm4();
    return program === undefined ? this.sm1Counts() : countSm4Instructions(program);
  });

  readonly declarations = once((): Sm4Declarations | undefined => {
    const program = this.sm4();
    return program === undefined ? undefined : readSm4Declarations(program);
  });

  /** Declared resources of one type; null without a program of shader models 4 to 5.1. */
  resources(type: Sm4ResourceType): number | null {
    return this.declarations()?.resources.filter((resource) => resource.type === type).length ?? null;
  }

  /** The debug information, read on first use. */
  readonly debug = once(() => debugInformationOf(this.file, new Diagnostics()));

  readonly validation = once((): ValidationResult => validate(this.bytes));

  /** Whether the digest of the container is right; null where there is none. */
  checksum(): boolean | null {
    const { container } = this.file;
    return container === undefined ? null : verifyChecksum(container.bytes, container.words).kind !== undefined;
  }

  /** Names of `D3D_SHADER_REQUIRES_*` bits. */
  features(): string[] {
    const flags = this.sm4Reflection()?.requiresFlags ?? 0;
    return Object.entries(FEATURES)
      .filter(([, bit]) => (flags & (1 << bit)) !== 0)
      .map(([name]) => name);
  }
}
