/** How jobs name formats: those of DXGI by their names, those of Direct3D 9 with the prefix of their enumeration. */
import { type Format, findFormat, formatNames } from '../../formats/formats.ts';

const LEGACY = 'D3DFMT_';
const VERTEX = 'D3DDECLTYPE_';

/** The formats of buffers and textures. */
export const JOB_FORMATS: readonly string[] = [
  ...formatNames('dxgi'),
  ...formatNames('d3d9').map((name) => `${LEGACY}${name}`),
];

/** The formats of vertex attributes. */
export const JOB_VERTEX_FORMATS: readonly string[] = [
  ...formatNames('dxgi'),
  ...formatNames('vertex').map((name) => `${VERTEX}${name}`),
];

/** The format that a job names; undefined for no name of a format. */
export function jobFormat(name: string): Format | undefined {
  if (name.startsWith(LEGACY)) return findFormat('d3d9', name);
  return findFormat(name.startsWith(VERTEX) ? 'vertex' : 'dxgi', name);
}

/** The name of a format in a job. */
export function jobFormatName({ api, name }: Format): string {
  return `${api === 'd3d9' ? LEGACY : api === 'vertex' ? VERTEX : ''}${name}`;
}
