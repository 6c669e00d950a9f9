/** What `dxlens reflect` shows people of a root signature on its own. */
import type { RootSignatureReflection } from '../../../reflect/index.ts';
import { printRootSignature } from '../../../text/root-signature.ts';

/** The text for a root signature. */
export function rootSignatureText({ profile, rootSignature }: RootSignatureReflection): string {
  if (rootSignature === null) return `${profile ?? 'root signature of unknown version'}\n`;
  return printRootSignature(rootSignature);
}
