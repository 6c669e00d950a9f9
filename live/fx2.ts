/**
 * Effects of Direct3D 9, live: generates random effects whose content is known, compiles them with the oracle, and
 * compares what is read and reflected with the source: names, types, values, annotations, states, their order. Every
 * byte must be accounted for, the effect written anew must be the compiler's bytes, and the programs inside must list
 * as Microsoft lists them. Needs the oracle (`npm run oracle:setup`).
 *
 * Where nothing is computed by expressions or preshaders, the listing is compiled again, and must give the same effect.
 * `--damage N` also changes the bytes of each effect N times: reading, listing and writing must neither throw nor hang,
 * and bytes that cannot be read must have a diagnostic. `--record` writes the compiled effects, with the hash of each
 * source. Exit status 1 when anything differs.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sourceHash } from '../fixtures/fx2-effects.ts';
import { compared, Effect2Comparison } from '../smith/checks/fx2-comparison.ts';
import { effect2Content } from '../smith/checks/fx2-content.ts';
import { reflectionDifferences } from '../smith/checks/fx2-reflection.ts';
import { randomFx2 } from '../smith/fx2.ts';
import { damagedBytes } from '../smith/fx2-damage.ts';
import type { SourceEffect, SourceShader } from '../smith/fx2-model.ts';
import { Random } from '../smith/random.ts';
import { Diagnostics } from '../src/base/diagnostics.ts';
import { latin1Text, u32At } from '../src/base/words.ts';
import { embeddedShadersOf2 } from '../src/effects/fx2/embedded.ts';
import { FX2_EXPRESSION } from '../src/effects/fx2/links.ts';
import { readEffect2 } from '../src/effects/fx2/read.ts';
import { serializeEffect2 } from '../src/effects/fx2/write.ts';
import { reflectEffect } from '../src/reflect/index.ts';
import { disassemble } from '../src/text/index.ts';
import { type Answer, latin1, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** First DWORD of a texture shader, whose code is that of an expression: Microsoft lists it. */
const TEXTURE_SHADER = 0x5458_0100;
/** D3D_DISASM flag: without debug information. */
const NO_DEBUG = 0x10;
/** The result where there is none. */
const CRASHED = -1;
/** D3DCOMPILE flags under which a function that calls another has other code. */
const UNOPTIMIZED = 0x5;

/** The listing of a shader; other code and strings as they are. */
function listed(data: Uint8Array): string {
  const type = u32At(data, 0) >>> 16;
  if (type !== 0xfffe && type !== 0xffff) return latin1Text(data, 0, data.byteLength);
  return disassemble(data, { header: false, debug: false, exact: true }).text;
}

export async function run(values: Values<'fx2'>): Promise<void> {
  const oracle = await Oracle.start();
  const counts = {
    effects: 0,
    rejected: 0,
    crashes: 0,
    empty: 0,
    bytes: 0,
    shaders: 0,
    expressions: 0,
    functions: 0,
    recompiled: 0,
    damaged: 0,
    withDiagnostics: 0,
    differences: 0,
  };
  async function compare(expected: SourceEffect, bytes: Uint8Array): Promise<string[]> {
    const diagnostics = new Diagnostics();
    const effect = readEffect2(bytes, diagnostics);
    if (effect === undefined) return ['not read'];
    const differences = diagnostics.list.map(({ code, message }) => `${code}: ${message}`);
    const comparison = new Effect2Comparison(effect, differences);
    comparison.effect(expected);
    differences.push(...reflectionDifferences(reflectEffect(bytes).value!, expected));
    if (effect.unused.length > 0) differences.push(`${effect.unused.length} ranges are used by nothing`);
    const { source: _, unused: __, ...content } = effect;
    const again = serializeEffect2(content);
    if (Buffer.compare(again, bytes) !== 0)
      differences.push(`written anew, byte ${again.findIndex((byte, i) => byte !== bytes[i])} differs`);
    if (Buffer.compare(serializeEffect2(effect), bytes) !== 0)
      differences.push('unchanged, it is written with other bytes');
    for (const { data } of [...effect.objects, ...effect.resources]) await compareCode(data, differences);
    for (const [shader, data] of comparison.shaders) await compareShader(expected, shader, data, differences);
    return differences;
  }

  /** The answer of the compiler; it crashes on some sources, and then there is no answer. */
  async function compiled(source: string | Uint8Array, profile: string, flags: number): Promise<Answer> {
    try {
      return await oracle.compile(source, '', profile, { flags });
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.crashes++;
      return { hr: CRASHED, output: new Uint8Array(0), messages: `error: the compiler ends in a ${error.how}` };
    }
  }

  /** Compiles the listing: where nothing was computed at compile time, it is the source of the same effect. */
  async function recompile(bytes: Uint8Array, flags: number): Promise<string[]> {
    const effect = readEffect2(bytes, new Diagnostics())!;
    const code = [...effect.objects, ...effect.resources].map(({ data }) => latin1Text(data, 0, data.byteLength));
    // Expressions and preshaders have no syntax in a source.
    if (code.some((text) => text.includes('FXLC'))) return [];
    const { text, diagnostics } = disassemble(bytes, { exact: true, debug: false });
    if (diagnostics.length > 0) return diagnostics.map(({ code, message }) => `${code}: ${message}`);
    const { hr, output, messages } = await compiled(Buffer.from(text, 'latin1'), 'fx_2_0', flags);
    if (hr === CRASHED) return [];
    if (hr !== 0)
      return [`the listing does not compile: ${messages.split('\n').find((line) => !line.includes('X4717'))}`];
    counts.recompiled++;
    const again = JSON.stringify(effect2Content(readEffect2(output, new Diagnostics())!, listed), null, 1).split('\n');
    const first = JSON.stringify(effect2Content(effect, listed), null, 1).split('\n');
    const at = first.findIndex((line, i) => line !== again[i]);
    return at < 0 ? [] : [`the listing compiles to another effect: ${again[at]}, not ${first[at]}`];
  }

  /** Reads, lists and writes damaged copies of an effect. */
  function damage(bytes: Uint8Array, seed: number): string[] {
    const random = new Random(seed);
    const faults: string[] = [];
    for (let n = 0; n < values.damage; n++) {
      const copy = damagedBytes(bytes, random);
      counts.damaged++;
      try {
        const diagnostics = new Diagnostics();
        const effect = readEffect2(copy, diagnostics);
        const { text } = disassemble(copy);
        for (const { code, span } of diagnostics.list)
          if (span.start < 0 || span.end < span.start || span.end > copy.byteLength) faults.push(`${code} is outside`);
        if (diagnostics.list.length > 0) counts.withDiagnostics++;
        if (effect === undefined && diagnostics.list.length === 0) faults.push('nothing is read, and nothing reported');
        if (text.length > 200 * copy.byteLength + 2 ** 20) faults.push(`a listing of ${text.length} characters`);
        if (effect === undefined) continue;
        if (Buffer.compare(serializeEffect2(effect), copy) !== 0)
          faults.push('unchanged, it is written with other bytes');
        embeddedShadersOf2(effect);
      } catch (error) {
        faults.push(`case ${n}: ${(error as Error).stack}`);
      }
    }
    return faults;
  }

  /** Compares the listing of the code in `data`; a name or a string is no code. */
  async function compareCode(data: Uint8Array, differences: string[]): Promise<void> {
    const version = u32At(data, 0);
    const copy = data.slice();
    if (version === FX2_EXPRESSION) {
      new DataView(copy.buffer).setUint32(0, TEXTURE_SHADER, true);
      counts.expressions++;
    } else if (version >>> 16 === 0xfffe || version >>> 16 === 0xffff) counts.shaders++;
    else return;
    const { output } = await oracle.disassemble(copy, NO_DEBUG);
    if (disassemble(copy, { debug: false }).text !== latin1(output)) differences.push('a program lists differently');
  }

  /**
   * Compares a shader with the same function compiled alone; where a preshader computes constants, the code differs.
   */
  async function compareShader(
    { source, flags }: SourceEffect,
    shader: SourceShader,
    data: Uint8Array,
    differences: string[],
  ): Promise<void> {
    const tokens = [...latin1Text(data, 0, data.byteLength)].join('').includes('PRES') ? undefined : data;
    const profile = disassemble(data).profile;
    const wanted = shader.profile.replace(/_2_[ab]$/, '_2_x');
    if (profile !== wanted) differences.push(`a shader is for ${profile}, not ${wanted}`);
    if (tokens === undefined || (flags & UNOPTIMIZED) !== 0) return;
    if (shader.asm) {
      const { output } = await oracle.assemble(
        shader.entry.replace(/^\S+/, (version) => `${version}\n`).replace(/(def|dcl|mov|tex|add)/g, '\n$1'),
      );
      counts.functions++;
      if (Buffer.compare(output, data) !== 0) differences.push('assembly gives other bytes');
      return;
    }
    const argument = /\((.*)\)$/.exec(shader.entry)![1]!;
    if (!/^[\d.]+$/.test(argument)) return;
    const vertex = shader.profile.startsWith('vs');
    const name = shader.entry.slice(0, shader.entry.indexOf('('));
    const semantics = vertex ? ['POSITION', 'POSITION'] : ['TEXCOORD0', 'COLOR'];
    const call = `float4 main(float4 p : ${semantics[0]}) : ${semantics[1]} { return ${name}(p, ${argument}); }`;
    const { hr, output } = await oracle.compile(`${source}\n${call}`, 'main', shader.profile, { flags });
    if (hr !== 0) return;
    const options = { header: false, debug: false } as const;
    counts.functions++;
    // The compiler may order independent instructions differently.
    const lines = (bytes: Uint8Array): string => disassemble(bytes, options).text.split('\n').sort().join('\n');
    if (lines(output) !== lines(data)) differences.push(`${shader.entry} has other code`);
  }

  /** Messages of the compiler about sources that it rejects, by text. */
  /** Lines for `--record`. */
  const recorded: string[] = [];
  const rejections = new Map<string, number>();

  const first = values.seed;
  for (let seed = first; seed < first + values.count; seed++) {
    const effect = randomFx2(seed);
    const { hr, output, messages } = await compiled(effect.source, 'fx_2_0', effect.flags);
    if (hr !== 0 || output.byteLength === 0) {
      counts[hr === 0 ? 'empty' : 'rejected']++;
      const message = messages.split('\n').find((line) => /error|EffectCompiler/.test(line)) ?? '?';
      const kind = message.replace(/^.*?: /, '').replace(/'[^']*'/g, "'%'");
      rejections.set(kind, (rejections.get(kind) ?? 0) + 1);
      if (values.verbose) console.log(`${seed}: ${message}`);
      continue;
    }
    counts.effects++;
    recorded.push(JSON.stringify({ seed, source: sourceHash(effect), bytes: Buffer.from(output).toString('base64') }));
    counts.bytes += output.byteLength;
    const differences = [
      ...(await compare(effect, output)),
      ...(await recompile(output, effect.flags)),
      ...damage(output, seed),
    ];
    if (differences.length === 0) continue;
    counts.differences += differences.length;
    console.log(`${seed}: ${differences.slice(0, 6).join('\n  ')}`);
  }
  oracle.stop();
  if (values.record !== undefined) writeFileSync(values.record, gzipSync(`${recorded.join('\n')}\n`, { level: 9 }));
  if (values.verbose) console.log(Object.fromEntries(rejections));
  console.log(JSON.stringify({ ...compared, ...counts }));
  process.exitCode = counts.differences > 0 ? 1 : 0;
}
