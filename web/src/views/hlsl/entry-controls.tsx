/** The controls for the entry point and the profile of a source. */
import type { SourceFunction, StageName } from '../../model/hlsl/functions.ts';
import { type EntryChoice, MODELS_BY_STAGE, profileFor, STAGES } from '../../model/hlsl/options.ts';
import { compiled } from '../../state/hlsl.ts';

interface Props {
  /** Whether the shader that gets the program decides the profile. */
  readonly isFixed: boolean;
  readonly onChoose: (choice: EntryChoice) => void;
}

export function EntryControls({ isFixed, onChoose }: Props) {
  const { choice, functions = [] } = compiled.value ?? {};
  const { profile = '', entry = '' } = choice ?? {};
  const names = functions.map(({ name }) => name);
  return (
    <>
      <select
        aria-label="Entry point"
        title="Entry point"
        value={entry}
        onChange={({ currentTarget: { value } }) => {
          const stage = functions.find(({ name }) => name === value)?.stage;
          if (value !== '') onChoose({ entry: value, profile: isFixed ? profile : profileFor(stage, choice?.profile) });
        }}
      >
        {entry === '' && <option value="">no entry point</option>}
        {entry !== '' && !names.includes(entry) && <option value={entry}>{entry}</option>}
        {entriesFirst(functions).map(({ name, stage }) => (
          <option key={name} value={name}>
            {name}
            {stage !== undefined && ` (${STAGES[stage].toLowerCase()})`}
          </option>
        ))}
      </select>
      {isFixed ? (
        <code class="muted">{profile}</code>
      ) : (
        <ProfileSelect profile={profile} entry={entry} onChoose={onChoose} />
      )}
    </>
  );
}

interface ProfileProps extends EntryChoice {
  readonly onChoose: (choice: EntryChoice) => void;
}

function ProfileSelect({ profile, entry, onChoose }: ProfileProps) {
  return (
    <select
      aria-label="Profile"
      title="Profile"
      value={profile}
      disabled={entry === ''}
      onChange={({ currentTarget: { value } }) => onChoose({ entry, profile: value })}
    >
      {!isProfile(profile) && <option value={profile}>{profile}</option>}
      {(Object.keys(STAGES) as StageName[]).map((stage) => (
        <optgroup key={stage} label={STAGES[stage]}>
          {MODELS_BY_STAGE[stage].map((model) => (
            <option key={model} value={`${stage}_${model}`}>
              {`${stage}_${model}`}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

/** Functions that are likely entry points before those that others call. */
function entriesFirst(functions: readonly SourceFunction[]): readonly SourceFunction[] {
  return functions.toSorted((a, b) => Number(a.stage === undefined) - Number(b.stage === undefined));
}

function isProfile(profile: string): boolean {
  const [stage = '', ...model] = profile.split('_');
  return stage in STAGES && MODELS_BY_STAGE[stage as StageName].includes(model.join('_'));
}
