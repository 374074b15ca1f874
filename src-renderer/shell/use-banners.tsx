import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useConsole } from '../api/console-api.ts';
import type { Banners as BannersType } from './banners/banners.tsx';

const NoBanners = () => <></>;
const retryAfterMs = 5_000;

/** Returns the banners above the pages. Undefined until known: the page waits, as late banners would push it down. */
export const useBanners = (state: ConsoleState | undefined, path: string): ReactNode => {
  const { api } = useConsole();
  const client = useQueryClient();
  const [Banners, setBanners] = useState<typeof BannersType | null>(null);
  useEffect(() => {
    const find = async (): Promise<void> => {
      const { Banners: Found, untilBannersKnown } = await import('./banners/banners.tsx');
      await untilBannersKnown(client, api);
      setBanners(() => Found);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loadBanners = (): void => {
      find().catch(() => {
        // Continues without banners, because a page without them is better than no page.
        setBanners(() => NoBanners);
        timer = setTimeout(loadBanners, retryAfterMs);
      });
    };
    loadBanners();
    return () => clearTimeout(timer);
  }, [client, api]);
  return Banners ? <Banners state={state} path={path} /> : undefined;
};
