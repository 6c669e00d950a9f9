/** Rules of a SARIF log, with what GitHub's code scanning requires of them: both descriptions, and help as text and as Markdown. */
import type { RuleText } from './validate-file.ts';

/** A rule as SARIF describes it. */
export function sarifRule({ code, severity, text, hint, specRules }: RuleText): object {
  const title = sentence(withoutPlaceholders(text));
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

/** `text` with words such as REGISTER instead of `{register}`, because a rule has no values. */
function withoutPlaceholders(text: string): string {
  return (
    text
      // What follows a word at the end, such as a hint, may be empty.
      .replace(/(?<=\w\w)\{\w+\}\.?$/, '')
      // Registers.
      .replace(/\b([a-z])\{\w+\}/g, '$1N')
      .replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');
}
