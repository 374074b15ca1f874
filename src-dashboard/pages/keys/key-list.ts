import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { ageTone, daysOld } from './key-age.tsx';

export type ApiKey = CallReply<'listKeys'>[number];

export const keysOf = (keys: readonly ApiKey[], view: 'active' | 'revoked', text: string): readonly ApiKey[] => {
  const searchText = text.trim().toLowerCase();
  return keys
    .filter(({ revoked }) => (revoked === null) === (view === 'active'))
    .filter(({ description, lastFour }) => `${description} ····${lastFour}`.toLowerCase().includes(searchText))
    .sort((one, other) =>
      view === 'active'
        ? one.created.localeCompare(other.created)
        : (other.revoked ?? '').localeCompare(one.revoked ?? ''),
    );
};

/** Whether a newer active key has the same description and environment and at least the same scopes. */
export const isReplaced = ({ description, production, scopes, created, revoked }: ApiKey, keys: readonly ApiKey[]) =>
  revoked === null &&
  keys.some(
    (other) =>
      other.revoked === null &&
      other.description === description &&
      other.production === production &&
      scopes.every((scope) => other.scopes.includes(scope)) &&
      other.created > created,
  );

export const keysOverAge = (keys: readonly ApiKey[], now: Date): readonly ApiKey[] =>
  keysOf(keys, 'active', '').filter((key) => ageTone(daysOld(key.created, now)) === 'over' && !isReplaced(key, keys));
