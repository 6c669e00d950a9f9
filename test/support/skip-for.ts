/** Tests that are skipped, each with a reason that skipped-reporter.ts counts. */
const MARK = 'skipped: ';

/**
 * Returns `api` (`describe`, `test` and the like), or what skips its tests and adds the reason to their name.
 *
 * @param reason why the tests cannot run here; nothing if they can
 */
export function skipFor<Api extends { readonly skip: unknown }>(api: Api, reason: string | false | undefined): Api {
  if (!reason) return api;
  const skip = api.skip as (name: string, ...rest: unknown[]) => void;
  return ((name: string, ...rest: unknown[]) => skip(`${name} (${MARK}${reason})`, ...rest)) as unknown as Api;
}

/** The reason in the full name of a test, if it has one. */
export function skipReason(fullName: string): string | undefined {
  return new RegExp(`\\(${MARK}(.*?)\\)(?: >|$)`).exec(fullName)?.[1];
}

/** The reason of tests that need the shell and signals of Unix. */
export const ON_WINDOWS = process.platform === 'win32' && 'Windows has no sh';
