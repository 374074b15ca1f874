/** What a build may call itself; everything but a release carries its kind in version and file names. */
export type BuildKind = 'release' | 'preview' | 'test';

export interface BuildLabel {
  readonly kind: BuildKind;
  /** `0.1.0`, `0.1.0-preview` or `0.1.0-test`. */
  readonly version: string;
}

interface LabelFacts {
  readonly version: string;
  /** The packed runtime replaces the product's. */
  readonly testRuntime: boolean;
  /** Version of the product's own Electron; null where none is packed. */
  readonly electron: string | null;
  /** The versions of Electron on which the whole suite passed, as `passed-electrons.json` records. */
  readonly passed: readonly string[];
}

/** A release needs a recorded pass of the suite on the very Electron that it packs; without one it is a preview. */
export function labelBuild({ version, testRuntime, electron, passed }: LabelFacts): BuildLabel {
  const isProven = electron === null || passed.includes(electron);
  const kind: BuildKind = testRuntime ? 'test' : isProven ? 'release' : 'preview';
  return { kind, version: kind === 'release' ? version : `${version}-${kind}` };
}
