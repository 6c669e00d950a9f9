/** Reads write masks and swizzles. */

import { Sm1DestinationToken, Sm1SourceToken } from '../../isa/sm1/tokens.ts';
import type { AssemblyDiagnostics } from '../diagnostics.ts';
import { X2003, X2004, X2022 } from '../messages.ts';
import { COMPONENT, FULL_MASK, IDENTITY } from './operand-fast-path.ts';
import type { StreamValidation } from './stream-validation.ts';
import { Terminal, type TokenClassifier } from './token-classifier.ts';

export class ComponentParser {
  /** The bits of the last mask. */
  mask = 0;
  /** The bits of the last swizzle. */
  swizzle = 0;
  /** The components of the last swizzle are the current token: they are not taken yet. */
  #isPending = false;

  constructor(
    private readonly classifier: TokenClassifier,
    private readonly validation: StreamValidation,
    private readonly diagnostics: AssemblyDiagnostics,
  ) {}

  /** Reads a mask if there is one; false when a token is not accepted. */
  readMask(isScalar: boolean): boolean {
    const { classifier } = this;
    this.mask = FULL_MASK;
    if (!classifier.is(Terminal.dot)) return true;
    classifier.take();
    if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.dot);
    if (!this.validation.isOver) this.mask = this.#maskBits(isScalar);
    classifier.take();
    return true;
  }

  /** Reads a swizzle if there is one, up to its components; false when a token is not accepted. */
  readSwizzle(isScalar: boolean): boolean {
    const { classifier } = this;
    this.swizzle = IDENTITY;
    this.#isPending = false;
    if (!classifier.is(Terminal.dot)) return true;
    classifier.take();
    if (!classifier.is(Terminal.name)) return classifier.lacks(Terminal.dot);
    if (!this.validation.isOver) this.swizzle = this.#swizzleBits(isScalar);
    this.#isPending = true;
    return true;
  }

  /** Takes the components of {@link readSwizzle}. Before that the operand is complete and its faults are reported. */
  takeSwizzle(): void {
    if (this.#isPending) this.classifier.take();
  }

  /** The bits of the mask that is the current token. */
  #maskBits(isScalar: boolean): number {
    const { token } = this.classifier;
    const { source, start, end } = token;
    if (isScalar) {
      this.diagnostics.report(X2022, token);
      return FULL_MASK;
    }
    let mask = 0;
    let least = 0;
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at);
      const component = code < 128 ? COMPONENT[code]! : 4;
      if (component > 3 || component < least) {
        const hint = 'write components of a mask in the order of xyzw, each once';
        this.diagnostics.report(X2003, token, { mask: token.text }, hint);
        return 0;
      }
      mask |= 1 << component;
      least = component + 1;
    }
    return mask << Sm1DestinationToken.mask.low;
  }

  /** The bits of the swizzle that is the current token. */
  #swizzleBits(isScalar: boolean): number {
    const { token } = this.classifier;
    const { source, start, end } = token;
    if (isScalar) {
      this.diagnostics.report(X2022, token);
      return IDENTITY;
    }
    let swizzle = 0;
    let component = end - start > 4 ? 4 : 0;
    for (let i = 0; i < 4 && component < 4; i++) {
      if (start + i < end) {
        const code = source.charCodeAt(start + i);
        component = code < 128 ? COMPONENT[code]! : 4;
      }
      swizzle |= component << (2 * i);
    }
    if (component < 4) return swizzle << Sm1SourceToken.swizzle.low;
    const hint = 'a swizzle has one to four of the components xyzw';
    this.diagnostics.report(X2004, token, { swizzle: token.text }, hint);
    return 0;
  }
}
