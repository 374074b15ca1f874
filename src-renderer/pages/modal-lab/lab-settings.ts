import { useCallback, useState } from 'react';
import { newUserId } from './user-id.ts';

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
