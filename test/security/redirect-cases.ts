/** Redirect statuses and targets of a service on 127.0.0.1: 40 cases. */
const statuses = [301, 302, 303, 307, 308];
const targets: readonly ((other: string, own: string) => string)[] = [
  (other) => `${other}/healthz`,
  (other) => `${other.replace('127.0.0.1', 'localhost')}/api/v1/migrations`,
  (other) => `${other.replace('http:', '')}/x`,
  (other) => other.replace('http://', 'http://me:secret@'),
  (other) => other.replace('http:', 'https:'),
  (other, own) => `${own.replace('http://', `http://${new URL(own).host}@`)}/../${other}`,
  (_other, own) => `${own}/healthz`,
  (_other, own) => own.replace('http:', 'ftp:'),
];

export interface RedirectCase {
  readonly status: number;
  readonly location: string;
}

/**
 * @param other URL of a second service
 * @param own URL of the redirecting service
 */
export const redirectCases = (other: string, own: string): RedirectCase[] =>
  statuses.flatMap((status) => targets.map((target) => ({ status, location: target(other, own) })));
