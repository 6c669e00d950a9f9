/** How many registers are live at each instruction, as a curve: a click selects the instruction. */
import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { countText } from '../../model/format.ts';
import type { ListingData } from '../../model/listing.ts';
import { type LivenessData, livePoints, maxLive } from '../../model/liveness.ts';
import { theme } from '../../state/settings.ts';
import { select, selection } from '../../state/store.ts';
import { TableHead } from '../../ui/table-head.tsx';

const HEIGHT = 180;

interface Props {
  readonly data: LivenessData;
  readonly listing: ListingData;
}

export function LiveChart({ data, listing }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);
  const points = livePoints(data, listing);
  const most = maxLive(data);
  useEffect(() => {
    const element = box.current!;
    const make = () => {
      chart.current?.destroy();
      chart.current = makeChart(element, points, (line) => select(listing.starts[line]!, listing.ends[line]!, 'graph'));
    };
    make();
    const observer = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    // The colors of a canvas do not follow the theme by themselves.
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', make);
    const stopTheme = theme.subscribe(() => queueMicrotask(make));
    return () => {
      stopTheme();
      scheme.removeEventListener('change', make);
      observer.disconnect();
      chart.current?.destroy();
      chart.current = undefined;
    };
  }, [data, listing]);
  useSignalEffect(() => {
    if (selection.value !== undefined) chart.current?.redraw(false);
  });
  const spread = new Map<number, number>();
  for (const count of points.counts) spread.set(count, (spread.get(count) ?? 0) + 1);
  return (
    <section class="live">
      <h3>Live registers</h3>
      <p class="muted">
        At most {countText(most.count, 'register')} at once.{' '}
        <button
          type="button"
          class="bordered"
          onClick={() => {
            const line = listing.starts.indexOf(most.offset);
            if (line >= 0) select(most.offset, listing.ends[line]!, 'reflection');
          }}
        >
          Select the first instruction with the most
        </button>
      </p>
      <div class="live-chart" ref={box} aria-hidden="true" />
      <table class="visually-hidden">
        <caption>Live registers</caption>
        <TableHead columns={['Live registers', 'Instructions']} />
        <tbody>
          {[...spread]
            .sort(([a], [b]) => b - a)
            .map(([count, instructions]) => (
              <tr key={count}>
                <td>{count}</td>
                <td>{instructions}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

/** The value of a color of the theme, as a canvas takes it. */
function colorOf(parent: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.className = name;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function makeChart(
  parent: HTMLElement,
  { positions, counts, lines }: ReturnType<typeof livePoints>,
  onLine: (line: number) => void,
): uPlot {
  const color = (name: string) => colorOf(parent, name);
  const [text, grid, curve, area, mark] = ['muted', 'chart-line', 'chart-curve', 'chart-area', 'error'].map(color);
  const font = `12px ${getComputedStyle(parent).fontFamily}`;
  const axis = { stroke: text!, font, labelFont: font, grid: { stroke: grid!, width: 1 }, ticks: { stroke: grid! } };
  const integerLabels = (_: uPlot, values: number[]) =>
    values.map((value) => (Number.isInteger(value) ? String(value) : ''));
  const chart = new uPlot(
    {
      width: parent.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: (_, _low, high) => [0, Math.max(high, 1)] } },
      axes: [
        { ...axis, label: 'Instruction', labelSize: 20, size: 28, values: integerLabels },
        { ...axis, size: 40, values: integerLabels },
      ],
      series: [
        {},
        {
          label: 'Live registers',
          stroke: curve!,
          fill: area!,
          width: 1.5,
          points: { show: false },
          paths: uPlot.paths.stepped!({ align: 1 }),
        },
      ],
      hooks: {
        draw: [
          (drawn) => {
            const start = selection.peek()?.start;
            const index =
              start === undefined ? -1 : lines.starts.findIndex((at, i) => at <= start && lines.ends[i]! > start);
            if (index < 0) return;
            const x = Math.round(drawn.valToPos(positions[index]!, 'x', true));
            const { top, height } = drawn.bbox;
            drawn.ctx.fillStyle = mark!;
            drawn.ctx.fillRect(x - 1, top, 2 * devicePixelRatio, height);
          },
        ],
      },
    },
    [Array.from(positions), Array.from(counts)],
    parent,
  );
  chart.over.addEventListener('click', () => {
    const { idx } = chart.cursor;
    if (idx !== null && idx !== undefined) onLine(lines.numbers[idx]!);
  });
  return chart;
}
