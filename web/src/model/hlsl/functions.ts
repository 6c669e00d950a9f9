/**
 * The functions of an HLSL source with the stage that each is likely for, so that the page can offer entry points
 * before anything was compiled. It reads declarations only; of macros, those that are one word count as semantics.
 *
 * Not for: parsing (`dxlens/compile`).
 */

export type StageName = 'vs' | 'ps' | 'gs' | 'hs' | 'ds' | 'cs';

/** A function with a body. */
export interface SourceFunction {
  readonly name: string;
  /** The stage that its attributes and semantics are for; undefined for one that other functions call. */
  readonly stage: StageName | undefined;
}

/** Comments, strings and directives. */
const HIDDEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|"(?:\\.|[^"\\\n])*"|^[ \t]*#(?:[^\n\\]|\\[\s\S])*/gm;
/** Characters of a declaration before its body that are read. */
const MAX_HEADER = 8000;

const ONE_WORD_MACRO = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\w+)[ \t]*$/gm;

/** Attributes that only one stage has; the first that is there counts. */
const ATTRIBUTES: readonly (readonly [attribute: RegExp, stage: StageName])[] = [
  [/\[\s*numthreads\b/i, 'cs'],
  [/\[\s*maxvertexcount\b/i, 'gs'],
  [/\[\s*(?:patchconstantfunc|outputcontrolpoints|outputtopology)\b/i, 'hs'],
  [/\[\s*domain\b/i, 'ds'],
];

/** Semantics of results; those of positions come first, because vertices may have colors. */
const OUTPUTS: readonly (readonly [semantic: RegExp, stage: StageName])[] = [
  [/^(?:sv_position|position\d*)$/i, 'vs'],
  [/^(?:sv_target\d*|sv_depth\w*|sv_coverage|sv_stencilref|color\d*|depth)$/i, 'ps'],
];

/** Semantics of parameters of functions without results. */
const INPUTS: readonly (readonly [semantic: RegExp, stage: StageName])[] = [
  [/^(?:sv_position|sv_isfrontface)$/i, 'ps'],
  [/^sv_vertexid$/i, 'vs'],
];

/** The names that declarations use. */
interface Names {
  /** The semantics in structures. */
  readonly structs: ReadonlyMap<string, readonly string[]>;
  /** The values of macros that are one word, with all branches of conditions. */
  readonly macros: ReadonlyMap<string, readonly string[]>;
}

/** A declaration with a body in braces. */
interface Block {
  readonly header: string;
  readonly body: string;
}

/**
 * The functions of a source in its order, each name once.
 *
 * @param included the sources that it includes, whose structures its functions may have
 */
export function functionsOf(text: string, included: readonly string[] = []): SourceFunction[] {
  const blocks = blocksOf(text);
  const structs = new Map<string, string[]>();
  for (const { header, body } of [...included.flatMap(blocksOf), ...blocks]) {
    const name = /\bstruct\s+(\w+)/.exec(header)?.[1];
    if (name !== undefined)
      structs.set(
        name,
        Array.from(body.matchAll(/:\s*(\w+)/g), ([, semantic]) => semantic!),
      );
  }
  const names = { structs, macros: macrosOf([...included, text]) };
  const found = new Map<string, SourceFunction>();
  for (const { header } of blocks) {
    const one = functionOf(header, names);
    if (one !== undefined && found.get(one.name)?.stage === undefined) found.set(one.name, one);
  }
  return [...found.values()];
}

/** The function that is most likely the entry point: `main`, a pixel shader, or any with a stage. */
export function likelyEntry(functions: readonly SourceFunction[]): SourceFunction | undefined {
  const entries = functions.filter(({ stage }) => stage !== undefined);
  return (
    entries.find(({ name }) => name === 'main') ??
    entries.find(({ stage }) => stage === 'ps') ??
    entries[0] ??
    functions.find(({ name }) => name === 'main')
  );
}

function macrosOf(sources: readonly string[]): Map<string, string[]> {
  const macros = new Map<string, string[]>();
  for (const text of sources)
    for (const [, name, value] of text.matchAll(ONE_WORD_MACRO)) {
      const values = macros.get(name!);
      if (values === undefined) macros.set(name!, [value!]);
      else values.push(value!);
    }
  return macros;
}

/** The declarations with bodies outside of others. */
function blocksOf(text: string): Block[] {
  const code = text.replace(HIDDEN, ' ');
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  for (let at = 0; at < code.length; at++) {
    const character = code[at];
    if (character === '{') {
      if (depth === 0) bodyStart = at;
      depth++;
    } else if (character === '}') {
      depth = Math.max(depth - 1, 0);
      if (depth > 0) continue;
      const header = code.slice(Math.max(start, bodyStart - MAX_HEADER), bodyStart);
      blocks.push({ header, body: code.slice(bodyStart + 1, at) });
      start = at + 1;
    } else if (character === ';' && depth === 0) start = at + 1;
  }
  return blocks;
}

/** The function of a declaration; undefined for structures, buffers and techniques. */
function functionOf(header: string, names: Names): SourceFunction | undefined {
  const semantic = /:\s*(\w+)\s*$/.exec(header);
  const signature = header.slice(0, semantic?.index).trimEnd();
  const open = openParenthesis(signature);
  if (open < 0) return undefined;
  const before = /^([\s\S]*?)(\w+)\s+(\w+)\s*$/.exec(signature.slice(0, open));
  if (before === null) return undefined;
  const [, attributes = '', type = '', name = ''] = before;
  const stage = ATTRIBUTES.find(([attribute]) => attribute.test(attributes))?.[1];
  if (stage !== undefined) return { name, stage };
  const parameters = signature.slice(open + 1, -1).split(',');
  const results = [...(semantic === null ? [] : [semantic[1]!]), ...(names.structs.get(type) ?? [])];
  for (const one of parameters) if (/\b(?:out|inout)\b/.test(one)) addSemantics(one, names, results);
  const byResult = stageOf(results, OUTPUTS, names);
  if (byResult !== undefined || type !== 'void') return { name, stage: byResult };
  const inputs: string[] = [];
  for (const one of parameters) addSemantics(one, names, inputs);
  return { name, stage: stageOf(inputs, INPUTS, names) };
}

/** Where the parenthesis opens that the text ends with; -1 for none. */
function openParenthesis(text: string): number {
  if (!text.endsWith(')')) return -1;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && --depth === 0) return at;
  }
  return -1;
}

function addSemantics(parameter: string, names: Names, found: string[]): void {
  const semantic = /:\s*(\w+)/.exec(parameter)?.[1];
  if (semantic !== undefined) found.push(semantic);
  for (const [word] of parameter.matchAll(/\w+/g)) for (const one of names.structs.get(word) ?? []) found.push(one);
}

function stageOf(
  semantics: readonly string[],
  rows: readonly (readonly [semantic: RegExp, stage: StageName])[],
  { macros }: Names,
): StageName | undefined {
  const all = semantics.flatMap((one) => [one, ...(macros.get(one) ?? [])]);
  return rows.find(([pattern]) => all.some((one) => pattern.test(one)))?.[1];
}
