import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Two cores is what CI has; threads start faster than forks.
    pool: 'threads',
    testTimeout: 60_000,
  },
});
