/** The figures of one verb on one set: this checkout, another one and Microsoft's, measured in the same rounds. */
import type { Build } from './builds.ts';
import { alternate, type Candidate, median, secondsPerCall } from './measure.ts';
import type { ShaderSet } from './shaders.ts';
import type { Job, Microsoft, Verb } from './verbs.ts';

/** MB/s of one candidate. */
export interface Figures {
  /** Of the best round: other load only makes a round slower. */
  readonly best: number;
  readonly median: number;
}

export interface Row {
  readonly what: string;
  readonly shaders: string;
  readonly files: number;
  readonly bytes: number;
  readonly ours: Figures;
  /** The other checkout. */
  readonly against?: Figures;
  readonly microsoft?: Figures;
}

export interface Builds {
  /** This checkout. */
  readonly ours: Build;
  /** The one that it is compared with. */
  readonly against: Build | undefined;
}

export interface Timing {
  readonly rounds: number;
  /** Of one candidate in one round. */
  readonly seconds: number;
}

/** The warm-up of a candidate in measured times: the engine compiles code that runs often. */
const WARM_UP = 7;

/**
 * Rows for the verbs that have work on `set`. All are measured in the same rounds, so that they can be compared with
 * each other, too.
 *
 * @param verbs those to measure
 */
export async function rowsOf(
  set: ShaderSet,
  verbs: readonly Verb[],
  { ours, against }: Builds,
  microsoft: Microsoft,
  { rounds, seconds }: Timing,
): Promise<Row[]> {
  const jobs = verbs.flatMap((verb) => {
    const job = verb.job(set, ours, microsoft);
    return job === undefined || job.files === 0 ? [] : [{ what: verb.what, job }];
  });
  const candidates: Record<string, Candidate> = {};
  for (const { what, job } of jobs) {
    candidates[`${what} ours`] = measured(job, ours, seconds);
    if (against) candidates[`${what} against`] = measured(job, against, seconds);
    if (job.microsoft) candidates[`${what} microsoft`] = async () => megabytes(job) / (await job.microsoft!(seconds));
  }
  const results = await alternate(candidates, rounds);
  return jobs.map(({ what, job }) => {
    const figures = (who: string): Figures => {
      const rates = results[`${what} ${who}`]!;
      return { best: Math.max(...rates), median: median(rates) };
    };
    return {
      ...{ what, shaders: set.name, files: job.files, bytes: job.bytes, ours: figures('ours') },
      ...(against && { against: figures('against') }),
      ...(job.microsoft && { microsoft: figures('microsoft') }),
    };
  });
}

/** Warms a build up and returns its measurement. */
function measured(job: Job, build: Build, seconds: number): Candidate {
  const pass = job.pass(build);
  secondsPerCall(pass, WARM_UP * seconds);
  return () => megabytes(job) / secondsPerCall(pass, seconds);
}

const megabytes = ({ bytes }: Job) => bytes / 1e6;
