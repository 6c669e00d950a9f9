/**
 * The colors of the explorer: text on each background that it is on, in light and dark (WCAG 2.1, 1.4.3 and 1.4.11).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CSS = readFileSync('web/src/theme/tokens.css', 'utf8');
const THEMES = ['light', 'dark'] as const;
const BACKGROUNDS = ['background', 'panel', 'hover', 'selected'];
const TEXT_COLORS = [
  ...['text', 'accent', 'opcode', 'destination', 'source', 'resource', 'immediate', 'control', 'reserved', 'comment'],
  ...['muted', 'error', 'warning', 'note'],
];

/** The values of each role: light, dark. */
const COLORS = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(
    ([, role, light, dark]) => [role!, { light: light!, dark: dark! }] as const,
  ),
);

/** Relative luminance of a color (WCAG 2.1). */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

test('black on white has the contrast of the standard', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

test.each(THEMES)('%s: every text is readable on every background', (theme) => {
  const weak = TEXT_COLORS.flatMap((text) =>
    BACKGROUNDS.filter((background) => contrast(COLORS.get(text)![theme], COLORS.get(background)![theme]) < 4.5).map(
      (background) => `${text} on ${background}`,
    ),
  );
  expect(weak).toEqual([]);
});

test.each(THEMES)('%s: matches, buttons and edges can be seen', (theme) => {
  const color = (role: string) => COLORS.get(role)![theme];
  expect(contrast(color('text'), color('match'))).toBeGreaterThan(4.5);
  expect(contrast(color('background'), color('accent'))).toBeGreaterThan(4.5);
  expect(contrast(color('edge'), color('background'))).toBeGreaterThan(3);
});
