import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { Clock } from '../clock/clock.ts';
import type { SettingsDocument } from './settings-document.ts';
import type { SettingsFile } from './settings-file.ts';

type Edit = (document: SettingsDocument) => Partial<SettingsDocument>;

/** Settings in memory. Equal to the file on disk, or to the backup or defaults used instead. */
export function createSettings(file: SettingsFile, clock: Clock) {
  let { document, notice } = file.load();
  let savedAt: Date | null = null;
  let lastSave: Promise<unknown> = Promise.resolve();

  const save = async (edit: Edit): Promise<Outcome<SettingsDocument>> => {
    const next = { ...document, ...edit(document) };
    try {
      await file.save(next);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return fail('settings_not_saved', clock.now(), { detail });
    }
    document = next;
    savedAt = clock.now();
    return succeed(next);
  };

  return {
    current: () => document,
    /** Saves the parts that `edit` returns, one change at a time. A failed write changes nothing: `settings_not_saved`. */
    change: (edit: Edit) => {
      const saved = lastSave.then(() => save(edit));
      lastSave = saved.catch(() => undefined);
      return saved;
    },
    notice: () => notice,
    dismissNotice: () => {
      notice = null;
    },
    path: file.path,
    savedAt: () => savedAt,
  };
}

export type Settings = ReturnType<typeof createSettings>;
