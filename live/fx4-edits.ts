/**
 * Compares our listing of edited effects of fx_4_0, fx_4_1 and fx_5_0 with Microsoft's, live: in random effects,
 * shaders are replaced by longer and shorter ones of other effects, and default values are set. Needs the oracle (`npm
 * run oracle:setup`).
 *
 * Exit status 1 when any differ.
 */
import { COMPILE_DEBUG, effect4Source } from '../smith/fx4.ts';
import { Random } from '../smith/random.ts';
import { latin1Bytes } from '../src/base/words.ts';
import { type EmbeddedShader, embeddedShaders, parseEffect4, replaceEmbeddedShader } from '../src/effects/index.ts';
import { ShaderEditError, setEffectDefault } from '../src/shader/index.ts';
import { disassemble } from '../src/text/disassemble.ts';
import { type Answer, Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { Values } from './comparisons.ts';

/** Edits of one effect, and shaders that are stored for others. */
const SHADERS = 4;
const VARIABLES = 4;
const MAX_SHADERS = 200;

/** The answer; undefined where the DLL crashes or hangs. */
async function answered(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OracleDied)) throw error;
    return undefined;
  }
}

export async function run(values: Values<'fx4-edits'>): Promise<void> {
  const counts = {
    effects: 0,
    edits: 0,
    shorter: 0,
    longer: 0,
    defaults: 0,
    refused: 0,
    same: 0,
    different: 0,
    died: 0,
  };
  /** Shaders of earlier effects, by stage. */
  const shaders = new Map<string, Uint8Array[]>();

  const oracle = await Oracle.start();
  for (let i = 0; counts.edits < values.count; i++) {
    const random = new Random(values.seed * 1_000_003 + i);
    const { source, profile, flags, effectFlags } = effect4Source(random);
    const options = { flags: flags & ~COMPILE_DEBUG, effectFlags };
    const compiled = await answered(() => oracle.compile(source, '', profile, options));
    if (compiled?.hr !== 0) continue;
    const bytes = new Uint8Array(compiled.output);
    if ((await answered(() => oracle.disassemble(bytes, 0)))?.hr !== 0) continue;
    counts.effects++;
    for (const shader of (embeddedShaders(bytes).value ?? []).slice(0, SHADERS))
      await editShader(bytes, shader, random);
    await editDefaults(bytes, random);
  }
  oracle.stop();
  console.log(
    Object.entries(counts)
      .map(([name, number]) => `${number} ${name}`)
      .join(', '),
  );
  process.exitCode = counts.different > 0 ? 1 : 0;

  async function editShader(bytes: Uint8Array, shader: EmbeddedShader, random: Random): Promise<void> {
    const { stage, offset, length } = shader;
    if (stage === null || stage === 'expression') return;
    const known = shaders.get(stage) ?? [];
    shaders.set(stage, known);
    if (known.length > 0) {
      const other = random.pick(known);
      counts[other.byteLength > length ? 'longer' : 'shorter']++;
      await compare(replaceEmbeddedShader(bytes, offset, other));
    }
    if (known.length < MAX_SHADERS) known.push(bytes.slice(offset, offset + length));
  }

  async function editDefaults(bytes: Uint8Array, random: Random): Promise<void> {
    const variables = parseEffect4(bytes).value!.buffers.flatMap((buffer) => buffer.variables);
    for (const { name, value, type } of variables.slice(0, VARIABLES)) {
      if (value === undefined || type.numeric === undefined) continue;
      const words = Uint32Array.from({ length: value.byteLength >>> 2 }, () => random.word());
      try {
        const changed = setEffectDefault(bytes, name, words);
        counts.defaults++;
        await compare(changed);
      } catch (error) {
        if (!(error instanceof ShaderEditError)) throw error;
        counts.refused++;
      }
    }
  }

  async function compare(changed: Uint8Array): Promise<void> {
    counts.edits++;
    const answer = await answered(() => oracle.disassemble(changed, 0));
    if (answer === undefined) counts.died++;
    else if (answer.hr === 0 && Buffer.compare(latin1Bytes(disassemble(changed).text), answer.output) === 0)
      counts.same++;
    else counts.different++;
  }
}
