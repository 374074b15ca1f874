import { cpSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import type { BuildLabel } from './build-label.ts';
import { type FinishedPackage, finishPackage } from './package-output.ts';
import { paperNames } from './papers.ts';
import { product } from './product.ts';
import { type Target, targetName } from './targets.ts';

export interface PackageJob {
  readonly label: BuildLabel;
  /** Folder with published runtimes, for devices that can't download them. */
  readonly runtimes: string | undefined;
  readonly sourceDate: number;
  /** Formats to make. If undefined, all formats of the system. */
  readonly only: readonly string[] | undefined;
  /** End of file names before the extension: `-unsigned`, or empty if the files are signed. */
  readonly mark: string;
}

/** A finished package, or the name of a failed package with a one-sentence reason. */
export type PackageResult = FinishedPackage | { readonly name: string; readonly problem: string };

/** Returns the gzip level. Test builds are discarded, so they use the fastest level. */
export const gzipLevel = ({ kind }: BuildLabel): number => (kind === 'test' ? 1 : 9);

/** Creates a package in one format at the given path. */
type MakeFormat = (file: string) => void | Promise<void>;

/** Returns the start of all package names of a target, such as `ferry-console-0.1.0-linux-x64`. */
export const packageBase = ({ version }: BuildLabel, target: Target, id: string = product.id): string =>
  `${id}-${version}-${targetName(target)}`;

/**
 * Makes the formats one at a time, then a bill of materials in a file next to them.
 * @param base start of the file names
 * @param papers folder with the bill of materials to publish
 * @param formats by file extension
 */
export async function* makeFormats(
  job: PackageJob,
  base: string,
  papers: string,
  formats: Readonly<Record<string, MakeFormat>>,
): AsyncGenerator<PackageResult> {
  const markedBase = base + job.mark;
  for (const [ending, make] of Object.entries(formats)) {
    if (job.only && !job.only.includes(ending)) continue;
    const name = `${markedBase}.${ending}`;
    try {
      yield await finishPackage(name, make);
    } catch (error) {
      // A missing tool for one format doesn't stop the other formats.
      if (!(error instanceof LaunchFault)) throw error;
      yield { name, problem: error.message };
    }
  }
  yield await finishPackage(`${markedBase}.${paperNames.bill}`, (file) =>
    cpSync(path.join(papers, paperNames.bill), file),
  );
}
