/** Plain data of any shape as a tree that opens on request. */
import { visibleText } from '../model/format.ts';

/** Members of an object that are shown. */
const MAX_MEMBERS = 500;
/** Levels that are open at first. */
const OPEN = 2;

export function DataTree({ name, value, depth = 0 }: { name: string; value: unknown; depth?: number }) {
  if (value === null || typeof value !== 'object')
    return (
      <div class="leaf">
        <span class="muted">{visibleText(name)}</span> <span class="code">{visibleText(String(value))}</span>
      </div>
    );
  const members = Object.entries(value);
  if (members.length === 0) return null;
  return (
    <details class="tree" open={depth < OPEN}>
      <summary>
        {visibleText(name)} <span class="muted">{Array.isArray(value) && members.length}</span>
      </summary>
      {members.slice(0, MAX_MEMBERS).map(([key, member]) => (
        <DataTree key={key} name={key} value={member} depth={depth + 1} />
      ))}
      {members.length > MAX_MEMBERS && <p class="muted">{members.length - MAX_MEMBERS} more are not shown.</p>}
    </details>
  );
}
