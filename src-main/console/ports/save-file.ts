import type { exportFormats } from '#shared/console-contract/export-calls.ts';

export type SavedFormat = (typeof exportFormats)[number] | 'md' | 'txt' | 'zip';

export interface SaveTarget {
  readonly file: string;
  readonly fileName: string;
  /** Mode of the new file before the umask. If omitted, the system's default. */
  readonly mode?: number;
  /** Called after the file is complete. Returns its path or its download URL. */
  readonly written: () => { readonly path: string | null; readonly download: string | null };
}

export interface SuggestedFile {
  readonly fileName: string;
  readonly format: SavedFormat;
}

export interface SaveFile {
  readonly choose: (suggested: SuggestedFile) => Promise<SaveTarget | null>;
  readonly reveal: (file: string) => boolean;
}
