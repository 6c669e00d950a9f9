/** A reporter for vitest that prints at the end how many tests were skipped, for each reason. */
import type { Reporter, TestModule } from 'vitest/node';
import { skipReason } from './skip-for.ts';

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules)
      for (const { fullName } of module.children.allTests('skipped')) {
        const reason = skipReason(fullName);
        // Tests without a reason were not selected.
        if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    for (const [reason, count] of [...counts].sort()) console.log(`skipped ${count}: ${reason}`);
  }
}
