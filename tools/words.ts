/**
 * The wording of comments and names: openings, width, stale file names, and words that only this project would
 * understand (CONTRIBUTING.md, "Words"). Each is counted over the entire tree against `words.json`, and the counts may
 * only fall.
 *
 * usage: npx tsx tools/words.ts [--write] [WORD]
 *   --write   record the counts that fell
 *   WORD      list where this word or check counts (`opening`, `width`, `file`, `comment place`, `name own`)
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const RECORD = join(ROOT, 'tools', 'words.json');
const CHECKED = /^(src|web\/src|tools|test|bench|live|smith|fixtures|examples)\/.*\.tsx?$/;
const MAX_COLUMNS = 120;

/** Words and phrases counted in comments; not "in place", "last place" and "on demand", which are standard terms. */
const COMMENT_WORDS = (
  'usual|unusual|place|places|kept|whole|room|rooms|wish|wishes|wished|beside|judge|judges|judged|judgement|verdict|' +
  'mend|mends|mended|tell|tells|told|stands|demand|demands|draft|texts|admitted|nobody|somebody|whatever|' +
  'hand on|handed on|hands on|none of them|is none of|are none of|that there is not|given out|of which|supposed'
).split('|');

/** Words counted in identifiers, which are split where case or digits change, and in file names. */
const NAME_WORDS = (
  'usual|unusual|place|places|placed|kept|whole|own|room|wish|wished|beside|plain|ordinary|judge|judged|verdict|mend|' +
  'tell|told|finding|findings|demand|demands|draft|texts|admitted|most'
).split('|');

const CHECKS = ['opening', 'width', 'file'].concat(
  COMMENT_WORDS.map((word) => `comment ${word}`),
  NAME_WORDS.map((word) => `name ${word}`),
);
const COMMENT_WORD = new RegExp(
  `\\b(?<!\\b(?:in|last|on)\\s)(?:${COMMENT_WORDS.join('|').replaceAll(' ', '\\s+(?:\\*\\s+|//\\s+)?')})\\b`,
  'gi',
);
const NAMES = new Set(NAME_WORDS);
const OPENING = /^(?:What|Whether it is that|The same)\b/;
const FILE_NAME =
  /(?!FILE\.)(?<![\w./*<>{}$:@-])(?:\.{0,2}\/)?[\w.@-][\w./@-]*\.(?:tsx?|mts|mjs|cjs|md|sh)\b(?![\w/*-])/g;

export interface Hit {
  readonly check: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

interface Comment {
  readonly start: number;
  readonly text: string;
}

/** The comments and the identifiers of a source, in order. */
function scan(source: string, jsx: boolean): { comments: Comment[]; names: Comment[] } {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    false,
    jsx ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard,
    source,
  );
  const comments: Comment[] = [];
  const names: Comment[] = [];
  /** The braces that are open: true for one of a template's `${`. */
  const braces: boolean[] = [];
  let previous = ts.SyntaxKind.Unknown;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia) {
      comments.push({ start: scanner.getTokenStart(), text: scanner.getTokenText() });
      continue;
    }
    if (token < ts.SyntaxKind.NumericLiteral) continue;
    if (token === ts.SyntaxKind.SlashToken && !endsExpression(previous)) token = scanner.reScanSlashToken();
    if (token === ts.SyntaxKind.OpenBraceToken) braces.push(false);
    if (token === ts.SyntaxKind.TemplateHead) braces.push(true);
    if (token === ts.SyntaxKind.CloseBraceToken) {
      if (braces.at(-1)) token = scanner.reScanTemplateToken(false);
      if (token !== ts.SyntaxKind.TemplateMiddle) braces.pop();
    }
    if (token === ts.SyntaxKind.Identifier || token === ts.SyntaxKind.PrivateIdentifier) {
      names.push({ start: scanner.getTokenStart(), text: scanner.getTokenText() });
    }
    previous = token;
  }
  return { comments, names };
}

/** Whether a slash after `token` divides, and does not begin a regular expression. */
function endsExpression(token: ts.SyntaxKind): boolean {
  return (
    (token >= ts.SyntaxKind.NumericLiteral && token <= ts.SyntaxKind.NoSubstitutionTemplateLiteral) ||
    token === ts.SyntaxKind.TemplateTail ||
    token === ts.SyntaxKind.CloseParenToken ||
    token === ts.SyntaxKind.CloseBracketToken ||
    token === ts.SyntaxKind.CloseBraceToken ||
    token === ts.SyntaxKind.LessThanToken ||
    token === ts.SyntaxKind.Identifier ||
    token === ts.SyntaxKind.PrivateIdentifier ||
    token === ts.SyntaxKind.ThisKeyword
  );
}

/** The words of a name: `ownTextOf`, `OWN_TEXT_OF` and `own-text-of` have the same three. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** The hits of all checks in one source; `exists` answers for a file that a comment names. */
export function checkSource(path: string, source: string, exists: (name: string) => boolean): Hit[] {
  const hits: Hit[] = [];
  const lines = source.split('\n');
  const starts = [0];
  for (const { length } of lines) starts.push(starts.at(-1)! + length + 1);
  const { comments, names } = scan(source, path.endsWith('x'));
  let line = 0;
  const lineAt = (offset: number): number => {
    if (offset < starts[line]!) line = 0;
    while (starts[line + 1]! <= offset) line += 1;
    return line;
  };
  const add = (check: string, offset: number, text: string) => hits.push({ check, line: lineAt(offset) + 1, text });

  /** The end of the `//` line before, whose comment the next line continues. */
  let continued = -1;
  for (const { start, text } of comments) {
    const first = lineAt(start);
    const last = lineAt(start + text.length);
    const alone = lines[first]!.slice(0, start - starts[first]!).trim() === '';
    const begins = !(alone && text.startsWith('//') && continued === first - 1);
    const opening = begins && OPENING.exec(text.replace(/^(?:\/\/|\/\*\*?)[\s*]*/, ''));
    if (opening) add('opening', start, opening[0]);
    continued = alone && text.startsWith('//') ? last : -1;
    for (let at = first; at <= last; at += 1) {
      if (lines[at]!.length > MAX_COLUMNS && !/https?:|biome-ignore/.test(lines[at]!)) {
        add('width', starts[at]!, `${lines[at]!.length} columns`);
      }
    }
    for (const { 0: name, index } of text.matchAll(FILE_NAME)) {
      if (!exists(name)) add('file', start + index, name);
    }
    for (const { 0: word, index } of text.matchAll(COMMENT_WORD)) {
      add(`comment ${word.replaceAll(/[\s*/]+/g, ' ').toLowerCase()}`, start + index, word);
    }
  }
  for (const { start, text } of names) {
    for (const word of wordsOf(text)) if (NAMES.has(word)) add(`name ${word}`, start, text);
  }
  for (const word of wordsOf(path.slice(path.lastIndexOf('/') + 1))) {
    if (NAMES.has(word)) hits.push({ check: `name ${word}`, line: 1, text: 'the name of the file' });
  }
  return hits;
}

function main(): void {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
  /** Every tail of every path. */
  const tails = new Set(
    files.flatMap((file) =>
      file
        .toLowerCase()
        .split('/')
        .map((_, at, all) => all.slice(at).join('/')),
    ),
  );

  const found = new Map<string, (Hit & { path: string })[]>(CHECKS.map((check) => [check, []]));
  for (const path of files.filter((file) => CHECKED.test(file))) {
    const exists = (name: string) =>
      tails.has(name.replace(/^(\.{0,2}\/)+/, '').toLowerCase()) || existsSync(resolve(ROOT, dirname(path), name));
    for (const hit of checkSource(path, readFileSync(join(ROOT, path), 'utf8'), exists)) {
      found.get(hit.check)!.push({ ...hit, path });
    }
  }
  const asked = positionals.join(' ');
  if (asked !== '') {
    for (const { path, line, text } of found.get(asked) ?? []) console.log(`${path}:${line}: ${text}`);
    return;
  }

  const recorded: Record<string, number> = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
  const count = (check: string) => found.get(check)!.length;
  const changed = (hit: { path: string }) => statSync(join(ROOT, hit.path)).mtimeMs;
  for (const check of CHECKS) {
    if (count(check) <= (recorded[check] ?? 0)) continue;
    process.exitCode = 1;
    console.error(`${check}: ${count(check)}, at most ${recorded[check] ?? 0}; those of the files that changed last:`);
    const latest = found.get(check)!.sort((a, b) => changed(b) - changed(a));
    for (const { path, line, text } of latest.slice(0, 10)) console.error(`  ${path}:${line}: ${text}`);
  }
  if (values.write) {
    const counts = CHECKS.map((check) => [check, Math.min(count(check), recorded[check] ?? count(check))]);
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(counts), null, 2)}\n`);
  } else if (CHECKS.some((check) => count(check) < (recorded[check] ?? 0))) {
    console.log('fewer than recorded: npx tsx tools/words.ts --write');
  }
}

if (process.argv[1] === import.meta.filename) main();
