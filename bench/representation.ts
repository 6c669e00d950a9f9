/** The cost of a program as words and as objects: finding instructions, visiting them, and memory. */
import type { Build } from './builds.ts';
import { alternate, secondsPerCall } from './measure.ts';

export interface Representation {
  readonly shaders: string;
  readonly instructions: number;
  /** Nanoseconds an instruction. */
  readonly decode: number;
  readonly walk: number;
  readonly objects: number;
  /** Bytes retained for an instruction besides the words of the file. */
  readonly retainedBytes: number;
}

/** @param programs words of shader model 4-5.1 */
export async function representation(
  { sm4: { readSm4, Sm4Cursor, sm4Instructions } }: Build,
  shaders: string,
  programs: readonly Uint32Array[],
  rounds: number,
  seconds: number,
): Promise<Representation> {
  const read = programs.map((words) => readSm4(words));
  const count = read.reduce((sum, program) => sum + program.count, 0);
  const nanoseconds = (work: () => void) => () => (secondsPerCall(work, seconds) / count) * 1e9;
  let seen = 0;
  const times = await alternate(
    {
      decode: nanoseconds(() => {
        for (const words of programs) seen += readSm4(words).count;
      }),
      walk: nanoseconds(() => {
        for (const program of read) {
          const cursor = new Sm4Cursor(program);
          for (let i = 0; i < program.count; i++) {
            cursor.goto(i);
            seen += cursor.operandCount;
          }
        }
      }),
      objects: nanoseconds(() => {
        for (const program of read) for (const { operands } of sm4Instructions(program)) seen += operands.length;
      }),
    },
    rounds,
  );
  if (seen === 0) throw new Error('nothing to measure');
  return {
    shaders,
    instructions: count,
    decode: Math.min(...times.decode),
    walk: Math.min(...times.walk),
    objects: Math.min(...times.objects),
    retainedBytes: read.reduce((sum, { starts }) => sum + starts.byteLength, 0) / count,
  };
}
