/**
 * Sources of HLSL in directories, for the comparison `sources`: which files there are, what they include, and what of
 * them can be compiled - the techniques of an effect, what pragmas name, or functions that look like entry points.
 *
 * A function is an entry point if each of its parameters, or its result, has a semantic; the semantics and attributes
 * say which stages it may be of.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { appendTo } from '../src/base/collections.ts';

/** The names of files that are compiled; others are only included. */
const COMPILED = /\.(hlsl|fx|fxh|fxc|hlsli|[vpcghd]sh?|tfx|cg|inc|inl)$/i;
/** The most bytes of a source and of its includes together: generated tables are not compiled. */
const LARGEST = 2_000_000;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Included files, also indirectly, by the names in the directives. */
  readonly includes: Readonly<Record<string, string>>;
}

/** A function that may be an entry point, with the prefix of the profiles of its stage, as `ps`. */
export interface EntryPoint {
  readonly name: string;
  readonly stage: string;
  /** The one profile that the source says, if it does. */
  readonly profile?: string;
}

/** All files of directories, with a way to find included ones. */
export class SourceDirectories {
  /** By paths in lower case: the sources are of a system that does not distinguish them. */
  readonly #files = new Map<string, string>();
  /** By names in lower case. */
  readonly #byName = new Map<string, string[]>();

  constructor(
    directories: readonly string[],
    private readonly includeDirectories: readonly string[],
  ) {
    for (const directory of [...directories, ...includeDirectories]) this.#add(resolve(directory));
  }

  /** The paths of sources, each once. */
  sources(): string[] {
    return [...this.#files.values()].filter((path) => COMPILED.test(path)).sort();
  }

  /** The source at a path with everything that it includes; undefined for one that is no text. */
  read(path: string): SourceFile | undefined {
    const includes = new Map<string, { path: string; text: string }>();
    let size = 0;
    const visit = (at: string): string | undefined => {
      const text = textIn(at);
      size += text?.length ?? 0;
      if (text === undefined || size > LARGEST) return undefined;
      return text.replace(/^([ \t]*#[ \t]*include[ \t]*["<])([^">\n]+)/gm, (directive, start: string, name: string) => {
        const found = this.#find(name, [dirname(at), dirname(path), ...this.includeDirectories]);
        if (found === undefined) return directive;
        // Different files that are included by one name get other names.
        const known = includes.get(name);
        const key = known === undefined || known.path === found ? name : `${includes.size}/${basename(name)}`;
        if (!includes.has(key)) {
          const entry = { path: found, text: '' };
          includes.set(key, entry);
          entry.text = visit(found) ?? '';
        }
        return `${start}${key}`;
      });
    };
    const text = visit(path);
    if (text === undefined || size > LARGEST) return undefined;
    return { path, text, includes: Object.fromEntries([...includes].map(([name, one]) => [name, one.text])) };
  }

  /** The file that a directive names: relative to one of `directories`, or the only one of that name. */
  #find(name: string, directories: readonly string[]): string | undefined {
    const relative = name.replaceAll('\\', '/');
    for (const directory of directories) {
      const found = this.#files.get(resolve(directory, relative).toLowerCase());
      if (found !== undefined) return found;
    }
    const end = `/${relative.replace(/^(\.*\/)+/, '')}`.toLowerCase();
    const others = this.#byName.get(basename(end))?.filter((path) => path.toLowerCase().endsWith(end)) ?? [];
    return others.length === 1 ? others[0] : undefined;
  }

  #add(directory: string): void {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) this.#add(path);
      if (!entry.isFile() || this.#files.has(path.toLowerCase())) continue;
      this.#files.set(path.toLowerCase(), path);
      appendTo(this.#byName, entry.name.toLowerCase(), path);
    }
  }
}

/** The text of a file, one character a byte, without a byte order mark; undefined for one that is no text. */
function textIn(path: string): string | undefined {
  const bytes = readFileSync(path);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = isWide ? bytes.toString('utf16le', 2) : bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  return text.includes('\0') ? undefined : text;
}

/** Whether preprocessed text has techniques. */
export function isEffect(text: string): boolean {
  return /\btechnique(10|11)?\b[^;{]*\{/i.test(text);
}

/** The shaders that states of an effect name. */
export function shadersOfTechniques(text: string): EntryPoint[] {
  const found = new Map<string, EntryPoint>();
  for (const [, profile, name] of text.matchAll(/\b(?:compile\s+|CompileShader\s*\(\s*)(\w+)\s*,?\s+(\w+)\s*\(/g))
    found.set(`${profile} ${name}`, { name: name!, stage: profile!.slice(0, 2), profile: profile! });
  return [...found.values()];
}

const PRAGMAS = { vertex: 'vs', fragment: 'ps', geometry: 'gs', hull: 'hs', domain: 'ds', kernel: 'cs' } as const;

/** The shaders that pragmas name, as in sources for Unity. */
export function shadersOfPragmas(text: string): EntryPoint[] {
  const pragmas = text.matchAll(/^[ \t]*#pragma[ \t]+(vertex|fragment|geometry|hull|domain|kernel)[ \t]+(\w+)/gm);
  return [...pragmas].map(([, word, name]) => ({ name: name!, stage: PRAGMAS[word as keyof typeof PRAGMAS] }));
}

/** Functions of preprocessed text that may be entry points, once for each stage; none of included files. */
export function entryPoints(text: string, file: string): EntryPoint[] {
  const semantics = new Map<string, string[]>();
  const found = new Map<string, EntryPoint>();
  for (const { header, body, name } of declarations(text)) {
    const record = /\bstruct\s+(\w+)[^()]*$/.exec(header);
    if (record !== null) semantics.set(record[1]!, semanticsOf(body));
    if (record !== null || !name.endsWith(file)) continue;
    const parts = /^([\s\S]*?)\b([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\(([\s\S]*)\)\s*(?::\s*(\w+)\s*)?$/.exec(header);
    if (parts === null) continue;
    const [, attributes, type, entry, parameters, semantic] = parts;
    const results = semantic === undefined ? (semantics.get(type!) ?? []) : [semantic];
    const inputs: string[] = [];
    let isEntry = true;
    for (const parameter of listOf(parameters!)) {
      if (/\buniform\b/.test(parameter)) continue;
      const given = /:\s*(\w+)\s*$/.exec(parameter)?.[1];
      const inside = parameter.split(/\W+/).flatMap((word) => semantics.get(word) ?? []);
      const all = given === undefined ? inside : [given];
      if (all.length === 0 && !/\bvoid\b|^\s*$/.test(parameter)) isEntry = false;
      (/\b(out|inout)\b/.test(parameter) ? results : inputs).push(...all);
    }
    if (!isEntry) continue;
    for (const stage of stagesOf(`${attributes} ${type}`, parameters!, results, inputs))
      found.set(`${stage} ${entry}`, { name: entry!, stage });
  }
  return [...found.values()];
}

function stagesOf(attributes: string, parameters: string, results: readonly string[], inputs: readonly string[]) {
  if (/\[\s*numthreads\b/i.test(attributes)) return ['cs'];
  if (/\[\s*maxvertexcount\b/i.test(attributes)) return ['gs'];
  if (/\[\s*(outputcontrolpoints|patchconstantfunc)\b/i.test(attributes)) return ['hs'];
  if (/\[\s*domain\b/i.test(attributes)) return /\bOutputPatch\b/.test(parameters) ? ['ds'] : [];
  if (results.length === 0) return inputs.length > 0 && /\bvoid\s*$/.test(attributes) ? ['ps'] : [];
  if (results.every((one) => /^(sv_target|color|sv_depth|depth|sv_coverage|sv_stencil)/i.test(one))) return ['ps'];
  return ['vs'];
}

/** The semantics of the members of a structure. */
function semanticsOf(body: string): string[] {
  return [...body.matchAll(/:\s*([A-Za-z_]\w*)/g)]
    .map(([, name]) => name!)
    .filter((name) => !/^(register|packoffset)$/.test(name));
}

/** The parts of a list that commas separate outside of brackets. */
function listOf(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const char of text) {
    if ('(<['.includes(char)) depth++;
    if (')>]'.includes(char)) depth--;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

interface Declaration {
  readonly header: string;
  readonly body: string;
  /** The file that it is in. */
  readonly name: string;
}

/** Declarations with a body in braces, at the top of preprocessed text. */
function* declarations(text: string): Generator<Declaration> {
  let [header, body, name, at] = ['', '', '', ''];
  let depth = 0;
  for (const line of text.split('\n')) {
    const directive = /^\s*#\s*line\s+\d+\s+"([^"]*)"/.exec(line);
    if (directive !== null) name = directive[1]!.replaceAll('\\\\', '\\');
    if (/^\s*#/.test(line)) continue;
    for (const char of `${line}\n`) {
      if (char === '{' && depth++ === 0) at = name;
      else if (char === '}' && depth > 0 && --depth === 0) {
        yield { header: header.trim(), body, name: at };
        [header, body] = ['', ''];
      } else if (depth > 0) body += char;
      else if (char === ';') header = '';
      else header += char;
    }
  }
}
