/** Rules of a SARIF log, with what GitHub's code scanning requires of them: both descriptions, and help as text and as Markdown. */
import type { RuleText } from './validate-file.ts';

/** A rule as SARIF describes it. */
export function sarifRule({ code, severity, text, hint, specRules }: RuleText): object {
  const title = sentence(text);
  const help = [...(hint === undefined ? [] : [sentence(hint)]), `An example: dxlens explain ${code}`];
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: hint === undefined ? title : `${title} ${sentence(hint)}` },
    help: { text: help.join('\n\n'), markdown: help.join('\n\n').replace(/dxlens explain .*/, '`$&`') },
    defaultConfiguration: { level: severity },
    ...(specRules === undefined ? {} : { properties: { tags: specRules } }),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}
