import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reflect } from 'dxlens';
import { compile } from 'dxlens/compile';

export function hlsl() {
  return {
    name: 'hlsl',
    load(id) {
      const [, name, profile, entry = 'main'] = /^(.*\.hlsl)\?(\w+)(?:&(\w+))?$/.exec(id) ?? [];
      if (name === undefined) return undefined;
      const include = (path, from) => {
        const name = join(dirname(from), path);
        this.addWatchFile(name);
        return { name, text: readFileSync(name, 'utf8') };
      };
      const { bytes, diagnostics } = compile(readFileSync(name), { profile, entry, name, include });
      for (const { severity, file, line, column, code, message } of diagnostics) {
        const text = `${file}:${line}:${column}: ${code}: ${message}`;
        if (severity === 'error') this.error(text);
        else this.warn(text);
      }
      const { reflection } = reflect(bytes);
      return `export const bytes = Uint8Array.of(${bytes});\nexport const reflection = ${JSON.stringify(reflection)};`;
    },
  };
}
