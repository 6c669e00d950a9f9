/** Variables that nothing uses: a function has what they are in its name. */
import { LineWriter } from '../common/lines.ts';

/** A table of characters: 1 for letters and the underscore, 2 for digits. */
const CHARACTERS = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[A-Za-z_]/.test(character) ? 1 : /\d/.test(character) ? 2 : 0;
});

/** Calls `see` for each identifier of a line that is one of `names`: a regular expression makes an object for each. */
function forEachName(text: string, names: ReadonlySet<string>, see: (name: string) => void): void {
  for (let i = 0; i < text.length; i++) {
    if (CHARACTERS[text.charCodeAt(i)] !== 1) continue;
    const start = i;
    while (CHARACTERS[text.charCodeAt(i)]!) i++;
    // A member is no variable of its name.
    if (text[start - 1] === '.') continue;
    const name = text.slice(start, i);
    if (names.has(name)) see(name);
  }
}

/** Returns the lines without the definitions of the given names that nothing else mentions. */
export function withoutUnused(lines: LineWriter, names: ReadonlySet<string>): LineWriter {
  const all = lines.text.split('\n');
  // The last line ends with a line break.
  all.pop();
  const counts = new Map<string, number>();
  const definedAt = new Map<string, number>();
  for (const [i, text] of all.entries())
    forEachName(text, names, (name) => {
      const count = counts.get(name) ?? 0;
      if (count === 0) definedAt.set(name, i);
      counts.set(name, count + 1);
    });
  const unused = [...names].filter((name) => counts.get(name) === 1);
  if (unused.length === 0) return lines;
  const isGone = new Array<boolean>(all.length).fill(false);
  for (let name = unused.pop(); name !== undefined; name = unused.pop()) {
    const at = definedAt.get(name)!;
    isGone[at] = true;
    forEachName(all[at]!, names, (other) => {
      if (other === name) return;
      const left = counts.get(other)! - 1;
      counts.set(other, left);
      if (left === 1) unused.push(other);
    });
  }
  const shorter = new LineWriter();
  for (const [i, text] of all.entries()) if (!isGone[i]) shorter.line(text, lines.tokens[i]);
  return shorter;
}
