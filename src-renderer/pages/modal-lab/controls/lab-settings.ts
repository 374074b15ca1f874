import { useCallback, useState } from 'react';
import { providerLimits } from '#shared/migration-api/provider-limits.ts';

const userIdPattern = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;

/** Whether the string looks like a user ID: a UUID or an email address (specification, "LinkOptions"). */
export const isUserId = (text: string): boolean => userIdPattern.test(text.trim());

export const newUserId = (): string => `user-${Math.random().toString(36).slice(2, 8)}@lab.example`;

/** Adds the listed names to the selection. `rest` contains names that are too long or exceed the maximum number. */
export const addProviders = (chosen: readonly string[], list: string) => {
  const names = [...new Set(list.split(',').map((name) => name.trim()))];
  const newNames = names.filter((name) => name !== '' && !chosen.includes(name));
  const validNames = newNames.filter((name) => name.length <= providerLimits.letters);
  const addedNames = validNames.slice(0, Math.max(0, providerLimits.names - chosen.length));
  return { chosen: [...chosen, ...addedNames], rest: newNames.filter((name) => !addedNames.includes(name)).join(', ') };
};

export interface LabSettings {
  readonly userId: string;
  readonly providers: readonly string[];
  readonly theme: 'system' | 'light' | 'dark';
  readonly device: GuestDevice | null;
}

/** Simulated device: a 900 px wide desktop page scaled to fit, or a phone. */
export type GuestDevice = 'desktop' | 'phone';

let latest: LabSettings | null = null;

export const useLabSettings = (): readonly [LabSettings, (more: Partial<LabSettings>) => void] => {
  const [settings, setSettings] = useState<LabSettings>(
    () => latest ?? { userId: newUserId(), providers: [], theme: 'system', device: null },
  );
  const change = useCallback((more: Partial<LabSettings>) => {
    setSettings((before) => {
      latest = { ...before, ...more };
      return latest;
    });
  }, []);
  return [settings, change];
};
