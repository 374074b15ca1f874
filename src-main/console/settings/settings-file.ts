import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
} from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SettingsNotice } from '#shared/console-contract/settings-calls.ts';
import { asRecord, parseJson, readJson } from '#shared/tolerant-reading/read-json.ts';
import type { Clock } from '../clock/clock.ts';
import {
  defaultSettings,
  type SettingsDocument,
  settingsDocumentSchema,
  settingsVersion,
} from './settings-document.ts';
import type { OpenSettingsWriter, WriteSettings } from '../ports/console-ports.ts';

/** Makes `to` a hard link of `from`, atomically. Copies the file if the file system has no hard links. */
export function keepAs(from: string, to: string): void {
  const temporary = `${to}.tmp-keep`;
  rmSync(temporary, { force: true });
  try {
    linkSync(from, temporary);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyWhole(from, temporary);
  }
  renameSync(temporary, to);
  // If both names already refer to the same file, the system keeps the temporary name.
  rmSync(temporary, { force: true });
}

/** Copies `from` to `to` atomically; `to` is unchanged if the copy is incomplete. */
export function copyAs(from: string, to: string): void {
  const temporary = `${to}.tmp-copy`;
  try {
    copyWhole(from, temporary);
    renameSync(temporary, to);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Compares the bytes, because a nearly full disk may truncate a copy without an error. */
function copyWhole(from: string, to: string): void {
  // Removes the leftover of a killed run, which may be a link that redirects the copy.
  rmSync(to, { force: true });
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!readFileSync(from).equals(readFileSync(to))) {
    rmSync(to, { force: true });
    throw Object.assign(new Error('The file was only partly written.'), { code: 'ENOSPC' });
  }
}

const name = 'settings';

interface SettingsAtStart {
  readonly document: SettingsDocument;
  readonly notice: SettingsNotice | null;
}

interface SettingsFilePorts {
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly openWriter: OpenSettingsWriter;
}

type ReadSettings =
  | { readonly kind: 'good'; readonly document: SettingsDocument }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'absent' };

/** Parses the settings file. There is one version so far, so that no older file needs an upgrade. */
export function readSettings(text: string): ReadSettings {
  const parsed = readJson(text);
  const version = parsed.ok ? asRecord(parsed.json)?.['version'] : undefined;
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > settingsVersion)
    return { kind: 'newer', version };
  const document = parseJson(settingsDocumentSchema, text);
  return document === null ? { kind: 'damaged' } : { kind: 'good', document };
}

/** The settings file and its backup. The host locks the folder, so that there is only one writer. */
export function createSettingsFile({ userDataDir, clock, openWriter }: SettingsFilePorts) {
  const file = path.join(userDataDir, `${name}.json`);
  const backup = path.join(userDataDir, `${name}.backup.json`);
  let writer: WriteSettings | null = null;
  let saveProblem: string | null = null;

  const moveAside = (from: string, why: string): string => {
    const stamp = clock.now().toISOString().replace(/[:.]/g, '-');
    const base = path.join(userDataDir, `${path.basename(from, '.json')}.${why}-${stamp}`);
    let to = `${base}.json`;
    for (let count = 2; existsSync(to); count += 1) to = `${base}-${count}.json`;
    renameSync(from, to);
    return to;
  };

  const fromBackup = (keptAs: string | null): SettingsAtStart => {
    const backupRead = inspect(backup);
    if (backupRead.kind === 'good') {
      const backupAt = statSync(backup).mtime.toISOString();
      attempt(() => copyAs(backup, file));
      return { document: backupRead.document, notice: { kind: 'damaged', backupAt, keptAs } };
    }
    if (backupRead.kind !== 'absent') attempt(() => moveAside(backup, 'damaged'));
    const isFirstStart = backupRead.kind === 'absent' && keptAs === null;
    return { document: defaultSettings(), notice: isFirstStart ? null : { kind: 'damaged', backupAt: null, keptAs } };
  };

  return {
    path: file,
    /** Reads the file, its backup, or the defaults. Never throws. Moves an unreadable file aside, doesn't delete it. */
    load: (): SettingsAtStart => {
      attempt(() => removeLeftovers(userDataDir));
      const settingsRead = inspect(file);
      if (settingsRead.kind === 'good') {
        attempt(() => !existsSync(backup) && copyAs(file, backup));
        return { document: settingsRead.document, notice: null };
      }
      if (settingsRead.kind === 'absent') return fromBackup(null);
      try {
        if (settingsRead.kind === 'damaged') return fromBackup(moveAside(file, 'damaged'));
        const keptAs = moveAside(file, `version-${settingsRead.version}`);
        return { document: defaultSettings(), notice: { kind: 'newer', version: settingsRead.version, keptAs } };
      } catch (error) {
        saveProblem = `${file} can't be read or moved: ${messageOf(error)}`;
        const { document } = fromBackup(null);
        return { document, notice: { kind: 'unreadable', detail: saveProblem } };
      }
    },
    save: async (document: SettingsDocument) => {
      if (saveProblem !== null) throw new Error(saveProblem);
      // One invalid value makes the file unreadable at the next start, and later the backup, too.
      const [fault] = settingsDocumentSchema.safeParse(document).error?.issues ?? [];
      if (fault) throw new Error(`The new settings are invalid at ${fault.path.join('.')}: ${fault.message}.`);
      writer ??= await openWriter(userDataDir, name);
      if (existsSync(file)) keepAs(file, backup);
      let problem: unknown;
      try {
        writer(document);
      } catch (error) {
        problem = error;
      }
      // A nearly full disk may truncate a write without an error, so the saved file is read back and compared.
      if (!isDeepStrictEqual(readBack(file), document)) {
        if (existsSync(backup)) keepAs(backup, file);
        else rmSync(file, { force: true });
        throw problem ?? new Error('The file was only partly written.');
      }
      attempt(() => copyAs(file, backup));
    },
  };
}

export type SettingsFile = ReturnType<typeof createSettingsFile>;

function inspect(file: string): ReadSettings {
  try {
    return readSettings(readFileSync(file, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { kind: 'absent' } : { kind: 'damaged' };
  }
}

function readBack(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Matches temporary files of an interrupted save, named by `conf`, `keepAs` and `copyAs`. */
const leftoverPattern = /^settings(\.backup)?\.json\.tmp-(\d{10}[\da-f]{6}|keep|copy)$/;
function removeLeftovers(folder: string): void {
  for (const entry of readdirSync(folder)) {
    if (leftoverPattern.test(entry)) rmSync(path.join(folder, entry), { force: true });
  }
}

function attempt(step: () => unknown): void {
  try {
    step();
  } catch {}
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
