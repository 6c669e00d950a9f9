/**
 * Editor data for listings of shader models 4 to 5.1, from the tables that printer and assembler use: the part of the
 * TextMate grammar for them, snippets and completion data.
 *
 * Not for: rules, or the files themselves (editor.ts).
 */
import { SECTION_TITLES } from '../../src/assemble/sm4/headers/lines.ts';
import { SM4_STAGES } from '../../src/base/profile.ts';
import {
  ACCESS_PATTERNS,
  COMMENT_MARK,
  DYNAMIC_INTERFACE_SUFFIX,
  NO_GLOBAL_FLAGS,
  NON_UNIFORM,
  PRECISE,
  SAMPLE_COUNT_SUFFIXES,
  SIZE_SUFFIXES,
  SM4_INPUT_PRIMITIVES,
  SM4_INTERPOLATION_MODES,
  SM4_MIN_PRECISIONS,
  SM4_OUTPUT_TOPOLOGIES,
  SM4_RESOURCE_DIMENSIONS,
  SM4_RETURN_TYPES,
  SM4_SAMPLER_MODES,
  SM4_SYSTEM_NAMES,
  SM4_TESSELLATOR_DOMAINS,
  SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  SM4_TESSELLATOR_PARTITIONINGS,
  SM4_UNKNOWN_SYSTEM_NAME,
  SUFFIXES,
  SYNC_SUFFIXES,
  UAV_SUFFIXES,
  UNKNOWN_FUNCTION,
  UNKNOWN_OPCODE,
  UNREADABLE_DATA,
} from '../../src/isa/sm4/names.ts';
import { SM4_OPCODE_DOCS, sm4OperandTypeDoc } from '../../src/isa/sm4/opcode-docs.ts';
import { SM4_OPCODE_BY_CODE, type Sm4Opcode, type Sm4OperandRole } from '../../src/isa/sm4/opcodes.ts';
import { SM4_OPERAND_TYPES, type Sm4OperandTypeRow } from '../../src/isa/sm4/operands.ts';
import { SM4_MESSAGE_IDS } from '../../src/isa/sm4/shader-message.ts';
import { SM4_FIELD_DOCS } from '../../src/isa/sm4/token-kinds.ts';
import { Sm4GlobalFlags } from '../../src/isa/sm4/tokens.ts';

const ROWS = SM4_OPCODE_BY_CODE.filter((row) => row !== undefined);
const INSTRUCTIONS = ROWS.filter(({ kind }) => kind === 'instruction' || kind === 'marker');
const DECLARATIONS = ROWS.filter(({ kind }) => kind === 'declaration');
/** Declarations whose mnemonic is followed by a dimension. */
const TYPED = ['dcl_resource', 'dcl_uav_typed'];
const IMMEDIATE_CONSTANTS = 'dcl_immediateConstantBuffer';
const MESSAGES: readonly string[] = Object.keys(SM4_MESSAGE_IDS);
const LITERALS: readonly Sm4OperandTypeRow[] = [SM4_OPERAND_TYPES.immediate32, SM4_OPERAND_TYPES.immediate64];
const REGISTERS: readonly Sm4OperandTypeRow[] = Object.values<Sm4OperandTypeRow>(SM4_OPERAND_TYPES).filter(
  (row) => !LITERALS.includes(row),
);

/** Opcodes that change the flow, besides those of blocks. */
const FLOW: ReadonlySet<string> = new Set(
  ['break', 'breakc', 'continue', 'continuec', 'case', 'default', 'call', 'callc', 'fcall', 'label', 'ret', 'retc']
    .concat(['discard', 'abort', 'debug_break', 'jmp'])
    .concat(ROWS.filter(({ mnemonic }) => mnemonic.startsWith('hs_')).map(({ mnemonic }) => mnemonic)),
);
const isFlow = ({ block, mnemonic }: Sm4Opcode) => block !== undefined || FLOW.has(mnemonic);

/** Suffixes of a mnemonic. */
const MODIFIERS: readonly string[] = [
  ...Object.values(SUFFIXES),
  ...Object.values(SYNC_SUFFIXES),
  ...SIZE_SUFFIXES,
  ...SAMPLE_COUNT_SUFFIXES,
].filter((text) => text !== '');
const MARKS: readonly string[] = [...Object.values(UAV_SUFFIXES), DYNAMIC_INTERFACE_SUFFIX, NO_GLOBAL_FLAGS];

/** Words for values of declarations. */
const VALUES: readonly string[] = [
  ...SM4_SYSTEM_NAMES,
  ...SM4_SAMPLER_MODES,
  ...ACCESS_PATTERNS,
  ...SM4_INTERPOLATION_MODES.flatMap((mode) => mode.split(' ')),
  ...Object.values(SM4_OUTPUT_TOPOLOGIES),
  ...Object.values(SM4_INPUT_PRIMITIVES),
  ...SM4_TESSELLATOR_DOMAINS,
  ...SM4_TESSELLATOR_PARTITIONINGS,
  ...SM4_TESSELLATOR_OUTPUT_PRIMITIVES,
  ...Object.values(Sm4GlobalFlags).map(({ name }) => name),
  'space',
  'stride',
].filter((word) => /^\w+$/.test(word) && !ROWS.some(({ mnemonic }) => mnemonic === word));

/** Versions as the version line spells them. */
export function sm4Versions(): string[] {
  const versions = ['4_0', '4_1', '5_0', '5_1'];
  const all = SM4_STAGES.flatMap((stage) => versions.map((version) => `${stage}_${version}`));
  const exist = all.filter((name) => !/^[hd]s_4/.test(name));
  return [...exist, ...versions.slice(0, 3).map((version) => `lib_${version}`)];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\<>/]/g, '\\$&');

/** Alternatives of a regular expression, the longest first. */
function anyOf(words: Iterable<string>): string {
  return [...new Set(words)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escaped)
    .join('|');
}

/** The version line of shader model 4 to 5.1; what follows it is a program of these. */
export const SM4_VERSION_PATTERN = `(?:${anyOf(sm4Versions())})(?!\\w)`;
/** The offset that `--offsets` prints before a line. */
const OFFSET = '0x[0-9A-Fa-f]{8}: ';
/**
 * The prefix of `--numbers` and `--offsets`, with at least one of them: the engine gives up a line if a rule matches
 * nothing.
 */
const LINE_NUMBER = `^\\s*(?:\\d+(?:: |\\s+(?=0x))(?:${OFFSET})?|${OFFSET})`;
const LINE_PREFIX = `^\\s*(?:\\d+(?:: |\\s+(?=0x)))?(?:${OFFSET})?`;

/** Titles of the header sections, in comments before a program. */
export function sm4Headings(): object {
  const titles = Object.values(SECTION_TITLES).map((title) => title.trim());
  return {
    match: `(//)\\s*((?:${anyOf(titles)}).*)$`,
    name: 'comment.line.double-slash.dxasm',
    captures: {
      1: { name: 'punctuation.definition.comment.dxasm' },
      2: { name: 'markup.heading.section.dxasm' },
    },
  };
}

/**
 * The rule of a program, from its version line to that of an older model or of another program, and what it includes.
 */
export function sm4Grammar(): Readonly<Record<string, object>> {
  const dimensions = anyOf(SM4_RESOURCE_DIMENSIONS);
  const interpolations = anyOf(SM4_INTERPOLATION_MODES.flatMap((mode) => mode.split(' ')));
  const types = anyOf([...SM4_RESOURCE_DIMENSIONS, ...SM4_RETURN_TYPES]);
  const modifiers = anyOf(MODIFIERS);
  const marks = anyOf(MARKS);
  const registers = anyOf(REGISTERS.flatMap(({ prefix, rangePrefix }) => [prefix, rangePrefix ?? prefix]));
  const words = (rows: readonly Sm4Opcode[]) => anyOf(rows.map(({ mnemonic }) => mnemonic));
  return {
    sm4: {
      name: 'meta.program.sm4.dxasm',
      begin: `(${LINE_PREFIX})(${SM4_VERSION_PATTERN})`,
      beginCaptures: {
        1: { name: 'constant.numeric.line-number.dxasm' },
        2: { name: 'storage.type.version.dxasm' },
      },
      end: `(?=${LINE_PREFIX}(?:lib_4_0_)?[vp]s_[123]_)`,
      patterns: [
        { include: '#sm4-comments' },
        { name: 'constant.numeric.line-number.dxasm', match: LINE_NUMBER },
        {
          match: `(${LINE_PREFIX})(${SM4_VERSION_PATTERN})`,
          captures: {
            1: { name: 'constant.numeric.line-number.dxasm' },
            2: { name: 'storage.type.version.dxasm' },
          },
        },
        { include: '#sm4-message' },
        { include: '#sm4-declaration' },
        { include: '#sm4-instruction' },
        { include: '#sm4-operand' },
      ],
    },
    'sm4-comments': {
      patterns: [
        sm4Headings(),
        {
          match: `(${escaped(COMMENT_MARK.trim())})(.*)$`,
          captures: {
            1: { name: 'storage.type.declaration.dxasm' },
            2: { name: 'string.unquoted.comment.dxasm' },
          },
        },
        { name: 'comment.line.double-slash.dxasm', match: '//.*$' },
        { name: 'comment.line.number-sign.dxasm', match: '^\\s*#line\\b.*$' },
      ],
    },
    'sm4-message': {
      begin: `(?:\\b(${anyOf(MESSAGES)})|(${escaped(UNKNOWN_FUNCTION)}))\\s+`,
      beginCaptures: { 1: { name: 'keyword.control.message.dxasm' }, 2: { name: 'keyword.control.message.dxasm' } },
      end: '$',
      patterns: [
        {
          match: '(")(.*)(")',
          captures: {
            1: { name: 'punctuation.definition.string.dxasm' },
            2: { name: 'string.quoted.double.dxasm' },
            3: { name: 'punctuation.definition.string.dxasm' },
          },
        },
        { include: '#sm4-operand' },
      ],
    },
    'sm4-declaration': {
      patterns: [
        {
          match: `\\b(${anyOf(TYPED)})(_(?:${dimensions}))((?:${marks})*)(?!\\w)`,
          captures: {
            1: { name: 'storage.type.declaration.dxasm' },
            2: { name: 'support.type.resource.dxasm' },
            3: { name: 'storage.modifier.dxasm' },
          },
        },
        {
          match: `\\b(${anyOf([...DECLARATIONS.map(({ mnemonic }) => mnemonic), IMMEDIATE_CONSTANTS])})((?:${marks})*)(?!\\w)`,
          captures: {
            1: { name: 'storage.type.declaration.dxasm' },
            2: { name: 'storage.modifier.dxasm' },
          },
        },
        { name: 'support.constant.value.dxasm', match: `\\b(?:${anyOf(VALUES)})\\b` },
        // One of them is an instruction, too.
        { name: 'support.constant.value.dxasm', match: `(?<=linear |noperspective )(?:${interpolations})\\b` },
        { name: 'invalid.unreadable.dxasm', match: escaped(UNREADABLE_DATA) },
      ],
    },
    'sm4-instruction': {
      patterns: [
        {
          match: `\\b(${words(INSTRUCTIONS.filter(isFlow))})((?:${modifiers})*)(?!\\w)`,
          captures: { 1: { name: 'keyword.control.flow.dxasm' }, 2: { name: 'storage.modifier.dxasm' } },
        },
        {
          match: `\\b(${words(INSTRUCTIONS.filter((row) => !isFlow(row)))})((?:${modifiers})*)(?!\\w)`,
          captures: { 1: { name: 'keyword.operator.instruction.dxasm' }, 2: { name: 'storage.modifier.dxasm' } },
        },
        { name: 'keyword.operator.instruction.unknown.dxasm', match: `\\b${UNKNOWN_OPCODE}\\d+\\b` },
        {
          match: `(\\[)(${PRECISE})(?:(\\()([xyzw]{1,4})(\\)))?(\\])((?:${modifiers})*)`,
          captures: {
            1: { name: 'punctuation.section.brackets.dxasm' },
            2: { name: 'storage.modifier.precise.dxasm' },
            3: { name: 'punctuation.section.parens.dxasm' },
            4: { name: 'variable.parameter.components.dxasm' },
            5: { name: 'punctuation.section.parens.dxasm' },
            6: { name: 'punctuation.section.brackets.dxasm' },
            7: { name: 'storage.modifier.dxasm' },
          },
        },
        {
          match: `(?<=\\))(?:${modifiers})+(?!\\w)`,
          name: 'storage.modifier.dxasm',
        },
        { name: 'support.type.resource.dxasm', match: `(?<=[(,]\\s?)(?:${types})(?=[,)])` },
      ],
    },
    'sm4-note': {
      match: `\\{\\s*(?:${anyOf([...SM4_MIN_PRECISIONS, NON_UNIFORM])})(?:\\s+as\\s+(?:${anyOf(SM4_MIN_PRECISIONS)}))?\\s*\\}`,
      name: 'storage.modifier.note.dxasm',
    },
    'sm4-operand': {
      patterns: [
        { include: '#sm4-comments' },
        { include: '#sm4-note' },
        {
          name: 'support.function.literal.dxasm',
          match: `\\b(?:${anyOf(LITERALS.map(({ prefix }) => prefix))})(?=\\()`,
        },
        { name: 'variable.language.register.dxasm', match: `\\b(?:${registers})(?:\\d+(?:_\\d+)?)?(?![\\w])` },
        { name: 'variable.parameter.components.dxasm', match: '\\.(?:[xyzw]{1,4}|[rgba]{1,4})\\b' },
        { name: 'constant.numeric.hex.dxasm', match: '\\b0[xX][0-9a-fA-F]+\\b' },
        { name: 'constant.numeric.dxasm', match: '(?<![\\w.])\\d+\\.#(?:INF|IND|QNAN|SNAN)0*l?\\b|\\b(?:inf|nan)\\b' },
        { name: 'constant.numeric.dxasm', match: '(?<![\\w.])(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?l?\\b' },
        { name: 'constant.language.unbounded.dxasm', match: '(?<=:)\\*' },
        { name: 'constant.language.unknown.dxasm', match: escaped(SM4_UNKNOWN_SYSTEM_NAME) },
        { name: 'keyword.operator.dxasm', match: '[-+|=]' },
        { name: 'punctuation.separator.dxasm', match: '[,:]' },
        { name: 'punctuation.section.brackets.dxasm', match: '[\\[\\]]' },
        { name: 'punctuation.section.parens.dxasm', match: '[()]' },
        { name: 'punctuation.section.braces.dxasm', match: '[{}]' },
      ],
    },
  };
}

/** Names of operands in snippets. */
const PLACEHOLDERS: Readonly<Record<Sm4OperandRole, string>> = {
  destination: 'r0.xyzw',
  source: 'src',
  resource: 't0.xyzw',
  sampler: 's0',
  uav: 'u0',
  memory: 'u0',
  constantBuffer: 'CB0[1]',
  register: 'v0.xyzw',
  label: 'label0',
  stream: 'm0',
  function: 'fp0[0][0]',
};

function placeholders({ operands }: Sm4Opcode): string[] {
  const several = operands.filter(({ role }) => role === 'source').length > 1;
  let source = 0;
  return operands.map(({ role }) => (role === 'source' && several ? `src${source++}` : PLACEHOLDERS[role]));
}

/** The operands of a declaration; angle brackets mark what may be changed. */
const PAYLOADS: Readonly<Record<string, string>> = {
  dcl_resource: '_<texture2d> (<float,float,float,float>) <t0>',
  dcl_uav_typed: '_<texture2d> (<float,float,float,float>) <u0>',
  dcl_constantbuffer: ' <CB0[1]>, <immediateIndexed>',
  dcl_sampler: ' <s0>, <mode_default>',
  dcl_input_ps: ' <linear> <v0.xyzw>',
  dcl_input_ps_siv: ' <linear noperspective> <v0.xyzw>, <position>',
  dcl_input_ps_sgv: ' <constant> <v0.x>, <is_front_face>',
  dcl_input_siv: ' <v0.xyzw>, <position>',
  dcl_input_sgv: ' <v0.x>, <vertex_id>',
  dcl_output_siv: ' <o0.xyzw>, <position>',
  dcl_output_sgv: ' <o0.x>, <is_front_face>',
  dcl_output: ' <o0.xyzw>',
  dcl_indexrange: ' <v0.xyzw> <4>',
  dcl_temps: ' <1>',
  dcl_indexableTemp: ' <x0>[<4>], <4>',
  dcl_globalFlags: ' <refactoringAllowed>',
  dcl_thread_group: ' <8>, <8>, <1>',
  dcl_uav_structured: ' <u0>, <16>',
  dcl_resource_structured: ' <t0>, <16>',
  dcl_tgsm_raw: ' <g0>, <4>',
  dcl_tgsm_structured: ' <g0>, <16>, <64>',
  dcl_inputprimitive: ' <triangle>',
  dcl_outputtopology: ' <trianglestrip>',
  dcl_maxout: ' <3>',
  dcl_gsinstances: ' <1>',
  dcl_tessellator_domain: ' <domain_tri>',
  dcl_tessellator_partitioning: ' <partitioning_integer>',
  dcl_tessellator_output_primitive: ' <output_triangle_cw>',
  dcl_input_control_point_count: ' <3>',
  dcl_output_control_point_count: ' <3>',
  dcl_hs_max_tessfactor: ' l(<64.000000>)',
  dcl_hs_fork_phase_instance_count: ' <3>',
  dcl_hs_join_phase_instance_count: ' <3>',
  dcl_function_body: ' fb<0>',
  dcl_function_table: ' ft<0> = {<fb0>}',
  dcl_interface: ' fp<0>[<1>][<1>] = {<ft0>}',
};

/** Snippets by names that those of older models do not have. */
export function sm4Snippets(): Record<string, object> {
  return Object.fromEntries(
    [...INSTRUCTIONS, ...DECLARATIONS].map((row) => {
      const body = tabStops(PAYLOADS[row.mnemonic] ?? operandSnippet(row));
      const prefix = row.controls === 'test' ? `${row.mnemonic}_nz` : row.mnemonic;
      return [
        `${row.mnemonic} (4-5.1)`,
        { prefix, body: [prefix + body], description: `${SM4_OPCODE_DOCS[row.mnemonic]} (${where(row)})` },
      ];
    }),
  );
}

function operandSnippet(row: Sm4Opcode): string {
  return ` ${placeholders(row)
    .map((operand) => `<${operand}>`)
    .join(', ')}`;
}

/** Numbers the placeholders in angle brackets as editors do. */
function tabStops(text: string): string {
  let count = 0;
  return text.replace(/<([^>]*)>/g, (_, name: string) => `\${${++count}:${name}}`);
}

/** The versions and stages that have `row`. */
function where({ since, until, stages }: Sm4Opcode): string {
  const versions = until === undefined ? `${since} on` : until === since ? since : `${since} to ${until}`;
  return stages === undefined ? versions : `${stages.join(', ')} ${versions}`;
}

/** Everything that can be completed, for editors other than VS Code. */
export function sm4Completions(): object {
  return {
    versions: sm4Versions(),
    instructions: INSTRUCTIONS.map((row) => ({
      label: row.mnemonic,
      operands: placeholders(row),
      versions: where(row),
      doc: SM4_OPCODE_DOCS[row.mnemonic],
      ...(row.controls === 'test' ? { suffixes: [SUFFIXES.zero, SUFFIXES.nonZero] } : {}),
    })),
    declarations: DECLARATIONS.map((row) => ({
      label: row.mnemonic,
      versions: where(row),
      doc: SM4_OPCODE_DOCS[row.mnemonic],
    })),
    registers: REGISTERS.map(({ code, prefix, rangePrefix }) => ({
      names: rangePrefix === undefined ? [prefix] : [prefix, rangePrefix],
      doc: sm4OperandTypeDoc(code),
    })),
    literals: LITERALS.map(({ code, prefix }) => ({ label: `${prefix}()`, doc: sm4OperandTypeDoc(code) })),
    suffixes: [...new Set(MODIFIERS)],
    dimensions: SM4_RESOURCE_DIMENSIONS.filter((name) => /^\w+$/.test(name)),
    returnTypes: SM4_RETURN_TYPES.filter((name) => /^\w+$/.test(name)),
    systemValues: SM4_SYSTEM_NAMES,
    interpolations: SM4_INTERPOLATION_MODES,
    samplerModes: SM4_SAMPLER_MODES,
    globalFlags: Object.values(Sm4GlobalFlags).map((flag) => ({ label: flag.name, doc: SM4_FIELD_DOCS.get(flag) })),
    sections: Object.values(SECTION_TITLES).map((title) => title.trim()),
  };
}
