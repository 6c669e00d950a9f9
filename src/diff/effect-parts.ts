/**
 * The shaders and expressions of an effect as parts that are compared line by line.
 *
 * Not for: what an effect has besides (effect-facts.ts), or the lines of a program (listing-lines.ts).
 */
import { Diagnostics } from '../base/diagnostics.ts';
import { wordsOf } from '../base/words.ts';
import { isContainer } from '../container/dxbc.ts';
import { embeddedShaderName } from '../effects/choose-shaders.ts';
import { readEmbeddedShaders } from '../effects/read-embedded-shaders.ts';
import { readShaderFile, type ShaderFile } from '../file/shader-file.ts';
import { readPreshaderCode } from '../isa/sm1/preshader.ts';
import { printExpression } from '../text/preshader/expression.ts';
import { printPreshaderCode } from '../text/sm1/preshader.ts';
import { written } from '../text/writer.ts';
import { EXACT_STYLE, type ListingPart, programParts, textPart } from './listing-lines.ts';
import { withoutOverlaps } from './without-overlaps.ts';

/** The parts of an effect in its order, named after the first use of each. */
export function effectParts({ bytes }: ShaderFile): ListingPart[] {
  const embedded = readEmbeddedShaders(bytes, new Diagnostics()) ?? [];
  return withoutOverlaps(embedded, ({ length }) => length, bytes.byteLength).flatMap((shader) => {
    const { offset, length, stage } = shader;
    const code = bytes.subarray(offset, offset + length);
    const name = embeddedShaderName(shader);
    if (stage === 'expression') return [textPart(name, wordsOf(code), () => expressionText(code))];
    const { programs } = readShaderFile(code, new Diagnostics());
    const own = withoutOverlaps(programs, ({ words }) => words.byteLength, length);
    return own.flatMap((program) => programParts(program, offset, name));
  });
}

function expressionText(code: Uint8Array): string {
  if (isContainer(code)) return written((out) => printExpression(out, code, EXACT_STYLE, ''));
  const preshader = readPreshaderCode(wordsOf(code));
  return preshader === undefined ? '' : written((out) => printPreshaderCode(out, preshader, 'expression', EXACT_STYLE));
}
