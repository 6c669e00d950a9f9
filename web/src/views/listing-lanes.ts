/**
 * Live ranges of registers as bars next to the lines of a listing. The editor asks for the lines in view only.
 *
 * Not for: which lane a range has (model/liveness.ts).
 */
import type { Extension } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';
import type { ListingData } from '../model/listing.ts';
import { LANE_COLORS, type LaneRange, type LaneTable, MAX_LANES } from '../model/liveness.ts';

/** A bar of a line. */
interface Bar {
  readonly lane: number;
  readonly register: number;
  readonly begins: boolean;
  readonly ends: boolean;
  readonly title: string;
}

class LaneMarker extends GutterMarker {
  readonly #bars: readonly Bar[];
  readonly #count: number;
  /** Registers for which there is no lane. */
  readonly #others: number;
  readonly #key: string;

  constructor(bars: readonly Bar[], count: number, others: number) {
    super();
    this.#bars = bars;
    this.#count = count;
    this.#others = others;
    this.#key = `${count} ${others} ${bars.map(({ lane, begins, ends, title }) => `${lane}${begins}${ends}${title}`)}`;
  }

  override eq(other: LaneMarker): boolean {
    return other.#key === this.#key;
  }

  override toDOM(): Node {
    const box = document.createElement('span');
    box.className = 'lanes';
    const byLane = new Map(this.#bars.map((bar) => [bar.lane, bar]));
    for (let lane = 0; lane < this.#count; lane++) {
      const bar = byLane.get(lane);
      const span = document.createElement('span');
      span.className = 'lane';
      if (bar !== undefined) {
        span.classList.add(`lane-${bar.register % LANE_COLORS}`);
        span.classList.toggle('begins', bar.begins);
        span.classList.toggle('ends', bar.ends);
        span.title = bar.title;
      }
      box.append(span);
    }
    if (this.#others > 0) box.append(`+${this.#others}`);
    return box;
  }
}

/** The gutter with the bars. */
export function laneGutter({ starts, ends, numbers }: ListingData, lanes: LaneTable): Extension {
  const count = Math.min(lanes.count, MAX_LANES);
  const lineOfStart = new Map<number, number>();
  const lineOfEnd = new Map<number, number>();
  for (const [line, start] of starts.entries()) {
    if (start < 0) continue;
    lineOfStart.set(start, line);
    lineOfEnd.set(ends[line]!, line);
  }
  const numberOf = (line: number | undefined) => (line === undefined ? -1 : numbers[line]!);
  const titleOf = ({ register, start, end }: LaneRange) => {
    const [first, last] = [numberOf(lineOfStart.get(start)), numberOf(lineOfEnd.get(end))];
    return first < 0 || last < 0 ? `r${register}` : `r${register}: live at instructions ${first} to ${last}`;
  };
  return gutter({
    class: 'gutter-lanes',
    lineMarker: (view, { from }) => {
      const line = view.state.doc.lineAt(from).number - 1;
      const start = starts[line] ?? -1;
      if (start < 0) return null;
      const live = lanes.at(start);
      if (live.length === 0) return null;
      const bars = live
        .filter(({ lane }) => lane < count)
        .map((range) => ({
          lane: range.lane,
          register: range.register,
          begins: range.start === start,
          ends: range.end === ends[line],
          title: titleOf(range),
        }));
      return new LaneMarker(bars, count, live.length - bars.length);
    },
    initialSpacer: () => new LaneMarker([], count, lanes.count > count ? lanes.count - count : 0),
  });
}
