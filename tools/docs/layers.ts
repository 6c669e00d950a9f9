/** The table of layers in ARCHITECTURE.md, from the rules of the check (`.dependency-cruiser.cjs`). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const BEGIN = '<!-- layers: begin -->';
const END = '<!-- layers: end -->';
/** The layers that nearly all others import, as one word in the table. */
const FILES = 'base, container, chunks, effects, file';
const RULE = /^(src\/[a-z0-9]+|[a-z/]+) may import (.*) and itself$/;

/** Returns ARCHITECTURE.md with the table between its marks. */
export function architecturePage(): string {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    readonly forbidden: readonly { readonly comment?: string }[];
  };
  const rows = forbidden.flatMap(({ comment = '' }) => {
    const [, folder, others] = RULE.exec(comment) ?? [];
    return folder === undefined ? [] : [`| \`${folder}\` | ${others!.replace(FILES, 'FILES')} |`];
  });
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  return `${before}\nFILES stands for ${FILES}.\n\n| folder | may import |\n| --- | --- |\n${rows.join('\n')}\n${page.slice(page.indexOf(END))}`;
}
