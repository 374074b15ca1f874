import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** "migrations-brightwater-2026-11-21-1418.csv", by local time; letters that some file system refuses are left out. */
export function exportName(
  resource: LoadedResource,
  profileName: string,
  format: (typeof exportFormats)[number],
  now: Date,
): string {
  const profile = profileName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const parts = [resource, profile.slice(0, 40), day, two(now.getHours()) + two(now.getMinutes())];
  return `${parts.filter((part) => part !== '').join('-')}.${format}`;
}
