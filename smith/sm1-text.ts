/**
 * Damage to sources of SM 1-3 assembly: tokens and characters deleted, inserted, replaced, repeated and swapped, with
 * the language's own words, so that most sources have one fault and are right otherwise.
 *
 * Not for: valid programs (sm1-valid.ts).
 */
import { SM1_OPCODES, type Sm1OpcodeRow } from '../src/isa/sm1/opcodes.ts';
import { SM1_USAGES } from '../src/isa/sm1/registers.ts';
import type { Random } from './random.ts';

const rows: readonly Sm1OpcodeRow[] = Object.values(SM1_OPCODES);
const MNEMONICS = [
  ...rows.flatMap(({ mnemonic, oldMnemonic }) => [mnemonic, oldMnemonic ?? mnemonic]),
  ...['texldp', 'texldb', 'if_gt', 'if_lt', 'break_ne', 'setp_ge', 'setp_eq'],
  ...['dcl_2d', 'dcl_cube', 'dcl_volume', 'dcl_1d', 'dcl_pp', 'dcl_centroid', 'foo'],
  ...SM1_USAGES.flatMap((usage) => [`dcl_${usage}`, `dcl_${usage}1`]),
];
const SUFFIXES =
  '_sat _pp _x2 _x4 _x8 _d2 _d4 _d8 _centroid _gt _lt _ _foo _texcoord1 _abs _bias _bx2 _dz _dw _x2 _db'.split(' ');
const REGISTERS = 'r v c a t oPos oFog oPts oD oT o oC oDepth i s b aL vPos vFace l p foo'.split(' ');
const COMPONENTS = '.x .y .z .w .xy .xyz .xyzw .rgb .rgba .a .xz .yx .xx .wzyx .q .xyzwx .zw .yzw .xyxy'.split(' ');
const PUNCTUATORS = ", . + - ( ) [ ] { } ! -- ++ = == * / \\ : < > & | ~ ? % ^ @ $ '".split(' ');
const NUMBERS =
  '0 1 2 3 4 5 15 16 31 1.0 0.5 -1 1e5 .5 5. 0x10 010 08 2047 2048 8191 8192 4294967295 4294967296 1.5f 1u'.split(' ');
const KEYWORDS = [
  'true',
  'false',
  'min16f',
  'min2_8f',
  '{min16f}',
  '1-',
  '-',
  '!',
  '(p0)',
  '(!p0.x)',
  '(-p0)',
  '+',
  '[aL]',
  '[a0.x]',
  '[a0.x+1]',
  '[1]',
  '[c[a0.x].x]',
  '[foo]',
];
const VERSIONS = [
  ...'vs_1_1 vs_2_0 vs_2_x vs_2_sw vs_3_0 vs_3_sw ps_1_1 ps_1_2 ps_1_3 ps_1_4 ps_2_0 ps_2_x ps_2_sw ps_3_0 ps_3_sw'.split(
    ' ',
  ),
  ...'vs_1_0 ps_1_0 vs.1.1 ps.2.x vs_2_a ps_4_0 vs'.split(' '),
];
const CHARACTERS = ' \t\n,.;_-+()[]{}!abcdrstxyzw0123456789/*"\'\\';

/** The tokens of a text: names, numbers, blanks, and every other character for itself. */
const TOKEN = /[A-Za-z_]\w*|\d[\w.]*|[ \t]+|\n|./g;

/** A random name, number, operator or piece of an operand. */
function word(random: Random): string {
  const number = random.pick(NUMBERS);
  switch (random.below(9)) {
    case 0:
      return random.pick(MNEMONICS);
    case 1:
      return random.pick(MNEMONICS) + random.pick(SUFFIXES);
    case 2:
      return random.pick(REGISTERS) + (random.oneIn(4) ? '' : number);
    case 3:
      return random.pick(REGISTERS) + random.below(4) + random.pick(SUFFIXES);
    case 4:
      return random.pick(COMPONENTS);
    case 5:
      return random.pick(PUNCTUATORS);
    case 6:
      return number;
    case 7:
      return random.pick(KEYWORDS);
    default:
      return random.pick(REGISTERS) + random.below(4) + random.pick(COMPONENTS);
  }
}

/** A word of the kind of `token`. */
function likeWord(token: string, random: Random): string {
  if (/^[A-Za-z]+\d+$/.test(token)) return random.pick(REGISTERS) + random.below(random.oneIn(4) ? 40 : 5);
  if (/^\d/.test(token)) return random.pick(NUMBERS);
  if (/^[vp]s_/.test(token)) return random.pick(VERSIONS);
  if (/^[xyzwrgba]{1,4}$/.test(token)) return random.pick(COMPONENTS).slice(1);
  if (/^[a-z]/.test(token)) return random.pick(MNEMONICS) + (random.oneIn(3) ? random.pick(SUFFIXES) : '');
  if (/^\W$/.test(token)) return random.pick(PUNCTUATORS);
  return word(random);
}

/** Lines of directives, right and wrong. */
const DIRECTIVES = [
  ...['#define A r0', '#define mov add', '#define M(a,b) a, b', '#undef A', '#define r0 r1', '#define c0 c[1]'],
  ...['#if 0', '#if 1', '#if A', '#ifdef A', '#ifndef A', '#else', '#elif 1', '#endif', '#if', '#elif'],
  ...['#line 7', '#line 100 "b.asm"', '#line', '#error wrong', '#pragma warning(disable: 5030)', '#pragma foo'],
  ...[
    '#include "none.h"',
    '#include',
    '#',
    '# 5',
    '#foo',
    '#warning foo',
    '/* open',
    '/* closed */',
    '// line \\',
    '; line',
  ],
];

/** `count` lines of instructions whose operands are anything. */
export function randomText(random: Random, count: number): string {
  const lines = [random.pick(VERSIONS)];
  for (let i = 0; i < count; i++) {
    const operands = Array.from({ length: random.below(5) }, () => operand(random));
    const suffix = random.oneIn(6) ? random.pick(SUFFIXES) : '';
    const predicate = random.oneIn(12) ? random.pick(['(p0) ', '(!p0.x) ', '+', '+ ']) : '';
    lines.push(`${predicate}${random.pick(MNEMONICS)}${suffix} ${operands.join(', ')}`);
  }
  return lines.join('\n');
}

function operand(random: Random): string {
  if (random.oneIn(8)) return random.pick(NUMBERS);
  const before = random.oneIn(5) ? random.pick(['-', '!', '1-', '2-']) : '';
  const number = random.oneIn(12) ? '' : `${random.below(random.oneIn(5) ? 20 : 3)}`;
  const index = random.oneIn(10) ? random.pick(['[a0.x]', '[aL]', '[1]', '[a0.x + 2]', '[r0.x]']) : '';
  const after = random.oneIn(8) ? random.pick(SUFFIXES) : '';
  const components = random.oneIn(2) ? random.pick(COMPONENTS) : '';
  return `${before}${random.pick(REGISTERS)}${number}${after}${index}${components}`;
}

/** `text` with one to three faults. */
export function damageText(text: string, random: Random): string {
  let damaged = text;
  for (let i = random.oneIn(3) ? 2 : random.oneIn(5) ? 3 : 1; i > 0; i--) {
    if (random.oneIn(12)) damaged = insertDirective(damaged, random);
    else damaged = random.oneIn(4) ? damageCharacter(damaged, random) : damageToken(damaged, random);
  }
  return damaged;
}

function insertDirective(text: string, random: Random): string {
  const lines = text.split('\n');
  lines.splice(random.below(lines.length + 1), 0, random.pick(DIRECTIVES));
  return lines.join('\n');
}

function damageCharacter(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const inserted = random.oneIn(3) ? '' : CHARACTERS[random.below(CHARACTERS.length)]!;
  return text.slice(0, at) + inserted + text.slice(at + (random.oneIn(2) ? 1 : 0));
}

function damageToken(text: string, random: Random): string {
  const tokens = text.match(TOKEN) ?? [];
  const gaps = tokens.flatMap((token, i) => (/^[ \t]+$/.test(token) ? [] : [i]));
  if (gaps.length === 0) return word(random);
  const at = random.pick(gaps);
  const other = random.pick(gaps);
  const token = tokens[at]!;
  switch (random.below(9)) {
    case 0:
      tokens.splice(at, 1);
      break;
    case 1:
      tokens.splice(at, 0, word(random));
      break;
    case 2:
      tokens.splice(at, 0, `${word(random)} `);
      break;
    case 3:
      tokens[at] = word(random);
      break;
    case 4:
      tokens.splice(at, 0, random.oneIn(2) ? token : `${token} `);
      break;
    case 5:
      tokens[at] = tokens[other]!;
      tokens[other] = token;
      break;
    case 6:
      if (/^\w/.test(token)) tokens[at] = token + random.pick(SUFFIXES);
      else tokens[at] = likeWord(token, random);
      break;
    default:
      tokens[at] = likeWord(token, random);
  }
  return tokens.join('');
}
