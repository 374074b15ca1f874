import { statusWords } from './migration-api/status-words.ts';

interface AlertFacts {
  readonly from: string | null;
  readonly status: string;
  readonly stayedMs: number | null;
  readonly many: { readonly count: number } | null;
  readonly rule: { readonly when: { readonly kind: string } };
  readonly cause: string | null;
}

/** Formats an alert about several migrations: "12 migrations failed within 1 h". */
export const manyWords = (count: number, status: string): string => {
  const words = statusWords(status);
  const verb = /^(Failed|Completed)/.test(words) ? words.toLowerCase() : `changed to ${words}`;
  return `${count} migrations ${verb} within 1 h`;
};

const alertWords = ({ status, stayedMs, rule }: Omit<AlertFacts, 'cause'>): string => {
  if (stayedMs === null) return statusWords(status);
  return rule.when.kind === 'waiting' ? 'waiting for the end user' : `stuck in ${statusWords(status)}`;
};

/** Formats an alert: "Acme: Failed" and the cause, if known. */
export const alertNote = (alert: AlertFacts, name: string): { readonly title: string; readonly before: string } => ({
  title: alert.many ? manyWords(alert.many.count, alert.status) : `${name}: ${alertWords(alert)}`,
  before: alert.many
    ? `Latest: ${name}`
    : (alert.cause ?? (alert.from === null ? '' : `Previous status: ${statusWords(alert.from)}`)),
});

/** Formats the summary after quiet hours: "3 alerts during quiet hours". */
export const quietWords = (count: number): string => `${count} alert${count === 1 ? '' : 's'} during quiet hours`;

export const maxNotesPerCall = 3;

const lookalikeCharacters: Readonly<Record<string, string>> = { '<': '＜', '>': '＞', '&': '＆' };

/** Replaces characters that some Linux notification servers read as markup. Other servers show escape codes as text. */
export const withoutMarkup = (text: string): string =>
  text.replaceAll(/[<>&]/g, (sign) => lookalikeCharacters[sign] ?? '');
