/**
 * Bar charts as SVG for pages: legible on light and dark backgrounds.
 *
 * vega and vega-lite are loaded when the first chart is made; the benchmark itself does not need them.
 */

/** A bar: `group` names the row, `who` the color. */
export interface Bar {
  readonly group: string;
  readonly who: Candidate;
  readonly value: number;
}

/** The interface of the two libraries that a chart uses. Their own declarations would be part of every type check. */
interface Vega {
  parse(spec: object): object;
  View: new (runtime: object, options: { readonly renderer: 'none' }) => { toSVG(): Promise<string> };
}
interface VegaLite {
  compile(spec: object): { readonly spec: object };
}

/** Names of the packages, which type checks therefore leave out. */
const VEGA: string = 'vega';
const VEGA_LITE: string = 'vega-lite';

/** Colors of the candidates, in their order in a group. */
const COLORS = { dxlens: '#3b82c4', before: '#8a94a0', Microsoft: '#d08a2e' } as const;
export type Candidate = keyof typeof COLORS;
/** Text and lines take the color of the root, which follows the scheme of the reader. */
const STYLE = '<style>svg{color:#1f2328}@media(prefers-color-scheme:dark){svg{color:#d1d7e0}}</style>';
const TEXT = 'currentColor';

/** Returns an SVG document with horizontal bars, grouped, in the order of `bars`. */
export async function barChart(title: string, unit: string, bars: readonly Bar[]): Promise<string> {
  const { parse, View } = (await import(VEGA)) as Vega;
  const { compile } = (await import(VEGA_LITE)) as VegaLite;
  const domain = (Object.keys(COLORS) as Candidate[]).filter((name) => bars.some(({ who }) => who === name));
  const range = domain.map((name) => COLORS[name]);
  const shared = {
    y: { field: 'group', type: 'nominal', sort: null, title: null },
    yOffset: { field: 'who', sort: domain },
    x: { field: 'value', type: 'quantitative', title: unit },
  };
  const { spec } = compile({
    ...{ title, width: 520, height: { step: 17 }, background: null, data: { values: bars } },
    layer: [
      {
        mark: { type: 'bar', cornerRadiusEnd: 2 },
        encoding: { ...shared, color: { field: 'who', scale: { domain, range }, legend: { title: null } } },
      },
      {
        mark: { type: 'text', align: 'left', dx: 4, fontSize: 10, fill: TEXT },
        encoding: { ...shared, text: { field: 'value', type: 'quantitative', format: '.3~r' } },
      },
    ],
    config: {
      ...{ font: 'system-ui, sans-serif', view: { stroke: null } },
      axis: {
        ...{ labelColor: TEXT, titleColor: TEXT, domainColor: TEXT, tickColor: TEXT },
        gridColor: TEXT,
        gridOpacity: 0.15,
        labelLimit: 260,
      },
      axisY: { grid: false, ticks: false, domain: false, labelPadding: 8 },
      legend: { labelColor: TEXT, orient: 'top' },
      title: { color: TEXT, anchor: 'start', fontSize: 14 },
    },
  });
  const svg = await new View(parse(spec), { renderer: 'none' }).toSVG();
  return `${svg.replace('>', `>${STYLE}`)}\n`;
}
