import type { AttentionKind } from '#shared/attention.ts';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { dateOf } from '#ui/values/times.tsx';

/** `changed`: complete, but the destination changed items. Only reports show this, so lists and counts omit it. */
export type CardKind = AttentionKind | 'changed';

export interface AttentionLine {
  readonly kind: CardKind;
  readonly migration: ListedMigration;
}

const maxLines = 6;

/** Each migration has only one kind, so the counts add up. */
export const attentionTotal = ({
  stuck,
  failed,
  waiting,
  partial,
  changed,
}: Readonly<Record<CardKind, number>>): number => stuck + failed + waiting + partial + changed;

export const addChangedMigrations = (
  { counts, lines, complete }: Overview['attention'],
  changedIds: ReadonlySet<string>,
): { readonly counts: Readonly<Record<CardKind, number>>; readonly lines: readonly AttentionLine[] } => {
  const changedMigrations = complete.filter(({ id }) => changedIds.has(id));
  return {
    counts: { ...counts, changed: changedMigrations.length },
    lines: [...lines, ...changedMigrations.map((migration) => ({ kind: 'changed' as const, migration }))],
  };
};

/** Returns the first migrations of a kind. `all`: stuck migrations, longest first, then others, newest first. */
export const attentionLines = (lines: readonly AttentionLine[], shown: CardKind | 'all'): readonly AttentionLine[] => {
  if (shown !== 'all') return lines.filter(({ kind }) => kind === shown).slice(0, maxLines);
  const createdAtOf = ({ migration }: AttentionLine): number => dateOf(migration.created)?.getTime() ?? 0;
  const others = lines
    .filter(({ kind }) => kind !== 'stuck')
    .sort((one, other) => createdAtOf(other) - createdAtOf(one));
  return [...lines.filter(({ kind }) => kind === 'stuck'), ...others].slice(0, maxLines);
};
