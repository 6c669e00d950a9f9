/**
 * Assembles root signature text, the HLSL language of `CBV(b0), DescriptorTable(...)`, to the bytes of Microsoft's
 * compiler with the profiles rootsig_1_0 and rootsig_1_1.
 *
 * A string of HLSL is read as strictly as Microsoft reads it. A standalone text may have a first line with the version,
 * line ends and comments, the names of shader model 6, and numbers for values without a name: everything that
 * `text/root-signature.ts` prints.
 *
 * Not for: finding the text (source.ts), reading it (parser.ts), or rules (validate).
 */

import type { ByteSource } from '../../base/bytes.ts';
import { checkOptions, type OptionTypes } from '../../base/check-options.ts';
import { type RootSignature, RootSignatureVersion, serializeRts0 } from '../../chunks/rts0.ts';
import { TAG } from '../../container/tags.ts';
import { serializeContainer } from '../../container/write.ts';
import {
  checkRootSignature,
  MAX_ROOT_SIGNATURE_COST,
  rootParameterCost,
  rootSignatureCost,
} from '../../validate/validate-root-signature.ts';
import type { Assembled, AssembleOptions } from '../assemble.ts';
import { AssemblyDiagnostics } from '../diagnostics.ts';
import { DX4031 } from '../messages.ts';
import { textOf } from '../text-location.ts';
import { RootSignatureParser } from './parser.ts';
import { findRootSignature } from './source.ts';

export interface RootSignatureOptions extends Pick<AssembleOptions, 'name' | 'defines' | 'include' | 'validate'> {
  /** Overrides the version that the text names. Default: that version, or 1.1. */
  readonly rootSignatureVersion?: '1.0' | '1.1' | undefined;
  /** Of an HLSL source: the macro with the string. Default: the last macro that is defined with one. */
  readonly entry?: string | undefined;
}

const ROOT_SIGNATURE_OPTIONS: OptionTypes<RootSignatureOptions> = {
  name: 'string',
  defines: 'object',
  include: 'function',
  validate: 'boolean',
  rootSignatureVersion: ['1.0', '1.1'],
  entry: 'string',
};

const VERSIONS = { '1.0': RootSignatureVersion.v1_0, '1.1': RootSignatureVersion.v1_1 } as const;

/**
 * Assembles one root signature into a container with the one chunk RTS0. Never throws on any text.
 *
 * @param text bytes are taken as one character each
 * @throws TypeError when `text` is neither a string nor bytes, or an option is unknown or of the wrong type
 */
export function assembleRootSignature(text: string | ByteSource, options: RootSignatureOptions = {}): Assembled {
  const input = textOf(text, 'assembleRootSignature');
  checkOptions(options, ROOT_SIGNATURE_OPTIONS, 'assembleRootSignature');
  const { name = 'input.txt', validate = true, rootSignatureVersion, entry, defines, include } = options;
  const diagnostics = new AssemblyDiagnostics(input, name);
  const source = findRootSignature(input, name, entry, diagnostics, { defines, include });
  if (source === undefined || diagnostics.errors > 0) return { bytes: undefined, diagnostics: diagnostics.list };
  const version = rootSignatureVersion === undefined ? undefined : VERSIONS[rootSignatureVersion];
  const parser = new RootSignatureParser(source, diagnostics, version);
  const signature = parser.parse();
  if (validate && diagnostics.errors === 0) {
    checkRootSignature(signature, 'compiler', (code, node, field, values) => parser.report(code, node, field, values));
    warnOfCost(signature, parser);
  }
  const bytes =
    diagnostics.errors > 0 ? undefined : serializeContainer([{ tag: TAG.RTS0, data: serializeRts0(signature) }]);
  return { bytes, diagnostics: diagnostics.list };
}

/** The runtime accepts less than the compiler: warns at the first parameter that exceeds the limit. */
function warnOfCost(signature: RootSignature, parser: RootSignatureParser): void {
  const cost = rootSignatureCost(signature);
  let sum = 0;
  for (const parameter of signature.parameters) {
    sum += rootParameterCost(parameter);
    if (sum <= MAX_ROOT_SIGNATURE_COST) continue;
    parser.report(DX4031, parameter, undefined, { cost, limit: MAX_ROOT_SIGNATURE_COST });
    return;
  }
}
