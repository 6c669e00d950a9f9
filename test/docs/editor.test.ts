/** The TextMate grammar, as VS Code runs it: what a word of the assembly is colored as. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { readRecorded, recordedText } from '../../fixtures/recorded.ts';
import { AssemblyDiagnostics } from '../../src/assemble/diagnostics.ts';
import { assembleProgram } from '../../src/assemble/sm4/program.ts';
import { SM1_OPCODES, type Sm1OpcodeRow } from '../../src/isa/sm1/opcodes.ts';
import { SM4_OPCODE_DOCS } from '../../src/isa/sm4/opcode-docs.ts';
import { SM4_OPCODE_BY_CODE } from '../../src/isa/sm4/opcodes.ts';
import { EXTENSION, editorFiles, SCOPE } from '../../tools/docs/editor.ts';

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
function scopes(line: string, state = textmate.INITIAL): string[] {
  const { tokens } = grammar.tokenizeLine(line, state);
  return tokens.flatMap(({ startIndex, endIndex, scopes }) => {
    const text = line.slice(startIndex, endIndex).trim();
    const scope = scopes.at(-1)!.replace(/\.dxasm$/, '');
    return text === '' || scopes.length === 1 ? [] : [`${text}:${scope}`];
  });
}

/** The scopes of a line in a program of shader model 5. */
function scopes5(line: string): string[] {
  return scopes(line, grammar.tokenizeLine('ps_5_0', textmate.INITIAL).ruleStack);
}

/** The scope of the first word of a line. */
function first(line: string): string {
  return scopes(line)[0]?.split(':').at(-1) ?? 'none';
}

describe('the grammar', () => {
  test('versions in both spellings', () => {
    for (const version of ['vs_1_1', 'ps_2_x', 'ps.1.4', 'vs.3.sw', 'vs_1_0'])
      expect(first(version)).toBe('storage.type.version');
    for (const version of ['ps_4_0', 'cs_5_1', 'hs_5_0', 'lib_5_0'])
      expect(first(version)).toBe('storage.type.version');
    expect(first('hs_4_0')).toBe('none');
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
    const withoutScope: string[] = [];
    for (const file of readdirSync('fixtures/asm')) {
      for (const line of readFileSync(join('fixtures/asm', file), 'utf8').split('\n')) {
        if (line.trim() !== '' && !/^(keyword|storage|comment|punctuation)/.test(first(line)))
          withoutScope.push(`${file}: ${line}`);
      }
    }
    expect(withoutScope).toEqual([]);
  });
});

describe('listings of shader models 4 to 5.1', () => {
  /** Words that no rule has colored, with their line; in comments everything is. */
  function unscopedWords(text: string): string[] {
    const withoutScope: string[] = [];
    let state = textmate.INITIAL;
    for (const line of text.split('\n')) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      for (const { startIndex, endIndex, scopes } of tokens) {
        const word = line.slice(startIndex, endIndex).trim();
        const scope = scopes.at(-1)!;
        const unscoped = scope === SCOPE || scope.startsWith('meta.program');
        if (word !== '' && word !== '_' && (unscoped || scope.startsWith('invalid')))
          withoutScope.push(`${word}: ${line}`);
      }
    }
    return withoutScope;
  }

  const listings = readRecorded().flatMap(({ provenance }) => {
    const text = recordedText(provenance);
    const isListing = text !== undefined && /^(?:[pvghdc]s_[45]|lib_[45])_[01]$/m.test(text);
    return isListing ? [{ id: provenance.id, text, edited: provenance.how === 'edited' }] : [];
  });

  test('are among the fixtures', () => {
    expect(listings.length).toBeGreaterThan(300);
  });

  test.each(listings.filter(({ edited }) => !edited))('every word of $id', ({ text }) => {
    expect(unscopedWords(text)).toEqual([]);
  });

  test('the first word of every line of edited ones, but of what has no text', () => {
    const withoutScope = listings.filter(({ edited }) => edited).flatMap(({ text }) => unscopedWords(text));
    const isFirst = (entry: string) => {
      const [word, line] = entry.split(/: (.*)/s);
      return line!.trimStart().startsWith(word!);
    };
    const unreadable = /^(?:undecipherable custom data|second|line|three|behind.*|d): /;
    expect(withoutScope.filter((entry) => isFirst(entry) && !unreadable.test(entry))).toEqual([]);
  });

  test('an instruction with suffixes, extensions, indices, modifiers, notes', () => {
    expect(
      scopes5(
        'sample_l_aoffimmi_indexable_sat [precise(xy)](-1,0,0)(texture2d)(float,uint,float,float) r0.xy, -|cb0[r1.x + 4].x {min16f}|',
      ),
    ).toEqual([
      'sample_l:keyword.operator.instruction',
      '_aoffimmi_indexable_sat:storage.modifier',
      '[:punctuation.section.brackets',
      'precise:storage.modifier.precise',
      '(:punctuation.section.parens',
      'xy:variable.parameter.components',
      '):punctuation.section.parens',
      ']:punctuation.section.brackets',
      '(:punctuation.section.parens',
      '-:keyword.operator',
      '1:constant.numeric',
      ',:punctuation.separator',
      '0:constant.numeric',
      ',:punctuation.separator',
      '0:constant.numeric',
      '):punctuation.section.parens',
      '(:punctuation.section.parens',
      'texture2d:support.type.resource',
      '):punctuation.section.parens',
      '(:punctuation.section.parens',
      ...['float', 'uint', 'float'].flatMap((type) => [`${type}:support.type.resource`, ',:punctuation.separator']),
      'float:support.type.resource',
      '):punctuation.section.parens',
      'r0:variable.language.register',
      '.xy:variable.parameter.components',
      ',:punctuation.separator',
      '-:keyword.operator',
      '|:keyword.operator',
      'cb0:variable.language.register',
      '[:punctuation.section.brackets',
      'r1:variable.language.register',
      '.x:variable.parameter.components',
      '+:keyword.operator',
      '4:constant.numeric',
      ']:punctuation.section.brackets',
      '.x:variable.parameter.components',
      '{min16f}:storage.modifier.note',
      '|:keyword.operator',
    ]);
  });

  test('declarations, messages, comments, sections', () => {
    expect(
      scopes5('dcl_uav_typed_texture2d_glc (uint,uint,uint,uint) U0[3:*], space=1').map(
        (word) => word.split(':').slice(-1)[0],
      ),
    ).toContain('constant.language.unbounded');
    expect(scopes5('dcl_input_ps_siv linear noperspective v0.xy, position').slice(0, 3)).toEqual([
      'dcl_input_ps_siv:storage.type.declaration',
      'linear:support.constant.value',
      'noperspective:support.constant.value',
    ]);
    expect(scopes5('printf "add %f", r0.x').slice(0, 5)).toEqual([
      'printf:keyword.control.message',
      '":punctuation.definition.string',
      'add %f:string.quoted.double',
      '":punctuation.definition.string',
      ',:punctuation.separator',
    ]);
    expect(scopes5('mov r0.x, r1.x // add').at(-1)).toBe('// add:comment.line.double-slash');
    expect(scopes('// Buffer Definitions: ')).toContain('Buffer Definitions::markup.heading.section');
    expect(scopes('// Nothing: ')).toEqual(['// Nothing::comment.line.double-slash']);
    expect(scopes5('   0: if_nz r0.x').slice(0, 3)).toEqual([
      '0::constant.numeric.line-number',
      'if:keyword.control.flow',
      '_nz:storage.modifier',
    ]);
  });

  test('every mnemonic of the table', () => {
    for (const row of SM4_OPCODE_BY_CODE) {
      if (row!.kind === 'custom' || row!.kind === 'reserved') continue;
      const word = /^dcl_(?:resource|uav_typed)$/.test(row!.mnemonic) ? `${row!.mnemonic}_buffer` : row!.mnemonic;
      const [scope] = scopes5(word);
      expect(scope, word).toMatch(/:(?:keyword|storage\.type)/);
      expect(scope!.startsWith(`${row!.mnemonic}:`), word).toBe(true);
    }
  });

  test('an older model before a program and another program after it', () => {
    const lines = [
      'ps_2_x',
      '    texld_pp r0, t0, s0',
      '//',
      'ps_4_0',
      'mov o0.xyzw, v0.xyzw',
      '    vs_2_0',
      '    mad_sat r0, r0, c0, c1',
    ];
    expect(unscopedWords(lines.join('\n'))).toEqual([]);
  });

  test('snippets and completion have every instruction and declaration', () => {
    const files = editorFiles('0.0.0');
    const snippets = JSON.parse(files.get(`${EXTENSION}/snippets/dxlens.json`)!) as Record<
      string,
      { body: string[]; description: string }
    >;
    const { sm4 } = JSON.parse(files.get(`${EXTENSION}/completions.json`)!) as {
      sm4: Record<'instructions' | 'declarations', { label: string; doc: string }[]>;
    };
    for (const row of SM4_OPCODE_BY_CODE) {
      const { kind, mnemonic } = row!;
      const doc = SM4_OPCODE_DOCS[mnemonic];
      if (kind === 'custom' || kind === 'reserved') continue;
      const list = kind === 'declaration' ? sm4.declarations : sm4.instructions;
      expect(list.find(({ label }) => label === mnemonic)?.doc).toBe(doc);
      expect(snippets[`${mnemonic} (4-5.1)`]?.description).toContain(doc);
    }
  });

  test('snippets of declarations and instructions assemble as they are', () => {
    const files = editorFiles('0.0.0');
    const snippets = JSON.parse(files.get(`${EXTENSION}/snippets/dxlens.json`)!) as Record<string, { body: string[] }>;
    for (const [name, { body }] of Object.entries(snippets)) {
      if (!name.endsWith('(4-5.1)')) continue;
      const line = body[0]!.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\bsrc\d*/g, 'r0.xyzw');
      const text = `ps_5_0\n${line}\n`;
      const diagnostics = new AssemblyDiagnostics(text, name);
      assembleProgram(text, diagnostics);
      expect(diagnostics.list, line).toEqual([]);
    }
  });
});
