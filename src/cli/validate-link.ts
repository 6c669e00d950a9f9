/** Whether shaders of a command line that go into one pipeline fit together (`dxlens validate --link`). */
import { type LinkFinding, linkShaders } from '../validate/pipeline/validate-pipeline.ts';
import type { FileFinding } from '../validate/validate.ts';

/** An input as the command line names it. */
export interface LinkInput {
  readonly file: string;
  readonly bytes: Uint8Array;
}

export interface LinkVerdict {
  /** Whether the shaders fit together; each of them may still be invalid by itself. */
  readonly valid: boolean;
  /** Each with the input that it points at: offsets count in that. */
  readonly diagnostics: readonly (FileFinding & { readonly file: string })[];
}

/** Judges what the shaders say about each other; the order of the inputs does not matter. */
export async function judgeLink(inputs: readonly LinkInput[]): Promise<LinkVerdict> {
  const { valid, findings } = linkShaders(inputs.map(({ file, bytes }) => ({ name: file, bytes })));
  // What readers say is told with the file itself.
  const own = findings.filter(({ rule }) => rule !== undefined);
  return { valid, diagnostics: own.map((finding) => told(finding, inputs)) };
}

function told({ shader, ...finding }: LinkFinding, inputs: readonly LinkInput[]): FileFinding & { file: string } {
  return { ...finding, file: inputs[shader]!.file };
}
