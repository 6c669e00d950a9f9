/**
 * The inputs of the shader: stage inputs, constants, textures and samplers, each with a control that its type and name
 * suggest.
 */
import type { ComponentChildren } from 'preact';
import { visibleText } from '../../model/format.ts';
import type { InputControl, RunPlan } from '../../model/run/controls.ts';
import { assumedSettings, type RunSettings } from '../../model/run/settings.ts';
import { SOURCES, type Source, type Values4 } from '../../model/run/sources.ts';
import { Select } from '../../ui/select.tsx';
import { ConstantRow } from './constant-control.tsx';
import { NumberField } from './number-field.tsx';
import { change } from './run-state.ts';
import { SurfaceControl } from './surface-control.tsx';
import { TextureRow } from './texture-control.tsx';

interface Props {
  readonly plan: RunPlan;
  readonly settings: RunSettings;
}

export function Controls({ plan, settings }: Props) {
  const groups = [...new Set(plan.constants.map(({ group }) => group))];
  const textures = plan.textures.filter(({ isWritable }) => !isWritable);
  return (
    <section class="run-controls" aria-label="What the shader gets">
      <div class="run-actions">
        <button type="button" class="bordered" onClick={() => change(assumedSettings(plan))}>
          Reset
        </button>
        {plan.stage === 'ps' && <SurfaceControl settings={settings} />}
      </div>
      {plan.missing.map((text) => (
        <p key={text} class="run-note">
          {visibleText(text)}
        </p>
      ))}
      {groups.map((group) => (
        <Group key={group} title={visibleText(group)}>
          {plan.constants
            .filter((one) => one.group === group)
            .map((one) => (
              <ConstantRow key={one.name} control={one} plan={plan} settings={settings} />
            ))}
        </Group>
      ))}
      {textures.length > 0 && (
        <Group title="Textures">
          {textures.map((one) => (
            <TextureRow key={one.register} control={one} settings={settings} />
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={settings.isRepeating}
              onChange={({ currentTarget }) => change({ isRepeating: currentTarget.checked })}
            />
            Repeat outside of 0 to 1
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={settings.isSmooth}
              onChange={({ currentTarget }) => change({ isSmooth: currentTarget.checked })}
            />
            Linear filter
          </label>
        </Group>
      )}
      {plan.inputs.length > 0 && (
        <Group title="Inputs">
          {plan.inputs.map((one) => (
            <InputRow key={one.name} input={one} settings={settings} />
          ))}
        </Group>
      )}
    </section>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function InputRow({ input, settings }: { input: InputControl; settings: RunSettings }) {
  const choice = settings.inputs[input.name];
  if (choice === undefined) return null;
  const set = (part: Partial<typeof choice>) =>
    change({ inputs: { ...settings.inputs, [input.name]: { ...choice, ...part } } });
  const components = [0, 1, 2, 3].filter((i) => input.mask & (1 << i));
  return (
    <div class="run-row">
      <Select
        class="run-select"
        label={visibleText(input.name)}
        names={SOURCES}
        value={choice.source}
        onSelect={(source: Source) => set({ source })}
      />
      {choice.source === 'value' && (
        <span class="numbers">
          {components.map((i) => (
            <NumberField
              key={i}
              label={`${visibleText(input.name)} ${'xyzw'[i]}`}
              value={choice.value[i]!}
              isWhole={input.type !== 'float'}
              onValue={(value) =>
                set({ value: choice.value.map((one, k) => (k === i ? value : one)) as unknown as Values4 })
              }
            />
          ))}
        </span>
      )}
    </div>
  );
}
