/** A field for a number. What is no number is not taken. */
interface Props {
  readonly label: string;
  readonly value: number;
  readonly isWhole?: boolean;
  readonly onValue: (value: number) => void;
}

export function NumberField({ label, value, isWhole = false, onValue }: Props) {
  return (
    <input
      type="number"
      class="number-field"
      aria-label={label}
      title={label}
      step={isWhole ? 1 : 'any'}
      value={Number.isInteger(value) ? value : Number(value.toPrecision(6))}
      onChange={({ currentTarget }) => {
        const next = currentTarget.valueAsNumber;
        if (Number.isFinite(next)) onValue(isWhole ? Math.trunc(next) : next);
        else currentTarget.value = String(value);
      }}
    />
  );
}
