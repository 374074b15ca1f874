import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { KeyView } from '#shared/console-contract/api-key-calls.ts';
import { maxNameLength } from '#shared/name-length.ts';
import { appErrorOf, type ConsoleApi } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';
import { readServiceAgain } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { keyKindOf } from '../../components/key-entry/use-key-entry.ts';

/** Leaves space for the number that `freeName` may append. */
export const maxTypedLength = maxNameLength - 10;

/** Derives a profile name from a base URL's host: "api.brightwater.example" becomes "brightwater.example". */
export const nameOfHost = (baseURL: string): string | null =>
  /^https?:\/\/([^/?#]+)/i
    .exec(baseURL.trim())?.[1]
    ?.replace(/^api\./i, '')
    .slice(0, maxTypedLength) ?? null;

export const freeName = (name: string, taken: readonly string[]): string => {
  const isTaken = (candidate: string): boolean => taken.some((each) => each.toLowerCase() === candidate.toLowerCase());
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!isTaken(candidate)) return candidate;
  }
};

interface Service {
  readonly baseURL: string;
  /** Empty: derived from the base URL. */
  readonly name: string;
}

const saveProfile = async (api: ConsoleApi, earlier: string | null, { baseURL, name }: Service, key: string) => {
  const { profiles } = await api.profiles.list({});
  const names = profiles.filter(({ id }) => id !== earlier).map((profile) => profile.name);
  const draft = {
    name: freeName(name.trim() || (nameOfHost(baseURL) ?? 'New profile'), names),
    environment: keyKindOf(key) === 'test' ? ('test' as const) : ('production' as const),
    baseURL,
  };
  if (earlier === null || !profiles.some(({ id }) => id === earlier)) return api.profiles.add(draft);
  return (await api.profiles.edit({ id: earlier, changes: draft })).profile;
};

/**
 * Connects an organization: adds its profile, checks and stores the key, and activates the profile. Undoes all steps if
 * one fails. Exception: a slow keychain may still store the key, so the profile stays for the next attempt.
 */
export const useConnect = (onConnected: (connected: { readonly name: string; readonly latencyMs: number }) => void) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const pendingProfileId = useRef<string | null>(null);
  const keyRef = useRef<HTMLInputElement>(null);
  const action = useAction(async (signal, service: Service, storage: KeyView['storage']) => {
    const field = keyRef.current;
    if (!field) return;
    const { id, name } = await saveProfile(api, pendingProfileId.current, service, field.value);
    pendingProfileId.current = id;
    try {
      const { latencyMs } = await api.apiKey.set(
        { profileId: id, key: field.value, storage, replace: true },
        { signal },
      );
      field.value = '';
      pendingProfileId.current = null;
      await api.profiles.switch({ id });
      await api.settings.change({ welcomeBannerClosed: true });
      void readServiceAgain(client);
      onConnected({ name, latencyMs });
    } catch (thrown) {
      if (pendingProfileId.current === id && appErrorOf(thrown).code !== 'keychain_slow') {
        pendingProfileId.current = null;
        await api.profiles.remove({ id });
      }
      throw thrown;
    }
  });
  return { keyRef, connect: action.run, busy: action.busy, error: action.error, forgetError: action.forgetError };
};
