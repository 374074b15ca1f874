/** Writes the settings file at its path in one atomic step. Throws the system's error where it cannot. */
export type WriteSettings = (document: object) => void;

/**
 * Opens the writer of `<name>.json` in a folder; called before the first save, not while the console starts, since the
 * libraries behind it are large.
 */
export type OpenSettingsWriter = (folder: string, name: string) => Promise<WriteSettings>;
