/** Variables that nothing uses: a function has what they are in its name. */
import { LineWriter } from '../common/lines.ts';

const IDENTIFIERS = /[A-Za-z_]\w*/g;

/** Returns the lines without the definitions of the given names that nothing else mentions. */
export function withoutUnused(lines: LineWriter, names: ReadonlySet<string>): LineWriter {
  const all = lines.text.split('\n');
  // The last line ends with a line break.
  all.pop();
  const counts = new Map<string, number>();
  const definedAt = new Map<string, number>();
  for (const [i, text] of all.entries())
    for (const [name] of text.matchAll(IDENTIFIERS)) {
      if (!names.has(name)) continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (!definedAt.has(name)) definedAt.set(name, i);
    }
  const unused = [...names].filter((name) => counts.get(name) === 1);
  if (unused.length === 0) return lines;
  const isGone = new Array<boolean>(all.length).fill(false);
  for (let name = unused.pop(); name !== undefined; name = unused.pop()) {
    const at = definedAt.get(name)!;
    isGone[at] = true;
    for (const [other] of all[at]!.matchAll(IDENTIFIERS)) {
      if (other === name || !names.has(other)) continue;
      const left = counts.get(other)! - 1;
      counts.set(other, left);
      if (left === 1) unused.push(other);
    }
  }
  const shorter = new LineWriter();
  for (const [i, text] of all.entries()) if (!isGone[i]) shorter.line(text, lines.tokens[i]);
  return shorter;
}
