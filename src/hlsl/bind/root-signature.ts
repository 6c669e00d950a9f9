/**
 * Root signatures in the source: the text of the attribute `[RootSignature("...")]`.
 *
 * Not for: the language of the text (assemble/root-signature), the chunk (chunks/rts0.ts).
 */
import { AssemblyDiagnostics } from '../../assemble/diagnostics.ts';
import { RootSignatureParser } from '../../assemble/root-signature/parser.ts';
import { RootSignatureSource } from '../../assemble/root-signature/source.ts';
import { type RootSignature, RootSignatureVersion } from '../../chunks/rts0.ts';
import { checkRootSignature } from '../../validate/validate-root-signature.ts';

/** A fault of a root signature. */
export interface RootSignatureFault {
  readonly code: 'X4612' | 'X4614' | 'X4615';
  readonly message: string;
  readonly hint?: string | undefined;
  /** The offset in the text. */
  readonly at: number;
}

/** The root signature of an attribute; undefined where its text has faults. */
export interface ReadRootSignature {
  readonly signature: RootSignature | undefined;
  readonly faults: readonly RootSignatureFault[];
}

const SYNTAX = 'X4612';
const RULES = 'X4614';
const MODEL = 'X4615';

/**
 * Reads the text of an attribute.
 *
 * @param text the characters of its strings, joined
 * @param version of the shader: models before 5.0 have no root signature
 */
export function readRootSignature(text: string, version: readonly [major: number, minor: number]): ReadRootSignature {
  if (version[0] < 5) {
    const message = 'a root signature needs a profile of shader model 5.0 or 5.1';
    return { signature: undefined, faults: [{ code: MODEL, message, at: 0 }] };
  }
  const diagnostics = new AssemblyDiagnostics(text, '');
  const source = new RootSignatureSource(false);
  source.add(text, '', 0, text.length);
  const parser = new RootSignatureParser(source, diagnostics, RootSignatureVersion.v1_1);
  const signature = parser.parse();
  const isParsed = diagnostics.errors === 0;
  if (isParsed)
    checkRootSignature(signature, 'compiler', (code, node, field, values) => parser.report(code, node, field, values));
  const errors = diagnostics.list.filter(({ severity }) => severity === 'error');
  const code = isParsed ? RULES : SYNTAX;
  const faults = errors.map(({ message, hint, span }) => ({ code, message, hint, at: span.start }) as const);
  return { signature: faults.length === 0 ? signature : undefined, faults };
}
