/**
 * The preshader of a shader of models 1 to 3 as a map describes it: the variables that it reads and the constants that
 * it writes. Translated code has no preshader: it reads the constants from its buffer, and the application computes
 * them.
 *
 * Not for: evaluating preshaders (src/vm/preshader).
 */
import { maskText } from '../../isa/components.ts';
import { PreshaderCursor } from '../../isa/preshader/code.ts';
import { PRESHADER_REGISTER_BY_CODE } from '../../isa/preshader/opcodes.ts';
import { findSm1Comment, Sm1CommentTag } from '../../isa/sm1/comments.ts';
import { readPreshaderCode } from '../../isa/sm1/preshader.ts';
import { constantsOf, tableOf } from '../../reflect/sm1-constants.ts';
import type { TranslationMap } from '../map-shape.ts';
import { type ConstantBuffer, constantOffset, registerCountOf } from './constants.ts';

type PreshaderRow = NonNullable<TranslationMap['preshader']>;

const FILES = {
  floatOutput: { file: 'float', letter: 'c' },
  intOutput: { file: 'int', letter: 'i' },
  boolOutput: { file: 'bool', letter: 'b' },
} as const;

/** Registers that rows name; Direct3D has no more. */
const MAX_REGISTERS = 8192;

/**
 * Describes the preshader of a program; undefined where it has none.
 *
 * @param buffer the buffer of constants of the translated code; undefined where it reads none
 */
export function preshaderRow(words: Uint32Array, buffer: ConstantBuffer | undefined): PreshaderRow | undefined {
  const span = findSm1Comment(words, Sm1CommentTag.preshader);
  const code = span && readPreshaderCode(words, span.start, span.end);
  if (code === undefined) return undefined;
  const inputs = constantsOf(tableOf(words, span!.start, span!.end, undefined)).map(
    ({ name, typeName, elements, register, registerCount }) => ({
      name,
      type: typeName,
      elements: elements > 1 ? elements : 0,
      register,
      registerCount,
    }),
  );
  const masks = { floatOutput: new Map<number, number>(), intOutput: new Map(), boolOutput: new Map() };
  const cursor = new PreshaderCursor(code);
  for (let i = 0; i < code.count && cursor.next(); i++) {
    const at = cursor.output + 1 + 2 * code.words[cursor.output]!;
    const type = PRESHADER_REGISTER_BY_CODE[code.words[at]!];
    if (type === undefined || !(type in FILES)) continue;
    const written = masks[type as keyof typeof FILES] as Map<number, number>;
    const first = code.words[at + 1]!;
    for (let k = first; k < first + Math.min(cursor.components, 4) && k < 4 * MAX_REGISTERS; k++)
      written.set(k >> 2, (written.get(k >> 2) ?? 0) | (1 << (k & 3)));
  }
  const outputs = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((type) =>
    [...(masks[type] as Map<number, number>)]
      .sort(([a], [b]) => a - b)
      .map(([register, mask]) => {
        const { file, letter } = FILES[type];
        const isRead = buffer !== undefined && register < registerCountOf(buffer, file);
        return {
          register: `${letter}${register}`,
          components: maskText(mask),
          ...(isRead && { offset: constantOffset(buffer, file, register) }),
        };
      }),
  );
  return { inputs, outputs };
}
