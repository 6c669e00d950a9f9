/** The page about differences from Microsoft's listings, from the tables that the comparisons use. */
import { type Difference, SM1_DIFFERENCES, SM4_DIFFERENCES } from '../../fixtures/differences.ts';
import { code, GENERATED, table } from './markdown.ts';

const INTRODUCTION = `# Differences from Microsoft's listings

Except for these differences, a listing is byte for byte what \`D3DDisassemble\` of d3dcompiler_47.dll 10.0.22621 prints with the
same flags, without its final NUL. Any other difference is a bug; please report it.

## Whole files

- **Files without a listing from Microsoft**: dxlens prints what it can read and reports what is wrong. These are containers with a
  wrong digest, truncated files, streams without an end, and programs of unknown stages.
- **Root signatures** (rootsig_1_0 and rootsig_1_1), which Microsoft refuses to list, are printed as HLSL text
  ([root signatures](root-signatures.md)).
- **Exact literals** (\`--exact\`) and, with them, words that no other listing shows (\`words(...)\`) are a notation of dxlens, for which Microsoft has no flag ([assembly](assembly.md#listings-that-keep-every-bit)).

## Damaged debug information and effects

Microsoft's reader of debug information checks few offsets, so damaged offsets make it print what is in memory there, and that is different
each time. dxlens reads nothing outside the file. Of 6,000 listings of shaders with damaged comments DBUG, 114 differ, 93 refer to bytes after the shader
and Microsoft's DLL crashes on 789; of 1,421 changes of fields in program databases, 40 differ; of 19,050 damaged effects of fx_4_0 to fx_5_0, 11
differ and the DLL crashes on 33.

- **Names of files and variables in DBUG whose offset is wrong**: Microsoft prints bytes of memory, such as its own listing
  (\`#line     dcl_2d s0\`); dxlens prints an empty name (\`#line 66 ""\`), or what the shader has there.
- **Notes of variables in DBUG that a wrong offset or count takes from elsewhere**: Microsoft may print other notes, or none.
- **Operands of shaders and expressions in effects with an undefined type or index**: the same as in shaders (below); in expressions
  Microsoft prints the register of an earlier operand (\`v1.x\`), and dxlens the one that is there (\`c0.x\`).

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
