/** The control of a texture: a pattern, or a picture from a file that is chosen or dropped. */
import { useRef } from 'preact/hooks';
import { visibleText } from '../../model/format.ts';
import type { TextureControl } from '../../model/run/controls.ts';
import { pictureOf } from '../../model/run/job.ts';
import type { RunSettings, TextureChoice } from '../../model/run/settings.ts';
import { PATTERNS, type Pattern, type Picture } from '../../model/run/textures.ts';
import { change, settings as current, reportFile, runCall } from './run-state.ts';

const FILE = 'file';
/** Pixels along a side of a picture from a file; larger ones are made smaller. */
const MAX_SIZE = 1024;

export function TextureRow({ control, settings }: { control: TextureControl; settings: RunSettings }) {
  const picker = useRef<HTMLInputElement>(null);
  const { register, name, dimension } = control;
  const choice = settings.textures[register];
  const label = visibleText(name);
  const set = (next: TextureChoice) => change({ textures: { ...current.peek()!.textures, [register]: next } });
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const picture = await readPicture(file);
    if (typeof picture === 'string') reportFile(file.name, 'a picture', picture);
    else set({ pattern: undefined, file: { name: file.name, picture } });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row takes files that are dropped; the button picks them with keys.
    <div
      class="run-row"
      onDragOver={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void open(event.dataTransfer?.files[0]);
      }}
    >
      <span class="run-name">
        <span class="code">{label}</span>{' '}
        <span class="muted">
          {register}, {dimension}
        </span>
      </span>
      <Thumbnail picture={pictureOf(control, settings)} />
      <select
        aria-label={`Content of ${label}`}
        value={choice?.file === undefined ? choice?.pattern : FILE}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== FILE) set({ pattern: currentTarget.value as Pattern, file: undefined });
        }}
      >
        {(Object.keys(PATTERNS) as Pattern[]).map((pattern) => (
          <option key={pattern} value={pattern}>
            {PATTERNS[pattern]}
          </option>
        ))}
        {choice?.file !== undefined && <option value={FILE}>{visibleText(choice.file.name)}</option>}
      </select>
      <button type="button" class="bordered" title="Or drop a file here" onClick={() => picker.current?.click()}>
        File…
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*,.dds"
        aria-label={`File for ${label}`}
        onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
      />
    </div>
  );
}

/** The picture in a file, or why there is none. */
async function readPicture(file: File): Promise<Picture | string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, 4)) === 'DDS ')
    return (await runCall('readDds', 'Reading', bytes)) ?? 'the run was cancelled';
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIZE / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, layers: 1, pixels: new Uint8Array(data) };
  } catch {
    return 'the browser does not know its format.';
  }
}

/** The first layer of a picture, small. */
function Thumbnail({ picture: { width, height, pixels } }: { picture: Picture }) {
  return (
    <canvas
      class="run-thumbnail"
      ref={(canvas) => {
        if (canvas === null) return;
        canvas.width = width;
        canvas.height = height;
        const image = new ImageData(new Uint8ClampedArray(pixels.subarray(0, 4 * width * height)), width, height);
        canvas.getContext('2d')!.putImageData(image, 0, 0);
      }}
    />
  );
}
