import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { startMeasured } from './measured-process.ts';
import { builtProgram } from './build-snapshot.ts';

export const rowCount = 1_000_000;

/** A data folder of the service with a million migrations, and a key for it. */
interface SeededFolder {
  readonly folder: string;
  readonly apiKey: string;
}

/** Files that determine the rows. A folder seeded by a different version of them isn't reused. */
const sources = ['src-service/seed/**/*.ts', 'src-service/store/**/*.ts', 'src-shared/migration-api/**/*.ts'];

function hashOfSeedCode(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })).sort()) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(path.join(projectRoot, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const cacheFolder = path.join(projectRoot, '.cache', 'bench');
const targetFolder = (): string => path.join(cacheFolder, `million-${hashOfSeedCode()}`);

/** Seeds a new folder and replaces the previous one. */
async function seedMillion(): Promise<SeededFolder> {
  const target = targetFolder();
  const part = `${target}.part-${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    const folder = path.join(part, 'data');
    const flags = ['--data', folder, '--migrations', String(rowCount), '--log-level', 'warn'];
    const service = await startMeasured(builtProgram('service', 'main.mjs'), flags);
    await service.stop();
    const { apiKey } = service.ready as { apiKey: string };
    writeFileSync(path.join(part, 'seeded.json'), JSON.stringify({ apiKey }), { mode: 0o600 });
    for (const old of globSync('million-*', { cwd: cacheFolder })) {
      if (!old.includes('.part-')) rmSync(path.join(cacheFolder, old), { recursive: true, force: true });
    }
    renameSync(part, target);
    return { apiKey, folder: path.join(target, 'data') };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** The folder seeded by the current code; created if it is missing. */
export async function millionRows(say: (line: string) => void): Promise<SeededFolder> {
  const target = targetFolder();
  const note = path.join(target, 'seeded.json');
  if (existsSync(note)) {
    const seeded = JSON.parse(readFileSync(note, 'utf8')) as Omit<SeededFolder, 'folder'>;
    return { ...seeded, folder: path.join(target, 'data') };
  }
  say(`Seeding ${rowCount.toLocaleString('en')} migrations; kept in .cache/bench for the next run.`);
  return seedMillion();
}
