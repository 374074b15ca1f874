import { useCallback, useState } from 'react';

const shape = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@]+@[^\s@]+\.[^\s@]+)$/i;

/** Whether the SDK takes it (specification, "LinkOptions"): a UUID or an email address. */
export const isUserId = (text: string): boolean => shape.test(text.trim());

/** An end user who was never here. */
export const newUserId = (): string => `user-${Math.random().toString(36).slice(2, 8)}@lab.example`;

/** What a person has set for the next flow; kept while the console's page lives. */
export interface LabSettings {
  readonly userId: string;
  readonly providers: readonly string[];
  readonly theme: 'system' | 'light' | 'dark';
}

let kept: LabSettings | null = null;

export const useLabSettings = (): readonly [LabSettings, (more: Partial<LabSettings>) => void] => {
  const [settings, setSettings] = useState<LabSettings>(
    () => kept ?? { userId: newUserId(), providers: [], theme: 'system' },
  );
  const change = useCallback((more: Partial<LabSettings>) => {
    setSettings((before) => {
      kept = { ...before, ...more };
      return kept;
    });
  }, []);
  return [settings, change];
};
