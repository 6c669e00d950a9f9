/**
 * The rows of rules, and the results of validators. Every rule has its message, how to fix the shader, and the
 * documented rules that it enforces; each family of validators adds its codes.
 *
 * A rule is an exported constant next to the checks that report it, and its name ends in `_RULE`. `docs/diagnostics.md`
 * is generated from these constants. They are no tables, because bundlers keep the names of properties: 3.2 KB of
 * `validate` after gzip (measured).
 */
import type { Diagnostic, Severity } from '../base/diagnostics.ts';
import { SM1_VERSION, sm1Stage } from '../base/profile.ts';

export interface RuleRow {
  /** The message, one sentence; `{name}` is replaced by the value of that name. */
  readonly text: string;
  /** How to fix a shader that breaks the rule, one sentence. */
  readonly hint: string;
  readonly aborts?: true;
  /** Rules of the format documents that the rule enforces: DCL8, SM51-2, ... */
  readonly specRules?: readonly string[];
}

/** The result of a check of shaders or root signatures against each other or against the rules of one of them. */
export interface CheckResult {
  /** Whether there is no error among the diagnostics; undefined where there was nothing to check. */
  readonly valid: boolean | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface PipelineRuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** Only an error means that the shaders are not compatible. Absent: error. */
  readonly severity?: Exclude<Severity, 'error'>;
  /**
   * The names of the debug layers of Direct3D, without `D3D11_MESSAGE_ID_` and other prefixes: people search for them
   * (source: public headers). Absent where the debug layers have no name for it.
   */
  readonly runtime?: readonly string[];
}

/**
 * The seven validators of shader models 1 to 3: Microsoft checks each of these models by rules, and with X codes, of
 * its own (source: oracle). ps_1_1 to ps_1_3 share a model; so do 2_0, 2_x and 2_sw, and 3_0 and 3_sw.
 */
export const SM1_MODELS = ['vs11', 'vs20', 'vs30', 'ps11', 'ps14', 'ps20', 'ps30'] as const;

export type Sm1Model = (typeof SM1_MODELS)[number];

/** The model that checks a version token; undefined where no validator takes it. */
export function sm1Model(versionToken: number): Sm1Model | undefined {
  const stage = sm1Stage(versionToken);
  const major = SM1_VERSION.major.get(versionToken);
  const minor = SM1_VERSION.minor.get(versionToken);
  const later = minor <= 1 || minor === 0xff;
  if (stage === undefined) return undefined;
  if (major === 2 && later) return stage === 'vs' ? 'vs20' : 'ps20';
  if (major === 3 && minor !== 1 && later) return stage === 'vs' ? 'vs30' : 'ps30';
  if (major !== 1) return undefined;
  if (stage === 'vs') return minor === 1 ? 'vs11' : undefined;
  if (minor === 4) return 'ps14';
  return minor >= 1 && minor <= 3 ? 'ps11' : undefined;
}

/** A code of Microsoft's validators, such as `X5703`. */
export type XCode = `X${number}`;

/** A rule of the validator of shader models 1 to 3: a row with the X code of each model that has it. */
export interface Sm1RuleRow extends RuleRow {
  /** The X code of each model that has the rule. Source: oracle. */
  readonly codes: Readonly<Partial<Record<Sm1Model, XCode>>>;
  /**
   * How Microsoft grades it: an error of one instruction, an error of the entire shader, a warning, or a stream that
   * was not fed as the validator wants it. Only warnings leave a shader valid. Absent: instruction.
   */
  readonly severity?: 'instruction' | 'shader' | 'warning' | 'misuse';
}

/** A rule of the validator of models 4 to 5.1. Microsoft's has messages without codes, so the codes are our own. */
export interface Sm4RuleRow extends RuleRow {
  readonly code: `DX${number}`;
  /** A warning leaves a shader valid; absent: an error. */
  readonly severity?: 'warning';
  /** The hint for a listing that is assembled, where {@link hint} is about tokens. */
  readonly listingHint?: string;
}
