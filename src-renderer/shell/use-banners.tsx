import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import { useConsole } from '../api/console-context.tsx';
import type { Banners as BannersType } from './banners/banners.tsx';

const NoBanners = () => <></>;
/** Retry interval if their code fails to load, ms. */
const againMs = 5_000;

/** The banners above the pages; undefined until known. The page waits, because a late banner would push it down. */
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
    const tryToFind = (): void => {
      find().catch(() => {
        // A page without banners is better than none.
        setBanners(() => NoBanners);
        timer = setTimeout(tryToFind, againMs);
      });
    };
    tryToFind();
    return () => clearTimeout(timer);
  }, [client, api]);
  return Banners ? <Banners state={state} path={path} /> : undefined;
};
