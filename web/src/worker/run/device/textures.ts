/** The textures that a translated shader reads, as texels of 8 bits. */
import type { TranslationBinding } from 'dxlens/translate';
import { pictureOf, type RunSetup } from '../../../model/run/job.ts';
import type { Picture } from '../../../model/run/textures.ts';
import type { OrRefusal } from './translated.ts';

/** The register of a resource as plans name it. */
export function registerOf({ plan }: RunSetup, { register, space }: TranslationBinding): string {
  if (plan.isLegacy) return `s${register}`;
  return `t${register}${space > 0 ? `,space${space}` : ''}`;
}

export interface DeviceTexture {
  readonly picture: Picture;
  /** Layers that the device gets. */
  readonly layers: number;
}

/** Returns the texture that is bound to a register, or why the device cannot have it. */
export function textureFor(setup: RunSetup, row: TranslationBinding): OrRefusal<DeviceTexture> {
  const register = registerOf(setup, row);
  const control = setup.plan.textures.find((one) => one.register === register);
  if (control === undefined) return `Nothing is bound to ${row.name} (${register}), which only the interpreter allows.`;
  const picture = pictureOf(control, setup.settings);
  const isDeep = control.dimension === '3d' || control.dimension === 'cube';
  return { picture, layers: isDeep ? picture.layers : 1 };
}

/** Texels as depths of 16 bits: their red. */
export function depthsOf({ pixels }: Picture): Uint16Array<ArrayBuffer> {
  return Uint16Array.from({ length: pixels.length / 4 }, (_, i) => 257 * pixels[4 * i]!);
}
