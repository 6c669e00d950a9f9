/** The controls for the options of a translation. */
import { TARGET_VERSIONS } from 'dxlens/translate';
import type { TextLanguage, TranslationChoice } from '../../model/translation.ts';
import { choice } from './state.ts';

/** A language is written as people write it, with its versions: `330` is 3.30. */
const LANGUAGES: Readonly<Record<TextLanguage, string>> = { wgsl: 'WGSL', essl: 'GLSL ES', glsl: 'GLSL' };

const TARGETS = (Object.keys(LANGUAGES) as TextLanguage[]).flatMap((to) => {
  const versions = TARGET_VERSIONS[to];
  if (versions.length === 0) return [{ to, version: '', label: LANGUAGES[to] }];
  return versions.map((version) => ({
    to,
    version,
    label: `${LANGUAGES[to]} ${version.slice(0, -2)}.${version.slice(-2)}`,
  }));
});

type Names<Key extends keyof TranslationChoice> = Readonly<Record<TranslationChoice[Key] & string, string>>;

const PROFILES: Names<'profile'> = {
  guarded: 'Guarded: integers and NaN exact',
  exact: 'Exact: subnormals, too',
  fast: 'Fast: as the language has it',
};
const ROBUSTNESS: Names<'robustness'> = {
  d3d: 'As in Direct3D: 0',
  target: 'What the language says',
  off: 'Not tested',
};
const CONSTANTS: Names<'constants'> = { array: 'Arrays of rows', named: 'Structures with names' };

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
  const { profile, robustness, constants, comments } = choice.value;
  return (
    <div class="options">
      <Choice label="Arithmetic" names={PROFILES} value={profile} onSelect={(profile) => set({ profile })} />
      <Choice
        label="Reads out of range"
        names={ROBUSTNESS}
        value={robustness}
        onSelect={(robustness) => set({ robustness })}
      />
      <Choice label="Constants" names={CONSTANTS} value={constants} onSelect={(constants) => set({ constants })} />
      <label class="check">
        <input
          type="checkbox"
          checked={comments}
          onChange={({ currentTarget }) => set({ comments: currentTarget.checked })}
        />
        Instructions as comments
      </label>
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly value: Name;
  readonly onSelect: (name: Name) => void;
}

function Choice<Name extends string>({ label, names, value, onSelect }: ChoiceProps<Name>) {
  return (
    <label>
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
