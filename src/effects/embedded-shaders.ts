/**
 * The shaders inside an effect, the same for all versions of effects: where each is, and which technique and pass uses
 * it.
 *
 * Not for: reading effects (the other files of this directory).
 */

/** A compiled shader or expression in the bytes of an effect. */
export interface EmbeddedShader {
  /** Byte offset in the effect. */
  readonly offset: number;
  /** Bytes. */
  readonly length: number;
  /** Its stage; null if the effect does not declare it, and `expression` for code that runs on the CPU. */
  readonly stage: 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs' | 'expression' | null;
  /** All uses of it; a shader may be shared, and one in a variable may be used by no pass. */
  readonly uses: readonly EmbeddedShaderUse[];
}

/** A use of a shader in an effect. Names are null where the effect has none. */
export interface EmbeddedShaderUse {
  readonly group: string | null;
  /** The name of the technique, and its index in the group or effect; null for a variable that no pass uses. */
  readonly technique: string | null;
  readonly techniqueIndex: number | null;
  readonly pass: string | null;
  readonly passIndex: number | null;
  /** The variable that holds the shader, null for one that is compiled in the pass. */
  readonly variable: string | null;
  /** The index in an array of shaders; 0 for a single one. */
  readonly element: number;
}
