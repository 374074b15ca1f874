import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fillTemplate } from '../fill-template.ts';
import type { PackageJob } from '../package-job.ts';

const hashPlace = /\{SHA256:([^}]+)\}/g;

/**
 * Returns manifests by their paths, for the package managers whose packages are among `names`.
 * @param folder contains the packages
 */
export function manifestsOf(
  { label, mark }: Pick<PackageJob, 'label' | 'mark'>,
  folder: string,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const values = { mark, version: label.version };
  const cwd = import.meta.dirname;
  const texts = globSync('*/**/*.*', { cwd }).map(
    (name) => [name, fillTemplate(path.join(cwd, name), values)] as const,
  );
  const managers = Object.values(Object.groupBy(texts, ([name]) => path.dirname(name).split(path.sep)[0] ?? ''));
  const isComplete = (text: string): boolean =>
    Array.from(text.matchAll(hashPlace)).every(([, name = '']) => names.includes(name));
  const complete = managers.flatMap((files = []) => (files.every(([, text]) => isComplete(text)) ? files : []));
  const hashOf = (name: string): string => hash('sha256', readFileSync(path.join(folder, name)));
  return Object.fromEntries(
    complete.map(([name, text]) => [name, text.replaceAll(hashPlace, (_place, file: string) => hashOf(file))]),
  );
}
