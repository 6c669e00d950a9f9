/** The nonce of the page for style sheets that scripts add; undefined for a page without one. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content;
}
