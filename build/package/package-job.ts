import { cpSync } from 'node:fs';
import path from 'node:path';
import { LaunchFault } from '#build/launch/base/launch-fault.ts';
import type { BuildLabel } from './build-label.ts';
import { type FinishedPackage, finishPackage } from './package-output.ts';
import { paperNames } from './papers.ts';
import { product } from './product.ts';
import { type Target, targetName } from './targets.ts';

/** The options of a packaging run. */
export interface PackageJob {
  readonly label: BuildLabel;
  /** Folder of published runtimes, if they can't be downloaded. */
  readonly runtimes: string | undefined;
  readonly sourceDate: number;
  /** Formats to make; all of the system's where undefined. */
  readonly only: readonly string[] | undefined;
}

/** A finished package, or one that could not be made, with a sentence that says why. */
export type MadeOrNot = FinishedPackage | { readonly name: string; readonly problem: string };

/** How hard gzip tries; what is thrown away is not worth the time. */
export const gzipLevel = ({ kind }: BuildLabel): number => (kind === 'test' ? 1 : 9);

/** Makes one package of a format into the file that it is given. */
type MakeFormat = (file: string) => void | Promise<void>;

/** `ferry-console-0.1.0-linux-x64`; what all packages of a target begin with. */
export const packageBase = ({ version }: BuildLabel, target: Target, id: string = product.id): string =>
  `${id}-${version}-${targetName(target)}`;

/**
 * Makes the formats one after the other, each with the bill of materials next to it.
 * @param base what the names begin with
 * @param papers the folder with the bill of materials to publish
 * @param formats by the ending of the file's name
 */
export async function* makeFormats(
  job: PackageJob,
  base: string,
  papers: string,
  formats: Readonly<Record<string, MakeFormat>>,
): AsyncGenerator<MadeOrNot> {
  for (const [ending, make] of Object.entries(formats)) {
    if (job.only && !job.only.includes(ending)) continue;
    const name = `${base}.${ending}`;
    try {
      yield await finishPackage(name, make);
    } catch (error) {
      // A maker that is missing keeps none of the others from their work.
      if (!(error instanceof LaunchFault)) throw error;
      yield { name, problem: error.message };
    }
  }
  yield await finishPackage(`${base}.${paperNames.bill}`, (file) => cpSync(path.join(papers, paperNames.bill), file));
}
