import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { startMeasured } from './measured-process.ts';
import { builtProgram } from './build-snapshot.ts';

export const rowCount = 1_000_000;

/** A data folder of the service with a million migrations, and a key of it. */
interface SeededFolder {
  readonly folder: string;
  readonly apiKey: string;
  readonly organizationId: string;
  /** From starting the service on an empty folder to its ready line. */
  readonly seconds: number;
  /** Of the whole folder, the write-ahead log folded in. */
  readonly bytes: number;
}

/** What the rows depend on: a folder seeded by other code is not used again. */
const sources = ['src-service/seed/**/*.ts', 'src-service/store/**/*.ts', 'src-shared/migration-api/**/*.ts'];

function hashOfSeedCode(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })).sort()) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(path.join(projectRoot, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

const bytesOf = (folder: string): number =>
  globSync('*', { cwd: folder }).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

const cacheFolder = path.join(projectRoot, '.cache', 'bench');
const targetFolder = (): string => path.join(cacheFolder, `million-${hashOfSeedCode()}`);

/** Seeds a new folder and puts it in the place of an earlier one of the same code. */
async function seedMillion(): Promise<SeededFolder> {
  const target = targetFolder();
  const part = `${target}.part-${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    const folder = path.join(part, 'data');
    const flags = ['--data', folder, '--migrations', String(rowCount), '--log-level', 'warn'];
    const startedAt = performance.now();
    const service = await startMeasured(builtProgram('service', 'main.mjs'), flags);
    const seconds = (performance.now() - startedAt) / 1000;
    await service.stop();
    const { apiKey, organizationId } = service.ready as { apiKey: string; organizationId: string };
    const seeded = { apiKey, organizationId, seconds, bytes: bytesOf(folder) };
    writeFileSync(path.join(part, 'seeded.json'), JSON.stringify(seeded), { mode: 0o600 });
    for (const old of globSync('million-*', { cwd: cacheFolder })) {
      if (!old.includes('.part-')) rmSync(path.join(cacheFolder, old), { recursive: true, force: true });
    }
    renameSync(part, target);
    return { ...seeded, folder: path.join(target, 'data') };
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** The seeded folder of this seed code; made when it is not there. */
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
