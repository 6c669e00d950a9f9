/** The TextMate grammar, as VS Code runs it: what a word of the assembly is coloured as. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../src/isa/sm1/opcodes.ts';
import { EXTENSION, SCOPE } from '../tools/docs/editor.ts';

const path = join(EXTENSION, 'syntaxes/dxlens.tmLanguage.json');
let grammar: textmate.IGrammar;

beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm).buffer as ArrayBuffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, 'utf8'), path),
  });
  grammar = (await registry.loadGrammar(SCOPE))!;
});

/** Each word of `line` that has a scope of its own, as `word:scope` without the language. */
function scopes(line: string): string[] {
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  return tokens.flatMap(({ startIndex, endIndex, scopes }) => {
    const text = line.slice(startIndex, endIndex).trim();
    const scope = scopes.at(-1)!.replace(/\.dxasm$/, '');
    return text === '' || scopes.length === 1 ? [] : [`${text}:${scope}`];
  });
}

/** The scope of the first word of a line. */
function first(line: string): string {
  return scopes(line)[0]?.split(':').at(-1) ?? 'none';
}

describe('the grammar', () => {
  test('versions in both spellings', () => {
    for (const version of ['vs_1_1', 'ps_2_x', 'ps.1.4', 'vs.3.sw', 'vs_1_0'])
      expect(first(version)).toBe('storage.type.version');
    expect(first('ps_4_0')).toBe('none');
    expect(first('vs_1_4')).toBe('none');
  });

  test('an instruction with modifiers, relative addresses, source modifiers', () => {
    expect(scopes('    mad_x2_sat r0.xyz, -c[a0.x + 5], v1_bx2.wzyx, oDepth')).toEqual([
      'mad:keyword.operator.instruction',
      '_x2_sat:storage.modifier',
      'r:variable.language.register',
      '0:variable.language.register',
      '.xyz:variable.parameter.components',
      ',:punctuation.separator',
      '-:keyword.operator',
      'c:variable.language.register',
      '[:punctuation.section.brackets',
      'a:variable.language.register',
      '0:variable.language.register',
      '.x:variable.parameter.components',
      '+:keyword.operator',
      '5:constant.numeric',
      ']:punctuation.section.brackets',
      ',:punctuation.separator',
      'v:variable.language.register',
      '1:variable.language.register',
      '_bx2:storage.modifier.source',
      '.wzyx:variable.parameter.components',
      ',:punctuation.separator',
      'oDepth:variable.language.register',
    ]);
  });

  test('co-issue, predicates, declarations, numbers', () => {
    expect(scopes('  + mov r0.a, v0')[0]).toBe('+:keyword.operator.coissue');
    expect(scopes('(!p0.x) add r0, r0, c0').slice(0, 5)).toEqual([
      '(:punctuation.section.predicate',
      '!:keyword.operator.logical',
      'p0:variable.language.register',
      '.x:variable.parameter.components',
      '):punctuation.section.predicate',
    ]);
    expect(scopes('dcl_texcoord3_pp v0').slice(0, 4)).toEqual([
      'dcl:storage.type.declaration',
      'texcoord:support.constant.usage',
      '3:constant.numeric',
      '_pp:storage.modifier',
    ]);
    expect(scopes('def c0, 1, -2.5e-3, .5f, 0x1F').filter((word) => word.includes('numeric'))).toEqual([
      '1:constant.numeric',
      '2.5e-3:constant.numeric',
      '.5f:constant.numeric',
      '0x1F:constant.numeric.hex',
    ]);
  });

  test('comments and directives', () => {
    expect(first('; add r0')).toBe('comment.line.semicolon');
    expect(first('// add r0')).toBe('comment.line.double-slash');
    expect(first('/* add r0 */ mov r0, r1')).toBe('comment.block');
    expect(scopes('#include "a.h"').map((word) => word.split(':')[1])).toContain('string.quoted.double');
    expect(first('#define K mul r0, r0, c0')).toBe('punctuation.definition.directive');
  });

  test('every mnemonic that the assembler has', () => {
    for (const row of Object.values(SM1_OPCODES) as Sm1OpcodeRow[]) {
      if (row.vs === undefined && row.ps === undefined) continue;
      for (const name of [row.mnemonic, row.oldMnemonic ?? row.mnemonic]) {
        const word = row.controls === 'comparison' ? `${name}_ge` : name;
        expect(`${word} ${first(word)}`).toMatch(/ (keyword|storage\.type)/);
      }
    }
  });

  test('the first word of every line of the assembly fixtures', () => {
    const plain: string[] = [];
    for (const file of readdirSync('test/fixtures/asm')) {
      for (const line of readFileSync(join('test/fixtures/asm', file), 'utf8').split('\n')) {
        if (line.trim() !== '' && !/^(keyword|storage|comment|punctuation)/.test(first(line)))
          plain.push(`${file}: ${line}`);
      }
    }
    expect(plain).toEqual([]);
  });
});
