/** Names that are meant: for the hints of messages. */

const MAX_LENGTH = 40;
const MAX_NAMES = 2000;

/** `; did you mean X?` for the known name that differs least; empty where none is close. */
export function closestName(name: string, known: Iterable<string>): string {
  const limit = Math.min(2, Math.floor(name.length / 3));
  if (limit === 0 || name.length > MAX_LENGTH) return '';
  let best = '';
  let least = limit + 1;
  let count = 0;
  for (const one of known) {
    if (++count > MAX_NAMES) break;
    if (Math.abs(one.length - name.length) >= least) continue;
    const distance = editDistance(name.toLowerCase(), one.toLowerCase());
    if (distance < least) {
      least = distance;
      best = one;
    }
  }
  return best === '' ? '' : `; did you mean ${best}?`;
}

/** How many letters have to be changed, added or left out. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
