/** The fenced code blocks of Markdown pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fenced code block. */
export interface CodeBlock {
  /** `PAGE:LINE` of the opening fence. */
  readonly location: string;
  /** The word after the fence; '' without one. */
  readonly language: string;
  /** The second word after the fence: the file that the block is; undefined without one. */
  readonly file: string | undefined;
  /** The lines between the fences, each with its line end. */
  readonly text: string;
  /** Whether only a blank line separates it from the block before. */
  readonly follows: boolean;
}

/** First line of the pages that `npm run docs` writes; their examples have tests of their own. */
const GENERATED = '<!-- Made by `npm run docs`';
const DIRECTORIES = [
  '.',
  'docs',
  'bench',
  'editors/vscode',
  'samples',
  'test',
  'test/cli',
  'fixtures',
  'live',
  'tools',
];

/** Paths of the pages that are written by hand, from the root of the repository. */
export function handWrittenPages(): string[] {
  return DIRECTORIES.flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(directory, name))
      .filter((path) => !readFileSync(path, 'utf8').startsWith(GENERATED)),
  );
}

/** The code blocks of `page`, in order. */
export function codeBlocks(page: string): CodeBlock[] {
  const lines = readFileSync(page, 'utf8').split('\n');
  const blocks: CodeBlock[] = [];
  let lastEnd = -2;
  for (let i = 0; i < lines.length; i++) {
    const fence = /^( {0,3})(`{3,})\s*(\S*)(?: (\S+))?/.exec(lines[i]!);
    if (fence === null) continue;
    const [, indent, ticks, language, file] = fence;
    const end = lines.findIndex((line, at) => at > i && line.trim() === ticks);
    if (end < 0) throw new Error(`${page}:${i + 1}: the code block has no end`);
    const content = lines
      .slice(i + 1, end)
      .map((line) => (line.startsWith(indent!) ? line.slice(indent!.length) : line));
    const follows = lastEnd >= 0 && lines.slice(lastEnd + 1, i).every((line) => line.trim() === '');
    blocks.push({
      location: `${page}:${i + 1}`,
      language: language!,
      file,
      text: content.map((line) => `${line}\n`).join(''),
      follows,
    });
    lastEnd = i = end;
  }
  return blocks;
}
