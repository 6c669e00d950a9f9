/**
 * Which stages there are, and which of them meet. The order is that of the pipeline, whatever that of the command line was.
 *
 * Not for: what neighbours say about each other (signatures.ts, tessellation.ts, sm1.ts).
 */
import type { LinkFindings } from './findings.ts';
import { linkRules } from './rule.ts';
import type { LinkedShader, Sm4Shader } from './shader.ts';

export const STAGE_RULES = linkRules({
  twice: {
    code: 4101,
    text: '{stage} is there already: {other}',
    mend: 'name one shader for each stage',
  },
});

/** The stages of Direct3D 10 to 12 in the order in which data goes through them. */
export const PIPELINE = ['vs', 'hs', 'ds', 'gs', 'ps'] as const;

/** Judges which stages are there, then each pair of neighbours. */
export function judgeStages(shaders: readonly LinkedShader[], findings: LinkFindings): void {
  const byStage = new Map<string, Sm4Shader>();
  for (const shader of shaders) {
    if (shader.kind !== 'sm4' || shader.stage === undefined) continue;
    const other = byStage.get(shader.stage);
    if (other === undefined) byStage.set(shader.stage, shader);
    else findings.add(STAGE_RULES.twice, shader.place, { stage: shader.stage, other: other.name });
  }
}
