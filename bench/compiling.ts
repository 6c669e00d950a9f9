/**
 * The compiler in one run with Microsoft's, on sources of shaders as games have them: seconds of all sources, and
 * milliseconds of each. Microsoft's is timed through the pipe of its process, which costs less than a tenth of a
 * millisecond a source.
 */
import { optionsOfFlags } from '../smith/checks/compile-flags.ts';
import { sm4Shader } from '../smith/hlsl/shaders.ts';
import type { Oracle } from '../tools/oracle/client.ts';
import type { Build } from './builds.ts';
import { alternate, type Candidate, median } from './measure.ts';

export interface CompileSpeed {
  readonly shaders: string;
  readonly files: number;
  /** Medians of the rounds. */
  readonly seconds: number;
  readonly microsoft: number | undefined;
  /** Of the sources in a warm round. */
  readonly medianMilliseconds: number;
}

const FILES = 100;

export async function compileSpeeds(
  { compile }: Build,
  oracle: Oracle | undefined,
  rounds: number,
): Promise<CompileSpeed[]> {
  const sources = Array.from({ length: FILES }, (_, i) => sm4Shader(i + 1));
  const times: number[][] = sources.map(() => []);
  const ours = () => {
    const begin = performance.now();
    for (const [i, { source, profile, flags = 0 }] of sources.entries()) {
      const start = performance.now();
      compile.compile(source, { profile, ...optionsOfFlags(flags) });
      times[i]!.push(performance.now() - start);
    }
    return (performance.now() - begin) / 1000;
  };
  // Warm-up: engines compile code that runs often.
  for (let i = 0; i < 2; i++) ours();
  const theirs =
    oracle &&
    (async () => {
      const begin = performance.now();
      for (const { source, profile, flags = 0 } of sources) await oracle.compile(source, 'main', profile, { flags });
      return (performance.now() - begin) / 1000;
    });
  const candidates: Record<string, Candidate> = { ours, ...(theirs && { theirs }) };
  const results = await alternate(candidates, rounds);
  return [
    {
      shaders: 'SM 4-5.1 games',
      files: sources.length,
      seconds: median(results.ours!),
      microsoft: results.theirs && median(results.theirs),
      medianMilliseconds: median(times.map(median)),
    },
  ];
}
