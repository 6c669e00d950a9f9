/** The surface of the pixel shader: a quad, a sphere, or a mesh from a file that is chosen or dropped. */
import { useRef } from 'preact/hooks';
import { visibleText } from '../../model/format.ts';
import type { RunSettings } from '../../model/run/settings.ts';
import { SURFACES } from '../../model/run/sources.ts';
import { Select } from '../../ui/select.tsx';
import { change, reportFile, runCall } from './run-state.ts';

/** Whether a file that is dropped is a mesh. */
export function isMeshFile({ name }: File): boolean {
  return /\.obj$/i.test(name);
}

/** Draws the shader on the mesh in a file. */
export async function openMesh(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mesh = await runCall('readObj', 'Reading', { name: file.name, bytes });
  if (mesh === undefined) return;
  if (typeof mesh === 'string') reportFile(file.name, 'a mesh', mesh);
  else change({ mesh, surface: 'mesh' });
}

const MAX_TURN = 180;
const MAX_TILT = 90;

export function SurfaceControl({ settings: { surface, mesh, turn, tilt } }: { settings: RunSettings }) {
  const picker = useRef<HTMLInputElement>(null);
  const triangles = (mesh?.indices.length ?? 0) / 3;
  const names: Readonly<Record<string, string>> =
    mesh === undefined ? SURFACES : { ...SURFACES, mesh: visibleText(mesh.name, 40) };
  return (
    <>
      <Select
        class="run-select"
        label="Surface"
        names={names}
        value={surface}
        onSelect={(name) => change({ surface: name as RunSettings['surface'] })}
      />
      <button
        type="button"
        class="bordered"
        title="Choose an OBJ file, or drop one on the picture"
        onClick={() => picker.current?.click()}
      >
        Mesh…
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".obj"
        aria-label="File with a mesh"
        onChange={({ currentTarget }) => {
          void openMesh(currentTarget.files?.[0]);
          // A cleared value lets the user choose the same file again after it was changed.
          currentTarget.value = '';
        }}
      />
      {surface === 'mesh' && mesh !== undefined && (
        <div class="run-mesh">
          <Angle label="Turn" value={turn} most={MAX_TURN} onValue={(value) => change({ turn: value })} />
          <Angle label="Tilt" value={tilt} most={MAX_TILT} onValue={(value) => change({ tilt: value })} />
          <p class="run-note muted">
            {triangles === 1 ? '1 triangle' : `${triangles} triangles`}. {mesh.notes.join(' ')}
          </p>
        </div>
      )}
    </>
  );
}

interface AngleProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onValue: (value: number) => void;
}

function Angle({ label, value, most, onValue }: AngleProps) {
  return (
    <label class="run-select">
      <span class="muted">{label}</span>
      <input
        type="range"
        min={-most}
        max={most}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.valueAsNumber)}
      />
      <output>{value}°</output>
    </label>
  );
}
