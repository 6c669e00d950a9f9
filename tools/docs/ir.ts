/** The page of the intermediate form: its text, its rules and its operations, from the tables. */
import { ALL_MESSAGES } from '../../src/cli/all-messages.ts';
import { IR_OPS, IR_PASSES, type IrOpName, KINDS } from '../../src/ir/index.ts';
import { IR_OP_DOCS, irExactness } from './ir-operations.ts';
import { code, GENERATED, table } from './markdown.ts';

/** The rules of modules: DX5000 to DX5019. */
const RULES = [...ALL_MESSAGES.values()].filter(({ code }) => /^DX50[01]/.test(code));

const EXAMPLE = `%0:u32 = const 0
%1:f32 = const 1.0
%2:f32, %3:u32 = loop $0 %1, %0 @12 (%4:f32, %5:u32) {
  %6:u32 = const 10
  %7:bool = u.ge %5, %6 @14
  if $1 %7 @15 {
    exit $0 %4, %5
  } else {
    exit $1
  }
  %8:f32 = f.add %4, %4 precise @18
  continue $0 %8, %5 @24
} next (%9:f32, %10:u32) {
  %11:u32 = const 1
  %12:u32 = i.add %10, %11
  repeat $0 %9, %12
}
`;

/** Operations in groups, by what their names begin with. */
const GROUPS: readonly (readonly [title: string, test: (name: string) => boolean])[] = [
  ['Floats', (name) => name.startsWith('f.') && !name.endsWith('9')],
  ['Floats of Direct3D 9', (name) => name.startsWith('f.')],
  ['Integers', (name) => /^[iu]\./.test(name)],
  ['Conversions', (name) => name.startsWith('cvt.')],
  ['Doubles', (name) => name.startsWith('d.')],
  ['Textures', (name) => /^(tex\.|status)/.test(name)],
  ['Buffers and memory of groups', (name) => /^(buf|img|atomic|counter)\./.test(name)],
  ['Pixels, groups and streams', (name) => /^(deriv|eval)\.|^(discard|barrier|emit|cut)$/.test(name)],
  ['Structure', (name) => IR_OPS[name as IrOpName].effect === 'control'],
  ['Inputs, outputs and memory of the program', (name) => IR_OPS[name as IrOpName].attribute !== 'none'],
  ['Values', () => true],
];

/** docs/ir.md */
export function irPage(): string {
  return `${GENERATED}# The intermediate form

\`dxlens translate --to ir\` prints what a shader of models 1 to 5.1 computes, operation by operation, and \`dxlens/internals/ir\` has the same as data. All
translations start from it. Operations mean exactly what Direct3D defines: subnormal floats are flushed, shifts use five bits, a division by zero
gives all ones.

## Text

A module is a line for each declaration (\`name=value\`, values are JSON), then functions. A line of a function is one operation: its values with
their types, its name, what it names in \`<>\`, its operands, its flags, and the token of the program that it is from.

\`\`\`text
${EXAMPLE}\`\`\`

- Types are ${KINDS.slice(1).map(code).join(', ')} with \`x2\` to \`x4\` for vectors, and \`~16\` or \`~10\` where so many bits are enough. \`b32\` is a word
  whose use decides what it is; the pass \`webs\` replaces it.
- \`if\`, \`switch\`, \`loop\` and \`block\` have regions. Each region ends with one terminator. \`exit $0\` leaves construct \`$0\`, any that encloses it, with
  the values of its results. \`continue\` gives its values to the parameters of \`next\`, or of the body where there is no \`next\`.
- A value can be used after its operation, in its region and in those inside.
- Numbers are in the order of the text, so that equal modules have equal texts. Texts that are read may have any numbers, spaces and \`//\` comments.

## Shader models 1 to 3

| in the program | in the module |
| --- | --- |
| \`c#\`, \`i#\`, \`b#\` | bindings of kind \`constants\` with \`file\` \`float\`, \`int\` and \`bool\`: row n is register n; a boolean is x of its row, true where it is not 0. \`size\` is the number of rows that are read, 0 where an index reads them |
| \`def\`, \`defi\`, \`defb\` | constants; where an index reads floats, rows of \`icb.load\`, which replace those of the binding |
| \`s#\`, and stages before 2_0 | bindings of kind \`stage\`: a sampler with its texture. Coordinates have two or three components by the dimension; with \`isComparison\` the third one is compared |
| matrices of bump mapping, projected stages | a binding with \`file\` \`state\`, two rows for each stage: the matrix m00, m01, m10, m11; then scale, offset, and 1 where coordinates are divided by the last one. The option \`isProjected\` makes the last one constant |
| \`v#\`, \`o#\` from 3_0 on | inputs and outputs with the same number, and their usage as \`semantic\` |
| \`v#\`, \`oD#\`; \`t#\`, \`oT#\` before | registers 0 and 1; registers 2 to 9 |
| \`oPos\`, \`oFog\`, \`oPts\`, \`oDepth\`, \`vPos\`, \`vFace\` | the specials \`position\`, \`fog\`, \`pointSize\`, \`depth\`, \`position\`, \`face\` |
| \`r0\` before 2_0 | output 0 |
| \`oC#\` | output n |

All outputs are written at the end of the program. What Direct3D 9 does to them afterwards is not in the module: colors and fog of vertex shaders before
3_0 are clamped to 0 to 1, the first color that is not written is white; fog and the alpha test follow pixel shaders. Before 2_0, the dimensions of textures are
options of \`lower\`: without them, \`texm3x3tex\`, \`texm3x3spec\` and \`texm3x3vspec\` read cubes, \`texreg2rgb\` a volume, all others
textures of two dimensions.

## Rules

${table(
  ['code', 'a module that breaks it'],
  RULES.map(({ code: number, text }) => [number, text]),
)}
## Passes

${table(
  ['name', 'what it does'],
  IR_PASSES.map(({ name, doc }) => [code(name), doc]),
)}
## Operations

Operands and values are written as a kind and a width. Kinds: \`f\` f32, \`i\` i32, \`u\` u32, \`b\` bool, \`d\` f64, \`n\` i32 or u32, \`l\` i32, u32 or bool,
\`w\` any of 32 bits, \`a\` anything. Widths: \`1\` to \`4\`, none for that of the value, \`*\` for any. \`=\` is the type of the value, \`0\` that of the first
operand. Operands after \`?\` may be missing.

${groups()}`;
}

function groups(): string {
  const left = new Set(Object.keys(IR_OPS) as IrOpName[]);
  const sections = GROUPS.map(([title, test]) => {
    const names = [...left].filter(test);
    for (const name of names) left.delete(name);
    return `### ${title}

${table(
  ['operation', 'value', 'operands', 'effect', 'exactness', 'meaning'],
  names.map((name) => {
    const { result, operands, effect } = IR_OPS[name];
    return [code(name), result, operands, effect, irExactness(name), IR_OP_DOCS[name]];
  }),
)}`;
  });
  return sections.join('\n').trimEnd().concat('\n');
}
