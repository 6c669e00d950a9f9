/**
 * The functions of the shaders of an effect: equal ones are written once, and what only functions use is declared
 * before them.
 *
 * Not for: what a function is made of (src/decompile), the parts of effects.
 */

import { Diagnostics } from '../../base/diagnostics.ts';
import type { EmbeddedShader } from '../../effects/embedded-shaders.ts';
import { NameScope } from '../../emit/common/names.ts';
import type { HlslEmission } from '../../emit/hlsl/emit-hlsl.ts';
import { HLSL_RESERVED, hlslIdentifier } from '../../emit/hlsl/types.ts';
import { readBinaryFile, type ShaderFile } from '../../file/shader-file.ts';
import type { FunctionDesc } from '../../reflect/library.ts';
import type { SharedGlobals } from '../shared-globals.ts';

/** The source of a program. */
export interface ProgramSource extends Pick<HlslEmission, 'declarations' | 'bindings' | 'views'> {
  readonly code: string;
  readonly profile: string;
  /** The switches of fxc that it needs. */
  readonly switches: readonly string[];
  readonly sourceMap: readonly (readonly [number, number])[];
  /** Comments about what the source does not do as the program does. */
  readonly remarks: readonly string[];
}

/** The source of an effect, with the profile and switches that it is compiled with. */
export interface EffectSource {
  readonly code: string;
  readonly profile: string;
  readonly switches: readonly string[];
  readonly sourceMap?: readonly (readonly [number, number])[];
}

/** Returns the source of a program as a function; undefined where diagnostics say why there is none. */
export type SourceOf = (file: ShaderFile, diagnostics: Diagnostics, shared: SharedGlobals) => ProgramSource | undefined;

/** A function that is written, and the profile that a shader compiles it for. */
export interface ShaderFunction {
  readonly name: string;
  readonly source: ProgramSource;
}

/** The name of an entry point until it is known which other shaders it is for. */
const ENTRY = 'entry_function';
/** Attempts to find names that other functions do not have for something else. */
const MAX_ATTEMPTS = 8;

export class ShaderFunctions {
  /** The switches of fxc that any of the shaders needs. */
  readonly switches = new Set<string>();
  readonly #scope: NameScope;
  readonly #byText = new Map<string, string>();
  readonly #declared = new Map<string, string>();
  #pending: string[] = [];

  /** @param globals names that the file declares */
  constructor(
    private readonly sourceOf: SourceOf,
    private readonly globals: ReadonlySet<string>,
    private readonly variables: Pick<SharedGlobals, 'declared' | 'offsetOf'>,
    private readonly diagnostics: Diagnostics,
  ) {
    this.#scope = new NameScope(new Set([...HLSL_RESERVED, ...globals, ENTRY]), hlslIdentifier);
  }

  /** A name that nothing in the file has. */
  unique(preferred: string): string {
    return this.#scope.unique(preferred);
  }

  /** Adds the text of a function or type. */
  declare(text: string): void {
    this.#pending.push(text);
  }

  /** Returns what was added since the last call. */
  take(): string[] {
    const pending = this.#pending;
    this.#pending = [];
    return pending;
  }

  /**
   * Adds the function of a shader; undefined where diagnostics say why there is none.
   *
   * @param preferred its name, if nothing else has it
   * @param described of a function of a library: its name is as it is, and no other one is the same
   */
  add(bytes: Uint8Array, offset: number, preferred: string, described?: FunctionDesc): ShaderFunction | undefined {
    const reserved = new Set([...this.globals, ENTRY]);
    const shared = { ...this.variables, reserved, entryPoint: ENTRY, ...(described && { described }) };
    const file = readBinaryFile(bytes, new Diagnostics());
    let diagnostics = this.diagnostics.at(offset);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const source = this.sourceOf(file, diagnostics, shared);
      if (source === undefined) return undefined;
      const taken = [...source.declarations].filter(([name, text]) => (this.#declared.get(name) ?? text) !== text);
      if (taken.length === 0) return { name: this.#write(source, preferred, described !== undefined), source };
      // Other functions have these names for something else.
      for (const [name] of taken) reserved.add(name);
      diagnostics = new Diagnostics();
    }
    return undefined;
  }

  /** Writes the function if no other one is equal, and returns its name. */
  #write({ code, declarations, switches, remarks }: ProgramSource, preferred: string, isNamed: boolean): string {
    for (const one of switches) this.switches.add(one);
    const key = [...declarations.values(), ...remarks, code].join('\n');
    const known = this.#byText.get(key);
    if (known !== undefined && !isNamed) return known;
    const name = isNamed ? preferred : this.unique(preferred);
    this.#byText.set(key, name);
    for (const [declared, declaration] of declarations) {
      if (this.#declared.has(declared)) continue;
      this.#declared.set(declared, declaration);
      this.declare(declaration);
    }
    this.declare([...remarks, renamed(code, ENTRY, name).trimEnd()].join('\n'));
    return name;
  }
}

function renamed(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to);
}

/** Returns the preferred names of shaders by their offsets: of the variable, or of the first pass and technique. */
export function shaderNames(shaders: readonly EmbeddedShader[]): Map<number, string> {
  const names = new Map<number, string>();
  for (const { offset, stage, uses } of shaders) {
    const use = uses.find(({ variable }) => variable !== null) ?? uses[0];
    if (use === undefined || stage === 'expression') continue;
    const stem = use.variable ?? [use.technique, use.pass].filter((one) => one).join('_');
    names.set(offset, [stem, stage].filter((one) => one).join('_'));
  }
  return names;
}
