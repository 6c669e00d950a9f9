/** Where a listing is not Microsoft's, from the tables that the comparisons use. */
import type { Difference } from '../../src/text/differences.ts';
import { SM1_DIFFERENCES } from '../../src/text/sm1/differences.ts';
import { SM4_DIFFERENCES } from '../../src/text/sm4/differences.ts';
import { code, GENERATED, table } from './markdown.ts';

const INTRODUCTION = `# Where a listing is not Microsoft's

Everything else is meant to be byte for byte what \`D3DDisassemble\` of d3dcompiler_47.dll 10.0.22621 prints with the same
flags, its final NUL dropped. A place that is not and does not stand here is a fault; please report it.

## Whole files

- **Debug information** (\`/Zi\`, the SPDB chunk) is not read yet: such a shader prints as with \`--no-debug\`.
- **Where Microsoft gives no listing**, dxlens gives one as far as it can read, and says what is wrong: containers with a
  wrong digest, files that are cut short, streams without an end, programs of unknown stages.
- **Root signatures** (rootsig_1_0 and rootsig_1_1), which Microsoft refuses to list, print as the HLSL text that they come of
  ([root signatures](root-signatures.md)).
- **Effects** (fx_4_x and fx_5_0), which Microsoft lists, are not read yet.

`;

export function differencesPage(): string {
  return (
    GENERATED +
    INTRODUCTION +
    section('Shader models 1 to 3', Object.values(SM1_DIFFERENCES)) +
    section('Shader models 4 to 5.1', Object.values(SM4_DIFFERENCES))
  );
}

function section(title: string, rows: readonly Difference[]): string {
  const cells = rows.map(({ what, microsoft, ours, why }) => [what, code(microsoft), code(ours), why]);
  return `## ${title}\n\n${table(['where', 'Microsoft', 'dxlens', 'why'], cells)}`;
}
