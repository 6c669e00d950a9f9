/** The registers that are live at the selection, and the most at once, in the status line. */
import { useComputed } from '@preact/signals';
import { LaneTable, maxLive } from '../model/liveness.ts';
import { liveness } from '../state/shader-facts.ts';
import { select, selection, shader } from '../state/store.ts';

/** Registers that are named. */
const MAX_NAMES = 8;

export function LiveStatus() {
  const lanes = useComputed(() => liveness.value && new LaneTable(liveness.value));
  const most = useComputed(() => liveness.value && maxLive(liveness.value));
  if (lanes.value === undefined || most.value === undefined) return null;
  const { count, offset } = most.value;
  const live = lanes.value.at(selection.value?.start ?? 0).map(({ register }) => register);
  const names = live
    .toSorted((a, b) => a - b)
    .slice(0, MAX_NAMES)
    .map((register) => `r${register}`);
  const named = names.length === 0 ? '' : `: ${names.join(' ')}${live.length > names.length ? ' …' : ''}`;
  return (
    <span>
      {live.length} live{named}{' '}
      <button
        type="button"
        title="Select the first instruction with the most live registers"
        disabled={count === 0}
        onClick={() => {
          const { starts, ends } = shader.peek()!.listing;
          const line = starts.indexOf(offset);
          if (line >= 0) select(offset, ends[line]!, 'keys');
        }}
      >
        at most {count}
      </button>
    </span>
  );
}
