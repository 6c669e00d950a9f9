/** Random code of expressions, listed in an effect; see preshader.ts. */
import { expressionWords } from '../smith/expressions.ts';
import { Random } from '../smith/random.ts';
import { u32At } from '../src/base/words.ts';
import { parseEffect4 } from '../src/effects/fx4/read.ts';
import { listingStyle } from '../src/text/options.ts';
import { printExpression } from '../src/text/preshader/expression.ts';
import { TextWriter } from '../src/text/writer.ts';
import { encodePreshader } from '../src/vm/preshader/encode.ts';
import { decodePreshader } from '../src/vm/preshader/preshader.ts';
import { type Oracle, OracleDied } from '../tools/oracle/client.ts';
import type { CompareSettings } from './preshader-evaluation.ts';

/** An effect with variables of all types in one long expression, whose code is replaced. */
const TEMPLATE = `float a, b; int i, j; uint u, w; bool f, g; float4 v, v2; float4 arr[5]; int4 ia[3]; float fa[7]; int4 iv; float4x4 m;
float3 c3; float2 c2; struct S { float3 p; float q[2]; int r; } s; row_major float3x2 rm; float2x3 cm;
technique10 T { pass P { AB_BlendFactor = sin(cos(tan(asin(acos(v * a + b * i * j * u * w * f * g + v2 + arr[2] + arr[i] + ia[j] + fa[j]
+ fa[6] + iv + mul(m, v) + c3.xyzz + c2.xyxy + s.p.xyzz + s.q[0] + s.q[1] + s.r + mul(rm, c2).xyzz + mul(cm, c3).xyxy)) / dot(v.wzyx, v2)
+ pow(v, v2) + dot(v, v2.wxyz) + min(v, v2) * max(v, v2) * 2.5 * float4(1, 2, 3, 4) + iv * int4(1, 0, 100000, -5))
+ exp(float4(0.1, 0.7, 1.3, 3.3) * v) * (iv / j))); } }`;
const MARGIN = ' '.repeat(24);
const FLAGS = [0, 1, 4, 0x20, 0x80, 0x81];
const COLOR = 1;
const HEX = 0x80;
const FX_ALLOW_SLOW_OPERATIONS = 2;

/** Prints counts; returns whether all are the same. */
export async function compareListings(
  oracle: Oracle,
  { count, seed, show, recordListing }: CompareSettings,
): Promise<boolean> {
  const answer = await oracle.compile(TEMPLATE, '', 'fx_4_0', { effectFlags: FX_ALLOW_SLOW_OPERATIONS });
  const effect = answer.output;
  const assignment = parseEffect4(effect).value?.groups[0]?.techniques[0]?.passes[0]?.assignments[0]?.value;
  if (assignment?.kind !== 'expression') throw new Error(`the template is no expression: ${answer.messages}`);
  const start = Buffer.from(effect).indexOf(assignment.code.bytes);
  const size = assignment.code.bytes.byteLength;
  const [code, literals] = ['FXLC', 'CLI4'].map((tag) => start + Buffer.from(assignment.code.bytes).indexOf(tag) + 8);
  const counts = { same: 0, other: 0, died: 0, encodedSame: 0, encodedOther: 0 };
  const random = new Random(seed);
  for (let n = 0; n < count; n++) {
    const bytes = effect.slice();
    const view = new DataView(bytes.buffer);
    for (const [i, word] of expressionWords(random, u32At(effect, code! - 4) / 4).entries())
      view.setUint32(code! + 4 * i, word, true);
    for (let at = literals! + 4; at < literals! + u32At(effect, literals! - 4); at += 4)
      view.setUint32(at, randomLiteral(random), true);
    const flags = random.pick(FLAGS);
    const expression = bytes.subarray(start, start + size);
    if (Buffer.compare(encodePreshader(decodePreshader(expression).value!), expression) === 0) counts.encodedSame++;
    else counts.encodedOther++;
    try {
      const theirs = Buffer.from((await oracle.disassemble(bytes, flags, { repair: true })).output).toString('latin1');
      const ours = listed(expression, flags);
      if (theirs.includes(ours)) {
        counts.same++;
        recordListing?.({ flags, code: Buffer.from(expression).toString('base64'), listing: ours });
      } else if (counts.other++ < show)
        console.log(
          `program ${n}, flags 0x${flags.toString(16)}\n${ours}\n${theirs.slice(theirs.indexOf('AB_Blend'))}`,
        );
    } catch (error) {
      if (!(error instanceof OracleDied)) throw error;
      counts.died++;
    }
  }
  console.log(JSON.stringify(counts));
  return counts.other + counts.encodedOther === 0;
}

function listed(expression: Uint8Array, flags: number): string {
  const out = TextWriter.of(expression.byteLength);
  out.text(' = eval(');
  printExpression(out, expression, listingStyle({ html: (flags & COLOR) !== 0, hex: (flags & HEX) !== 0 }), MARGIN);
  out.text(');\n');
  return out.finish().text;
}

function randomLiteral(random: Random): number {
  if (random.oneIn(2)) return random.word();
  return random.oneIn(2) ? random.below(20_000) : 0x3f80_0000 + random.below(0x100_0000);
}
