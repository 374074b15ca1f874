import type { SQLOutputValue } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;
type Value = SQLOutputValue | undefined;

const isMissing = (value: Value): value is null | undefined => value === null || value === undefined;

export const textOrNull = (value: Value): string | null => (isMissing(value) ? null : String(value));
export const numberOrNull = (value: Value): number | null => (isMissing(value) ? null : Number(value));
/** Formats a time in ms since 1970. */
export const timeText = (at: number): string => new Date(at).toISOString();
export const timeOrNull = (value: Value): string | null => (isMissing(value) ? null : timeText(Number(value)));
