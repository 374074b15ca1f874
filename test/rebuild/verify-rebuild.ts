import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWithResult, LaunchFault, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import {
  readPublicKey,
  signatureEnding,
  signatureProblem,
  statementEnding,
} from '../../docs/examples/verify-package/ferry-verify-package.mjs';
import { lockfileHash, type provenanceOf } from '#build/package/provenance.ts';
import { firstDifference } from './first-difference.ts';

const usage = `npm run dist:verify -- FILE --key KEY [--runtimes DIR] [--keep]
Rebuilds a package in a new folder from the commit, lockfile and command of the statement next to it, and compares
every byte. Needs this repository's history, npm's registry or cache, and the tools of the statement.
--key KEY       public key, or a file with it, that the statement is signed with; only an unsigned build needs none
--runtimes DIR  folder of published Electron zips, for devices that can't download them
--keep          keeps the folder
Exit code: 0 the bytes are equal, 1 they differ, 2 the package could not be rebuilt.`;

type Provenance = ReturnType<typeof provenanceOf>;

const sha256 = (file: string): string => hash('sha256', readFileSync(file));

/** Throws unless the signature is valid. Without a key, accepts only statements whose name contains “unsigned”. */
function checkSignature(file: string, keyText: string | undefined): void {
  const name = path.basename(file);
  if (keyText === undefined) {
    if (!name.endsWith(`-unsigned${statementEnding}`))
      throw new LaunchFault(`${name} is a statement of a signed package. Pass the public key: --key ferry.pub`);
    process.stdout.write(`${name} is unsigned: a rebuild doesn't prove who made the package.\n`);
    return;
  }
  const key = readPublicKey(existsSync(keyText) ? readFileSync(keyText, 'utf8') : keyText);
  if (!key) throw new LaunchFault(`${keyText} is not a minisign public key.`);
  const signature = file + signatureEnding;
  const problem = existsSync(signature)
    ? signatureProblem(name, readFileSync(file), readFileSync(signature, 'utf8'), key)
    : `is not signed: ${name}${signatureEnding} is missing`;
  if (problem !== null) throw new LaunchFault(`${name} ${problem}.`);
}

/** Returns the provenance statement that contains the package's name and hash. */
function findStatement(file: string, key: string | undefined): Provenance {
  const files = globSync(`*${statementEnding}`, { cwd: path.dirname(file) }).toSorted();
  const statements = files.map((base) => {
    const statement = path.join(path.dirname(file), base);
    return { statement, ...(JSON.parse(readFileSync(statement, 'utf8')) as Provenance) };
  });
  const name = path.basename(file);
  const named = statements.filter(({ subject }) => subject.some((one) => one.name === name));
  if (named.length === 0)
    throw new LaunchFault(`No *.provenance.json next to ${file} names it. Download the statement, too.`);
  const matching = named.filter(({ subject }) =>
    subject.some((one) => one.name === name && one.digest.sha256 === sha256(file)),
  );
  // A folder may also have the statement of an unsigned build of the same bytes.
  const isSigned = ({ statement }: { statement: string }) => !statement.endsWith(`-unsigned${statementEnding}`);
  const found = (key === undefined ? undefined : matching.find(isSigned)) ?? matching[0];
  if (!found) throw new LaunchFault(`${file} was changed: its SHA-256 is not the one in its statement.`);
  checkSignature(found.statement, key);
  return found;
}

/** Runs a program in the new folder and shows its output. */
function run(folder: string, env: NodeJS.ProcessEnv, [program = '', ...args]: readonly string[]): void {
  process.stdout.write(`> ${[program, ...args].join(' ')}\n`);
  const { status } = spawnSync(program, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...env } });
  if (status !== 0) throw new LaunchFault(`${program} failed, so the package could not be rebuilt.`);
}

/** Whether a statement's command creates packages. Other commands don't run, because they could do anything. */
const makesPackages = ([npm, verb, script = '', separator = '--', ...args]: readonly string[]): boolean =>
  npm === 'npm' &&
  verb === 'run' &&
  /^dist:(?:linux|mac|packages|portable|service|win)$/.test(script) &&
  separator === '--' &&
  !args.some((argument) => argument.startsWith('--runtimes'));

interface Options {
  readonly key?: string | undefined;
  readonly runtimes?: string | undefined;
}

/** Rebuilds the package in this folder and returns the rebuilt file. */
function rebuild(folder: string, file: string, { key, runtimes }: Options): string {
  const { buildDefinition, runDetails } = findStatement(file, key).predicate;
  const digestOf = (kind: string) =>
    buildDefinition.resolvedDependencies.find(({ digest }) => digest[kind])?.digest[kind];
  const commit = digestOf('gitCommit');
  if (commit === undefined)
    throw new LaunchFault('The statement names no commit, because its sources had other changes.');
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new LaunchFault(`${commit} is not a commit.`);
  const { command, sourceDate } = buildDefinition.externalParameters;
  if (!makesPackages(command))
    throw new LaunchFault(`The statement's command makes no packages, so it doesn't run: ${command.join(' ')}`);
  const builtOn = runDetails.builder.version.node;
  if (builtOn !== process.versions.node)
    process.stdout.write(`The package was made with Node ${builtOn}. This is Node ${process.versions.node}.\n`);
  const options = { FERRY_SIGNING_KEY: undefined, SOURCE_DATE_EPOCH: String(sourceDate) };
  run(projectRoot, options, ['git', 'clone', '--quiet', '--no-checkout', projectRoot, folder]);
  run(folder, options, ['git', 'checkout', '--quiet', commit]);
  if (lockfileHash(folder) !== digestOf('sha256'))
    throw new LaunchFault(`package-lock.json of ${commit} is not the lockfile of the statement.`);
  run(folder, options, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  const more =
    runtimes === undefined ? [] : [...(command.includes('--') ? [] : ['--']), '--runtimes', path.resolve(runtimes)];
  run(folder, options, [...command, ...more]);
  // The rebuilt file is unsigned, and a published one isn't.
  const plain = (name: string) => name.replace('-unsigned', '');
  const names = globSync('*', { cwd: path.join(folder, 'dist/packages') });
  const name = names.find((one) => plain(one) === plain(path.basename(file)));
  if (name === undefined) throw new LaunchFault(`The rebuild made no ${path.basename(file)}.`);
  return path.join(folder, 'dist/packages', name);
}

await exitWithResult(async () => {
  const options = { key: { type: 'string' }, runtimes: { type: 'string' }, keep: { type: 'boolean' } } as const;
  const { values, positionals } = readFlags({ allowPositionals: true, options }, usage);
  const [file = ''] = positionals;
  if (positionals.length !== 1) throw new UsageFault('Name one file.', usage);
  if (!existsSync(file)) throw new LaunchFault(`${file} does not exist.`);
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-rebuild-'));
  try {
    const difference = firstDifference(file, rebuild(folder, file, values));
    process.stdout.write(
      difference === null ? `${file} is rebuilt, byte for byte.\n` : `${file} differs. ${difference}\n`,
    );
    return difference === null ? 0 : 1;
  } finally {
    if (values.keep) process.stdout.write(`The folder stays: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
  }
});
