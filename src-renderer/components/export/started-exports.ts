import type { ExportArgs } from './export-choice.ts';

/**
 * What this window has exported, by the export's id: only the window that asked for a file fetches it, and it knows how to
 * ask again.
 */
const started = new Map<string, ExportArgs>();

export const rememberExport = (id: string, args: ExportArgs): void => void started.set(id, args);
export const argsOfExport = (id: string): ExportArgs | undefined => started.get(id);
