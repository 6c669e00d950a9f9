/** The controls for the options of a translation. */
import { chosenInstance, type TranslationChoice } from '../../model/translation.ts';
import { CONSTANTS, PROFILES, ROBUSTNESS, TARGETS } from '../../model/translation-options.ts';
import { choice, translation } from '../../state/translation.ts';
import { Select } from '../../ui/select.tsx';

function set(change: Partial<TranslationChoice>): void {
  choice.value = { ...choice.peek(), ...change };
}

export function LanguageSelect() {
  const { to, version } = choice.value;
  const selected = TARGETS.findIndex((one) => one.to === to && (version === '' || one.version === version));
  return (
    <select
      aria-label="Language"
      value={selected}
      onChange={({ currentTarget }) => {
        const { to, version } = TARGETS[Number(currentTarget.value)]!;
        set({ to, version });
      }}
    >
      {TARGETS.map(({ label }, i) => (
        <option key={label} value={i}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function Options() {
  const { to, profile, robustness, constants, comments } = choice.value;
  return (
    <div class="options">
      <Select label="Arithmetic" names={PROFILES} value={profile} onSelect={(profile) => set({ profile })} />
      <Select
        label="Reads out of range"
        names={ROBUSTNESS}
        value={robustness}
        onSelect={(robustness) => set({ robustness })}
      />
      <Select label="Constants" names={CONSTANTS} value={constants} onSelect={(constants) => set({ constants })} />
      <label class="check">
        <input
          type="checkbox"
          checked={comments}
          disabled={to === 'spirv'}
          onChange={({ currentTarget }) => set({ comments: currentTarget.checked })}
        />
        Instructions as comments{to === 'spirv' && ' (SPIR-V has none)'}
      </label>
      <Instances />
    </div>
  );
}

/** The class instances that the code is for; shaders without interfaces have none. */
function Instances() {
  const pointers = translation.value?.pointers ?? [];
  const { instances } = choice.value;
  return pointers.map((pointer) => (
    <Select
      key={pointer.name}
      label={`Class instance of ${pointer.name}`}
      names={Object.fromEntries(pointer.instances.map((name) => [name, name]))}
      value={chosenInstance(pointer, instances) ?? ''}
      onSelect={(name) => set({ instances: { ...instances, [pointer.name]: name } })}
    />
  ));
}
