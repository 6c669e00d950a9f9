/** A choice of names with a label. */

interface SelectProps<Name extends string> {
  readonly class?: string;
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onSelect: (name: Name) => void;
}

export function Select<Name extends string>({ class: className, label, names, value, onSelect }: SelectProps<Name>) {
  return (
    <label class={className}>
      <span class="muted">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onSelect(currentTarget.value as Name)}>
        {(Object.keys(names) as Name[]).map((name) => (
          <option key={name} value={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
