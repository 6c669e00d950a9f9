/**
 * Effects of Direct3D 9, live: generates random effects whose content is known, compiles them with the oracle, and compares what
 * is read with the source: names, types, values, annotations, states, their order. Every byte must be accounted for, the effect
 * written anew must be the compiler's bytes, and the programs inside must list as Microsoft lists them. Needs the oracle
 * (`npm run oracle:setup`).
 *
 *     npx tsx tools/compare/fx2.ts [--seed 1] [--count 300] [--damage 0] [--verbose]
 *
 * `--damage N` also changes the bytes of each effect N times: reading, listing and writing must neither throw nor hang, and bytes
 * that cannot be read must have a diagnostic. Exit status 1 when anything differs.
 */
import { parseArgs } from 'node:util';
import { VariableClass } from '../../src/base/d3d/enumerations.ts';
import { Diagnostics } from '../../src/base/diagnostics.ts';
import { latin1Text, u32At } from '../../src/base/words.ts';
import { type Effect2, type Fx2State, Fx2Usage, type Fx2Value } from '../../src/container/fx/fx2/model.ts';
import { readEffect2 } from '../../src/container/fx/fx2/read.ts';
import { FX2_STATES } from '../../src/container/fx/fx2/states.ts';
import { serializeEffect2 } from '../../src/container/fx/fx2/write.ts';
import { disassemble } from '../../src/text/index.ts';
import { randomFx2 } from '../../test/support/smith/fx2.ts';
import type {
  SourceAnnotation,
  SourceEffect,
  SourceShader,
  SourceState,
  SourceValue,
  SourceVariable,
} from '../../test/support/smith/fx2-model.ts';
import { latin1, Oracle } from '../oracle/client.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    damage: { type: 'string', default: '0' },
    verbose: { type: 'boolean', default: false },
  },
});

const oracle = await Oracle.start();
/** First DWORD of an expression; the code after it is that of a texture shader, which Microsoft lists. */
const EXPRESSION = 0x4658_0200;
const TEXTURE_SHADER = 0x5458_0100;
/** D3D_DISASM flag: without debug information. */
const NO_DEBUG = 0x10;
/** D3DCOMPILE flags under which a function that calls another has other code. */
const UNOPTIMIZED = 0x5;
const counts = {
  effects: 0,
  rejected: 0,
  empty: 0,
  bytes: 0,
  parameters: 0,
  states: 0,
  shaders: 0,
  expressions: 0,
  functions: 0,
  damaged: 0,
  differences: 0,
};
async function compare(expected: SourceEffect, bytes: Uint8Array): Promise<string[]> {
  const diagnostics = new Diagnostics();
  const effect = readEffect2(bytes, diagnostics);
  if (effect === undefined) return ['not read'];
  const differences = diagnostics.list.map(({ code, message }) => `${code}: ${message}`);
  const comparison = new Comparison(effect, differences);
  comparison.effect(expected);
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

/** What the code in `data` lists as; a name or a text is no code. */
async function compareCode(data: Uint8Array, differences: string[]): Promise<void> {
  const version = u32At(data, 0);
  const copy = data.slice();
  if (version === EXPRESSION) {
    new DataView(copy.buffer).setUint32(0, TEXTURE_SHADER, true);
    counts.expressions++;
  } else if (version >>> 16 === 0xfffe || version >>> 16 === 0xffff) counts.shaders++;
  else return;
  const { output } = await oracle.disassemble(copy, NO_DEBUG);
  if (disassemble(copy, { debug: false }).text !== latin1(output)) differences.push('a program lists differently');
}

/** Compares a shader with the same function compiled alone; where a preshader computes constants, the code differs. */
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

class Comparison {
  readonly shaders: [SourceShader, Uint8Array][] = [];
  private readonly objects: Map<number, Uint8Array>;
  private resourcesLeft: Set<Effect2['resources'][number]>;

  constructor(
    private readonly actual: Effect2,
    private readonly differences: string[],
  ) {
    this.objects = new Map(actual.objects.map(({ id, data }) => [id, data]));
    this.resourcesLeft = new Set(actual.resources);
  }

  effect({ parameters, techniques }: SourceEffect): void {
    const { actual } = this;
    this.same('parameters', actual.parameters.length, parameters.length);
    this.same('techniques', actual.techniques.length, techniques.length);
    for (const [i, parameter] of parameters.entries()) {
      const one = actual.parameters[i];
      if (one === undefined) continue;
      counts.parameters++;
      const { name } = parameter.variable;
      this.same(`${name} flags`, one.flags, parameter.shared ? 1 : 0);
      this.annotation(name, one, parameter, (element) => ({ technique: 0xffff_ffff, owner: i, element }));
      this.annotations(name, one.annotations, parameter.annotations);
    }
    let items = 0;
    for (const { declaration, value } of actual.parameters)
      if (value.kind === 'samplers' || declaration.type === 15 || declaration.type === 16)
        items += Math.max(1, declaration.elements);
    for (const [t, technique] of techniques.entries()) {
      const one = actual.techniques[t];
      if (one === undefined) continue;
      this.same('technique', one.name, technique.name);
      this.annotations(technique.name, one.annotations, technique.annotations);
      this.same(`${technique.name} passes`, one.passes.length, technique.passes.length);
      for (const [p, pass] of technique.passes.entries()) {
        const other = one.passes[p];
        if (other === undefined) continue;
        this.same('pass', other.name, pass.name);
        items++;
        this.annotations(pass.name, other.annotations, pass.annotations);
        this.states(`${technique.name}.${pass.name}`, other.states, pass.states, {
          technique: t,
          owner: p,
          element: 0xffff_ffff,
        });
        for (const { declaration } of other.states)
          if (declaration.class === VariableClass.object && declaration.type >= 15) items++;
      }
    }
    this.same('count of items', actual.itemCount, items);
    this.same('resources of nothing', this.resourcesLeft.size, 0);
    const used = new Set(actual.objects.map(({ id }) => id));
    this.same('objects', used.size, actual.objects.length);
  }

  private annotations(
    owner: string,
    actual: Effect2['techniques'][number]['annotations'],
    expected: readonly SourceAnnotation[],
  ): void {
    this.same(`${owner} annotations`, actual.length, expected.length);
    for (const [i, one] of expected.entries())
      if (actual[i] !== undefined) this.annotation(`${owner} annotation`, actual[i], one, undefined);
  }

  private annotation(
    what: string,
    { declaration, value }: Effect2['techniques'][number]['annotations'][number],
    expected: SourceAnnotation,
    owner: ((element: number) => Owner) | undefined,
  ): void {
    this.same(what, described(declaration), described(expected.variable));
    this.value(what, value, expected.value, owner);
  }

  private value(
    what: string,
    actual: Fx2Value,
    expected: SourceValue,
    owner: ((element: number) => Owner) | undefined,
  ): void {
    if (expected.kind === 'numbers') this.same(what, wordsIn(actual).join(), expected.words.join());
    else if (expected.kind === 'samplers') {
      if (actual.kind !== 'samplers') {
        this.same(what, actual.kind, 'samplers');
        return;
      }
      this.same(`${what} samplers`, actual.samplers.length, expected.samplers.length);
      for (const [i, states] of expected.samplers.entries())
        this.states(what, actual.samplers[i]?.states ?? [], states, owner!(i));
    } else if (actual.kind !== 'objects') this.same(what, actual.kind, 'objects');
    else {
      const data = actual.ids.map((id) => this.objects.get(id));
      if (expected.kind === 'strings')
        this.same(what, JSON.stringify(data.map(textOf)), JSON.stringify(expected.texts));
      else if (expected.kind === 'textures') this.same(what, data.map((one) => one?.byteLength).join(), '0');
      else
        for (const [i, shader] of expected.shaders.entries()) {
          if (shader === null) this.same(`${what}[${i}]`, data[i]?.byteLength, 0);
          else if (data[i] === undefined) this.differences.push(`${what}[${i}] has no object`);
          else this.shaders.push([shader, data[i]]);
        }
    }
  }

  private states(what: string, actual: readonly Fx2State[], expected: readonly SourceState[], owner: Owner): void {
    const nameOf = ({ operation, index }: Fx2State) => `${FX2_STATES[operation]?.name}[${index}]`;
    this.same(
      `${what} states`,
      actual.map(nameOf).join(),
      expected.map(({ name, index }) => `${name}[${index}]`).join(),
    );
    for (const [i, { name, value }] of expected.entries()) {
      const state = actual[i];
      if (state === undefined) continue;
      counts.states++;
      this.assignment(`${what} ${name}`, state, value, { ...owner, state: i });
    }
  }

  private assignment(
    what: string,
    { declaration, value }: Fx2State,
    expected: SourceState['value'],
    at: Owner & { state: number },
  ): void {
    const resource = this.actual.resources.find(
      (one) =>
        one.technique === at.technique &&
        one.owner === at.owner &&
        one.element === at.element &&
        one.state === at.state,
    );
    if (resource !== undefined) this.resourcesLeft.delete(resource);
    switch (expected.kind) {
      case 'numbers':
        this.same(`${what} resource`, resource, undefined);
        this.same(what, wordsIn(value).join(), expected.words.join());
        this.same(`${what} type`, declaration.type, expected.type);
        return;
      case 'null':
        this.same(`${what} resource`, resource, undefined);
        this.same(what, wordsIn(value).join(), '0');
        return;
      case 'expression':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.code);
        this.same(`${what} code`, resource && u32At(resource.data, 0), EXPRESSION);
        return;
      case 'parameter':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.parameter);
        this.same(what, textOf(resource?.data), expected.name);
        return;
      case 'shader':
        this.same(`${what} usage`, resource?.usage, Fx2Usage.code);
        if (resource !== undefined) this.shaders.push([expected.shader, resource.data]);
        return;
      case 'element': {
        this.same(`${what} usage`, resource?.usage, Fx2Usage.element);
        if (resource === undefined) return;
        const size = u32At(resource.data, 0);
        this.same(what, textOf(resource.data.subarray(4, 4 + size)), expected.name);
        this.same(`${what} code`, u32At(resource.data, 4 + size), EXPRESSION);
      }
    }
  }

  private same(what: string, actual: unknown, expected: unknown): void {
    if (actual !== expected) this.differences.push(`${what}: ${String(actual)}, not ${String(expected)}`);
  }
}

interface Owner {
  readonly technique: number;
  readonly owner: number;
  readonly element: number;
}

function wordsIn(value: Fx2Value): number[] {
  if (value.kind === 'numbers') return [...value.words];
  return value.kind === 'structure' ? value.members.flatMap(wordsIn) : [];
}

/** The text with its NUL dropped; null for an object without data. */
function textOf(data: Uint8Array | undefined): string | null {
  if (data === undefined || data.byteLength === 0) return null;
  return latin1Text(data, 0, data.byteLength).replace(/\0+$/, '');
}

function described({
  name,
  semantic,
  type,
  class: kind,
  rows,
  columns,
  elements,
  members,
}: SourceVariable | Fx2State['declaration']): string {
  return `${type}/${kind} ${rows}x${columns} ${name}[${elements}] : ${semantic} {${members.map(described).join()}}`;
}

/** Messages of the compiler about sources that it rejects, by text. */
const rejections = new Map<string, number>();

const first = Number(values.seed);
for (let seed = first; seed < first + Number(values.count); seed++) {
  const effect = randomFx2(seed);
  const { hr, output, messages } = await oracle.compile(effect.source, '', 'fx_2_0', { flags: effect.flags });
  if (hr !== 0 || output.byteLength === 0) {
    counts[hr === 0 ? 'empty' : 'rejected']++;
    const message = messages.split('\n').find((line) => /error|EffectCompiler/.test(line)) ?? '?';
    const kind = message.replace(/^.*?: /, '').replace(/'[^']*'/g, "'%'");
    rejections.set(kind, (rejections.get(kind) ?? 0) + 1);
    if (values.verbose) console.log(`${seed}: ${message}`);
    continue;
  }
  counts.effects++;
  counts.bytes += output.byteLength;
  const differences = await compare(effect, output);
  if (differences.length === 0) continue;
  counts.differences += differences.length;
  console.log(`${seed}: ${differences.slice(0, 6).join('\n  ')}`);
}
oracle.stop();
if (values.verbose) console.log(Object.fromEntries(rejections));
console.log(JSON.stringify(counts));
process.exitCode = counts.differences > 0 ? 1 : 0;
