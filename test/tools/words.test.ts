/** The checks of `tools/words.ts`, on small sources. */
import { expect, test } from 'vitest';
import { checkSource } from '../../tools/words.ts';

const EXISTING = ['src/a.ts', 'b.md'];

/** The hits of a source as `check@line text`. */
function hits(source: string, path = 'src/some-file.ts'): string[] {
  const found = checkSource(path, source, (name) => EXISTING.includes(name));
  return found.map(({ check, line, text }) => `${check}@${line} ${text}`);
}

test('openings of comments, but not of the lines that continue one', () => {
  expect(hits('/** What it does. */\nf();\n// The same again.\n// What goes on.\nf(); // What follows.')).toEqual([
    'opening@1 What',
    'opening@3 The same',
    'opening@5 What',
  ]);
  expect(hits('/**\n * Whether it is that.\n */\n/* Whatsoever */')).toEqual(['opening@1 Whether it is that']);
});

test('comments that are wider than 120 columns, unless they hold an address', () => {
  const wide = 'x '.repeat(60);
  expect(hits(`/**\n * ${wide}\n */\n// https://${wide}\n'${wide}';`)).toEqual(['width@2 123 columns']);
});

test('names of files that do not exist', () => {
  expect(hits('// See src/a.ts, `b.md` and c.ts, but not *.ts, x/{a,b}.ts or FILE.md.')).toEqual(['file@1 c.ts']);
});

test('listed words in comments, in names and in the name of the file', () => {
  expect(hits('/** A place\n * that is handed\n * on, elsewhere. */', 'src/usual-file.ts')).toEqual([
    'comment place@1 place',
    'comment handed on@2 handed\n * on',
    'name usual@1 the name of the file',
  ]);
  expect(hits('const OWN_TEXT = myPlace(replaced, "own");')).toEqual(['name own@1 OWN_TEXT', 'name place@1 myPlace']);
});

test('comments are not sought in strings, templates and regular expressions', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  expect(hits('const a = "// What"; `/* What */ ${ {}.b } // What`; /[/]\\/\\/ What/; a / 1; // Whole')).toEqual([
    'comment whole@1 Whole',
  ]);
});
