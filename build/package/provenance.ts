import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { product } from './product.ts';

/** The version of nfpm that writes deb and rpm packages. */
export const nfpmVersion = '2.43.0';

const output = (file: string, ...args: string[]): string =>
  spawnSync(file, args, { cwd: projectRoot, encoding: 'utf8' }).stdout?.trim() ?? '';

/** Returns the commit of the sources, or null without Git or with uncommitted changes. */
export const cleanCommit = (): string | null =>
  output('git', 'status', '--porcelain') === '' ? output('git', 'rev-parse', 'HEAD') || null : null;

export const lockfileHash = (root: string): string =>
  hash('sha256', readFileSync(path.join(root, 'package-lock.json')));

/** Returns the versions of the tools that write packages, as far as they are installed. */
const toolVersions = () => {
  const tools = ['npm', 'git', 'tar', 'gzip', 'zip', 'nfpm', 'wixl', 'makensis'];
  const versions = tools.flatMap((tool) => {
    const version = /\d+\.\d[\w.]*/.exec(output(tool, tool === 'makensis' ? '-VERSION' : '--version'))?.[0];
    return version === undefined ? [] : [[tool, version] as const];
  });
  return { node: process.versions.node, nfpm: nfpmVersion, ...Object.fromEntries(versions) };
};

/**
 * Returns why the files of a run must not be signed, or null.
 * @param commit what `cleanCommit` returned before the run
 * @param missing number of packages that were not created
 */
export function signingProblem(commit: string | null, missing: number): string | null {
  if (missing > 0) return 'a package was not created';
  return cleanCommit() === commit ? null : 'the sources changed during the build';
}

interface BuildParameters {
  /** Program and arguments, such as `['npm', 'run', 'dist:linux']`. */
  readonly command: readonly string[];
  readonly sourceDate: number;
}

/** Returns an in-toto statement with SLSA provenance: the command and sources that produced these files. */
export function provenanceOf(
  folder: string,
  names: readonly string[],
  externalParameters: BuildParameters,
  commit: string | null,
) {
  const resolvedDependencies: readonly { name: string; digest: Readonly<Record<string, string>> }[] = [
    ...(commit === null ? [] : [{ name: 'source', digest: { gitCommit: commit } }]),
    { name: 'package-lock.json', digest: { sha256: lockfileHash(projectRoot) } },
  ];
  const buildType = `${product.homepage}/operations#reproduce-a-package`;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: names.map((name) => ({ name, digest: { sha256: hash('sha256', readFileSync(path.join(folder, name))) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: { buildType, externalParameters, resolvedDependencies },
      runDetails: { builder: { id: `${product.homepage}/operations#the-packages`, version: toolVersions() } },
    },
  };
}
