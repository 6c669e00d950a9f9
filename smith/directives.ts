/** Random sources full of directives and macros around a small shader: for comparing preprocessors. */
import type { Random } from './random.ts';

export interface DirectiveSoup {
  readonly text: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const NAMES = [
  'A',
  'B',
  'C',
  'D',
  'r0',
  'c0',
  'mov',
  'x',
  'y',
  '__LINE__',
  '__FILE__',
  'defined',
  'vs',
  'ps_2_0',
  'foo',
];
const CALLED = ['F', 'G', 'H'];
const PARAMETERS = ['x', 'y', 'z'];
const PIECES = [
  ...['1', '0', '2', '7', '1.5', '.5', '0x1F', '010', '4294967295', '4294967296', "'a'", "'\\n'", '"s"', '1e', '1u'],
  ...[',', '(', ')', '[', ']', '{', '}', '+', '-', '*', '/', '.', '?', ':', '#', '##', '#@', '!', '~', '%', '==', '&&'],
  ...['||', '<', '>', '<=', '<<', '=', '&', '|', '^', ';', '\\', '@', '$', '/* c */', '// c', '"', "'", '/*', '\\\n'],
];
const SPACES = ['', ' ', ' ', ' ', '  ', '\t', ' /* */ ', ' \\\n '];
const STATEMENTS = [
  ...[
    'mov r0, c0',
    'add r0, c0, c1',
    'def c1, 1, 2, 3, 4',
    'mov oC0, r0',
    'mov r0, A',
    'mov A, B',
    'A',
    'A B',
    'mul r1, A, c0.x',
  ],
  ...[
    'F(r0)',
    'mov F(r0), c0',
    'G(r0, c0)',
    'mov r0, G(c, 0)',
    'F(F(r0))',
    'F(A)',
    'G(A,F(B))',
    'F()',
    'F(1,2)',
    'F',
    'F (A)',
  ],
  ...[
    'G(1)',
    'G(,2)',
    'H(a,b,c)',
    'F(\nA\n)',
    'G(A\n,\nB)',
    'F((1,2))',
    'F([1,2])',
    'def c1, __LINE__, 1, F(2), 3',
    'F(G(1,2))',
  ],
  ...[
    'mov r0, c0 ; A',
    'mov r0, c0 // A',
    '',
    '',
    'A(1)',
    'F/**/(1)',
    'G(F(1),F)(2)',
    'ps_2_0',
    'foo',
    'F(',
    'G(1,',
    'mov r0,',
  ],
];

/** `count` random pieces, with spaces between them. */
function pieces(random: Random, count: number, parameters: readonly string[]): string {
  let text = '';
  for (let i = 0; i < count; i++) {
    const kind = random.below(10);
    if (kind < 4) text += random.pick(parameters);
    else if (kind < 6) text += random.pick(NAMES);
    else if (kind === 6) text += `${random.pick(CALLED)}(${random.pick([...parameters, ...NAMES])})`;
    else text += random.pick(random.oneIn(4) ? PIECES : PIECES.slice(0, 40));
    text += random.pick(SPACES);
  }
  return text;
}

/** Plausible replacements of a macro. */
function value(random: Random): string {
  if (random.oneIn(3)) return pieces(random, random.below(5), NAMES);
  return random.pick([
    'r0',
    'c0',
    'c1',
    '1',
    '0',
    '',
    'mov r0, c0',
    'B',
    'C',
    'D',
    'F',
    'F(r0)',
    'G(r,0)',
    'A',
    'r0 .x',
    'defined(A)',
    '(',
  ]);
}

function body(random: Random, parameters: readonly string[]): string {
  if (random.oneIn(2)) return pieces(random, random.below(6), parameters);
  return random.pick([
    ...[
      'x',
      'x y',
      'x##y',
      'r##x',
      'mov x, y',
      '#x',
      '(x)',
      'F(x)',
      'G(x, y)',
      'x A',
      'x ## 0',
      '#@x',
      'x+y',
      'y',
      'A',
    ],
    ...['mov r0, x', 'x##x', 'z##y##x', '-x', 'x F', 'x##', '##x', '#', 'G(x,1) x', '__LINE__ x'],
  ]);
}

function define(random: Random): string {
  if (random.oneIn(12)) return `#define ${pieces(random, random.below(5), CALLED)}`;
  const end = random.oneIn(6) ? random.pick([' // c', ' ; c', ' /* c */', '  ', '\\', '\t', '/* c\n*/']) : '';
  if (random.oneIn(2)) return `#define ${random.pick(NAMES.slice(0, 8))} ${value(random)}${end}`;
  const parameters = PARAMETERS.slice(0, random.between(1, 3));
  const list = random.oneIn(15)
    ? pieces(random, random.below(4), parameters)
    : parameters.join(random.pick([',', ', ', ' , ']));
  return `#define ${random.pick(CALLED)}(${list}) ${body(random, parameters)}${end}`;
}

/** An expression, mostly one that can be read. */
function expression(random: Random, depth = 0): string {
  if (random.oneIn(25)) return pieces(random, random.below(4), NAMES);
  const leaf = depth > 2 || random.oneIn(2);
  if (!leaf) {
    const operator = random.pick([
      '+',
      '-',
      '*',
      '/',
      '==',
      '!=',
      '<',
      '>',
      '<=',
      '>=',
      '&&',
      '||',
      '&',
      '|',
      '^',
      ' - ',
      '%',
      '<<',
    ]);
    const both = `${expression(random, depth + 1)}${random.oneIn(3) ? ` ${operator} ` : operator}${expression(random, depth + 1)}`;
    const choice = random.oneIn(12)
      ? `${both}?${expression(random, depth + 1)}:${expression(random, depth + 1)}`
      : both;
    return random.oneIn(3) ? `(${choice})` : choice;
  }
  const name = random.pick(['A', 'B', 'C', 'D', 'foo', 'F', '__LINE__']);
  const sign = random.pick(['', '', '', '', '!', '-', '+', '!!', '~']);
  return (
    sign +
    random.pick([
      ...['0', '1', '2', '3', '7', '0x10', '010', '1u', "'a'", '4294967295', '65536', '4294967296', '1.0', '1l'],
      ...[name, name, name, `defined(${name})`, `defined ${name}`, `defined(${name})`, 'F(1)', 'F(A)', 'G(1,2)', 'F'],
    ])
  );
}

function condition(random: Random): string {
  return random.pick([
    ...['1', '0', '1', '0', 'A', 'defined(A)', '!defined(B)', `defined ${random.pick(NAMES)}`],
    ...Array.from({ length: 8 }, () => expression(random)),
  ]);
}

/** Text after a directive that takes no argument. */
function tail(random: Random): string {
  return random.oneIn(12) ? random.pick([' A', ' 1', ' // c', ' ; c', ' "a"', ' /* \n */', '(', ' \\']) : '';
}

function line(random: Random): string {
  switch (random.below(26)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return define(random);
    case 5:
      return `#undef ${random.oneIn(8) ? pieces(random, 2, NAMES) : random.pick(['A', 'B', 'F', 'G'])}${tail(random)}`;
    case 6:
      return `#${random.pick(['ifdef', 'ifndef'])} ${random.oneIn(10) ? pieces(random, 1, NAMES) : random.pick(NAMES)}${tail(random)}`;
    case 7:
      return `#if ${condition(random)}${tail(random)}`;
    case 8:
      return `#elif ${condition(random)}${tail(random)}`;
    case 9:
      return `#else${tail(random)}`;
    case 10:
    case 11:
      return `#endif${tail(random)}`;
    case 12:
      return random.pick([
        '#include "one"',
        '#include <two>',
        '#include "one" x',
        '#include "three"',
        '#include',
        '#include A',
      ]);
    case 13:
      return random.pick([
        '#line 10',
        '#line 20 "f"',
        '#line',
        '#line x',
        '#line 5 6',
        '#line 7 "a" "b"',
        '#line 0x10',
        '#line 3 ; c',
      ]);
    case 14:
      return random.pick([
        '#pragma foo',
        '#pragma message("a")',
        '#pragma warning(disable: 1519)',
        '#pragma',
        '#pragma def(1)',
      ]);
    case 15:
      return random.pick([
        '#foo',
        '#',
        '# ',
        '##',
        '#1',
        '#"a"',
        '#foo "',
        "#it's",
        '#@',
        '#A',
        '# define A 1',
        ' # undef A',
        '/**/#undef B',
      ]);
    case 16:
      return random.oneIn(6) ? '#error some text' : pieces(random, random.between(1, 4), NAMES);
    default:
      return random.pick(STATEMENTS);
  }
}

/** A complete block of a condition. */
function block(random: Random, depth: number): string[] {
  const lines = [
    random.oneIn(3) ? `#ifdef ${random.pick(NAMES)}` : `#if ${condition(random)}`,
    ...soup(random, depth + 1),
  ];
  if (random.oneIn(3)) lines.push(`#elif ${condition(random)}`, ...soup(random, depth + 1));
  if (random.oneIn(2)) lines.push('#else', ...soup(random, depth + 1));
  return [...lines, '#endif'];
}

function soup(random: Random, depth: number): string[] {
  const lines: string[] = [];
  const count = random.between(0, depth === 0 ? 9 : 3);
  for (let i = 0; i < count; i++) {
    if (depth < 3 && random.oneIn(7)) lines.push(...block(random, depth));
    else lines.push(line(random));
  }
  return lines;
}

/** A text with definitions from outside and files to include. */
export function directiveSoup(random: Random): DirectiveSoup {
  const newline = random.oneIn(10) ? '\r\n' : '\n';
  const lines = [...(random.oneIn(8) ? soup(random, 2) : []), 'ps_2_0', ...soup(random, 0)];
  const end = random.oneIn(4) ? '' : newline;
  const defines: Record<string, string> = {};
  if (random.oneIn(6)) defines[random.pick(['A', 'B', 'F'])] = value(random).replace(/[;=]/g, '');
  const files: Record<string, string> = {};
  if (random.oneIn(2)) {
    files.one = soup(random, 1).join('\n') + random.pick(['', '\n']);
    files.two = soup(random, 2).join('\n') + random.pick(['', '\n']);
  }
  return { text: lines.join(newline) + end, defines, files };
}
