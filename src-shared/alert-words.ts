import { statusWords } from './migration-api/status-words.ts';

interface AlertFacts {
  readonly from: string | null;
  readonly status: string;
  /** How long it was there; null where the status itself is the news. */
  readonly stayedMs: number | null;
  readonly many: { readonly count: number } | null;
  readonly rule: { readonly when: { readonly kind: string } };
}

/** What has happened to a migration: "Failed", "stuck in Working", "waits for the user". */
const alertWords = ({ status, stayedMs, rule }: AlertFacts): string => {
  if (stayedMs === null) return statusWords(status);
  return rule.when.kind === 'waiting' ? 'waits for the user' : `stuck in ${statusWords(status)}`;
};

export const alertNote = (alert: AlertFacts, name: string): { readonly title: string; readonly before: string } => ({
  title: alert.many ? manyWords(alert.many.count, alert.status) : `${name}: ${alertWords(alert)}`,
  before: alert.many ? `The last one: ${name}` : alert.from === null ? '' : `It was ${statusWords(alert.from)}`,
});

export const manyWords = (count: number, status: string): string => `${count} ${statusWords(status)} within 1 h`;

export const quietWords = (count: number): string => `${count} alert${count === 1 ? '' : 's'} came in the quiet hours`;

export const maxNotesPerCall = 3;

const lookAlikes: Readonly<Record<string, string>> = { '<': '＜', '>': '＞', '&': '＆' };

/**
 * The body of a notification of the system. Servers of Linux may read it as markup, as links and images, or leave out what they
 * cannot read, and others show what was escaped for them as it is: so signs that look alike stand for those of markup.
 */
export const withoutMarkup = (text: string): string => text.replaceAll(/[<>&]/g, (sign) => lookAlikes[sign] ?? '');
