/** Kind of a build. The version and file names contain it, except for `release`. */
export type BuildKind = 'release' | 'preview' | 'test';

export interface BuildLabel {
  readonly kind: BuildKind;
  /** Version such as `0.1.0`, `0.1.0-preview` or `0.1.0-test`. */
  readonly version: string;
}

interface LabelFacts {
  readonly version: string;
  /** True if the package contains the test runtime instead of the product's. */
  readonly testRuntime: boolean;
  /** Version of the product's own Electron. Null if the package doesn't contain it. */
  readonly electron: string | null;
  /** Electron versions on which the whole suite passed, from `passed-electrons.json`. */
  readonly passed: readonly string[];
}

/**
 * Labels a build. A release must contain an Electron version on which the suite has passed. Otherwise, the build is a
 * preview.
 */
export function labelBuild({ version, testRuntime, electron, passed }: LabelFacts): BuildLabel {
  const isProven = electron === null || passed.includes(electron);
  const kind: BuildKind = testRuntime ? 'test' : isProven ? 'release' : 'preview';
  return { kind, version: kind === 'release' ? version : `${version}-${kind}` };
}
