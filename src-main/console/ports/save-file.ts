import type { exportFormats } from '#shared/console-contract/export-calls.ts';

export type SavedFormat = (typeof exportFormats)[number] | 'md' | 'zip';

export interface SaveTarget {
  readonly file: string;
  readonly fileName: string;
  /** Rights of the new file, of which the umask takes its part; those of any file that a person saves where left out. */
  readonly mode?: number;
  /** The file is there: where a person finds it. */
  readonly written: () => { readonly path: string | null; readonly download: string | null };
}

export interface SuggestedFile {
  readonly fileName: string;
  readonly format: SavedFormat;
}

export interface SaveFile {
  /** null where the person closed the dialog. */
  readonly choose: (suggested: SuggestedFile) => Promise<SaveTarget | null>;
  readonly reveal: (file: string) => boolean;
}
