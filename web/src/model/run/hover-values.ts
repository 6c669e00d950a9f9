/** The values of variables in a line of the source, for the pointer. */

/** A part of a line; with the value of the variable that it names. */
export interface HoverPart {
  readonly text: string;
  readonly value?: string;
}

/** A name with members, or a comment: names in comments have no values. */
const PATH = /\/\/.*|[A-Za-z_]\w*(?:(?:\.|\[\d+\])[A-Za-z_]?\w*)*/g;
/** Members of a structure that one value shows. */
const MAX_MEMBERS = 8;

/**
 * Splits a line at the names of variables.
 *
 * @param values the values by the names of variables, or of parts of them
 */
export function hoverParts(line: string, values: ReadonlyMap<string, string>): HoverPart[] {
  const parts: HoverPart[] = [];
  let end = 0;
  for (const { 0: path, index } of line.matchAll(PATH)) {
    // A member is not a variable of the same name.
    if (path.startsWith('//') || line[index - 1] === '.') continue;
    const known = knownPart(path, values);
    if (known === undefined) continue;
    if (index > end) parts.push({ text: line.slice(end, index) });
    parts.push({ text: known.name, value: known.value });
    end = index + known.name.length;
  }
  if (end < line.length || parts.length === 0) parts.push({ text: line.slice(end) });
  return parts;
}

/** The longest beginning of a path that has a value, and the value. */
function knownPart(path: string, values: ReadonlyMap<string, string>): { name: string; value: string } | undefined {
  for (let name = path; name !== ''; name = name.replace(/(?:^|\.|\[)[^.[]*$/, '')) {
    const value = values.get(name);
    if (value !== undefined) return { name, value: `${name} = ${value}` };
    const members = [...values].filter(([part]) => part.startsWith(name) && /^[.[]/.test(part.slice(name.length)));
    if (members.length === 0) continue;
    const shown = members.slice(0, MAX_MEMBERS).map(([part, text]) => `${part} = ${text}`);
    return { name, value: [...shown, ...(members.length > MAX_MEMBERS ? ['...'] : [])].join('\n') };
  }
  return undefined;
}
