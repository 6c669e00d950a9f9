/** Judges shaders that go into one pipeline: each by itself, and what they say about each other. */
import { looksLikeText } from '../../container/text-format.ts';
import type { FileFinding, FileVerdict } from '../../validate/validate.ts';
import { readInput } from '../inputs.ts';
import { judgeLink } from '../validate-link.ts';
import {
  type Batch,
  type JudgeOptions,
  judgeBytes,
  notJudged,
  type Outcome,
  type RuleText,
  reportOf,
  type Source,
  withFindings,
} from './validate-file.ts';

interface Read {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly verdict: FileVerdict;
}

/** The verdicts on the inputs in their order; what two shaders say about each other stands at one of them. */
export async function judgePipeline(
  sources: readonly Source[],
  options: JudgeOptions,
): Promise<Batch & { readonly fits: boolean }> {
  const list: Read[] = [];
  for (const { file } of sources) {
    const bytes = await readInput(file);
    if (bytes instanceof Uint8Array) list.push({ file, bytes, verdict: await judgeBytes(bytes, options) });
    else list.push({ file, bytes: new Uint8Array(0), verdict: notJudged(bytes) });
  }
  const readable = list.filter(({ bytes }) => bytes.byteLength > 0);
  const { valid, diagnostics } = await judgeLink(readable);
  const rules = new Map<string, RuleText>();
  const outcomes: Outcome[] = [];
  const told = new Set<string>();
  for (const { file, bytes, verdict } of list) {
    // The same file may be named twice.
    const own: readonly FileFinding[] = told.has(file) ? [] : diagnostics.filter((finding) => finding.file === file);
    told.add(file);
    const whole = withFindings(verdict, own);
    outcomes.push({ report: await reportOf(file, bytes.byteLength, looksLikeText(bytes), whole, options, rules) });
  }
  return { outcomes, rules: [...rules.values()], fits: valid && readable.length === list.length };
}
