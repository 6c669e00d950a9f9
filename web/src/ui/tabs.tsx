/** Tabs as a row of buttons; the arrow keys move between them. */
import { useEffect, useRef } from 'preact/hooks';

interface Props<Name extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly selected: Name;
  readonly onSelect: (name: Name) => void;
  /** The id of the element that the tabs show. */
  readonly controls: string;
  /** Shown after the name. */
  readonly counts?: Partial<Readonly<Record<Name, number>>>;
}

export function Tabs<Name extends string>({ label, names, selected, onSelect, controls, counts = {} }: Props<Name>) {
  const all = Object.keys(names) as Name[];
  const list = useRef<HTMLDivElement>(null);
  // A row that is wider than its pane scrolls.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const step = event.key === 'ArrowRight' ? 1 : all.length - 1;
    const next = (all.indexOf(selected) + step) % all.length;
    onSelect(all[next]!);
    (event.currentTarget as HTMLElement).querySelectorAll('button')[next]!.focus();
  };
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {all.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === selected}
          aria-controls={controls}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {names[name]}
          {(counts[name] ?? 0) > 0 && <span class="count"> {counts[name]}</span>}
        </button>
      ))}
    </div>
  );
}
