import { hlsl } from './hlsl-plugin.mjs';

export default {
  plugins: [hlsl()],
  // A program for Node; the plugin is the same for pages.
  build: { ssr: 'main.ts' },
};
