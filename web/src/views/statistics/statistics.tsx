/**
 * The tab with charts of a program: its instructions by what they do, what it uses of limits, and its live registers.
 */
import { useEffect } from 'preact/hooks';
import { countText } from '../../model/format.ts';
import { maxLive } from '../../model/liveness.ts';
import { type CategoryCount, type ProgramStatistics, type SlotUse, slotUses } from '../../model/statistics.ts';
import { followLiveness, followStatistics, liveness, statistics } from '../../state/shader-facts.ts';
import { reflection, shader } from '../../state/store.ts';
import { TableHead } from '../../ui/table-head.tsx';
import { LiveChart } from './live-chart.tsx';
import './statistics.css';

/** Opcodes of a category that are named. */
const MAX_OPCODES = 12;

export function Statistics() {
  useEffect(followStatistics, []);
  useEffect(followLiveness, []);
  const programs = statistics.value;
  if (programs === undefined) return <p class="message muted">Counting…</p>;
  if (programs.every(({ instructions }) => instructions === 0))
    return <p class="message muted">This file has no instructions of shader models 1 to 5.1 to count.</p>;
  const uses = slotUses(reflection.value?.reflection);
  const live = liveness.value;
  const listing = shader.value?.listing;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="scroll statistics" tabIndex={0} aria-label="Statistics">
      <div class="charts">
        {programs.map((program, i) => (
          <Mix key={i} program={program} isOnly={programs.length === 1} />
        ))}
        {uses.length > 0 && <Uses uses={uses} />}
      </div>
      {live !== undefined && listing !== undefined && maxLive(live).count > 0 && (
        <LiveChart data={live} listing={listing} />
      )}
    </section>
  );
}

function Mix({ program, isOnly }: { program: ProgramStatistics; isOnly: boolean }) {
  const { profile, instructions, declarations, categories } = program;
  const most = categories[0]?.count ?? 1;
  return (
    <section class="mix">
      <h3>{isOnly ? 'Instruction mix' : `Instruction mix of ${profile}`}</h3>
      <p class="muted">
        {countText(instructions, 'instruction')}, {countText(declarations, 'declaration')}
      </p>
      <table class="bar-table">
        <caption class="visually-hidden">Instructions by what they do</caption>
        <TableHead columns={['Category', 'Count', 'Share', 'Opcodes']} />
        <tbody>
          {categories.map((category) => (
            <MixRow key={category.category} data={category} most={most} whole={instructions} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MixRow({ data, most, whole }: { data: CategoryCount; most: number; whole: number }) {
  const { category, count, opcodes } = data;
  const named = opcodes.slice(0, MAX_OPCODES);
  const others = opcodes.length - named.length;
  return (
    <tr>
      <th scope="row">{category}</th>
      <td class="number">{count}</td>
      <td class="bar-cell">
        <Bar part={count / most} />
        <span class="number">{percent(count / whole)}</span>
      </td>
      <td class="code opcodes">
        {named.map(({ name, count: times }) => (
          <span key={name} class="opcode">
            {name} <span class="muted">{times}</span>
          </span>
        ))}
        {others > 0 && <span class="muted">and {others} more</span>}
      </td>
    </tr>
  );
}

function Uses({ uses }: { uses: readonly SlotUse[] }) {
  return (
    <section class="uses">
      <h3>Slots and registers</h3>
      <p class="muted">What the shader uses of the limits of its model</p>
      <table class="bar-table">
        <caption class="visually-hidden">Slots and registers that are used</caption>
        <TableHead columns={['Slots', 'Used', 'Limit', 'Share']} />
        <tbody>
          {uses.map(({ name, used, limit }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{used}</td>
              <td class="number muted">{limit ?? 'none'}</td>
              <td class="bar-cell">
                {limit !== undefined && (
                  <>
                    <Bar part={used / limit} isOver={used > limit} />
                    <span class="number">{percent(used / limit)}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bar({ part, isOver = false }: { part: number; isOver?: boolean }) {
  return (
    <span class={`bar ${isOver ? 'over' : ''}`} aria-hidden="true">
      <span style={{ width: `${Math.min(100 * part, 100)}%` }} />
    </span>
  );
}

/** A share in percent; one below 1 % is shown as such. */
function percent(part: number): string {
  const value = 100 * part;
  return value > 0 && value < 1 ? '< 1 %' : `${Math.round(value)} %`;
}
