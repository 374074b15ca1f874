import { useEffect, useEffectEvent } from 'react';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';
import { createStore, useStore } from '#ui/state/store.ts';

const everywhereId = createStore<string | null>(null);

export const findEverywhere = (wanted: string): void => everywhereId.set(wanted);
export const closeEverywhere = (): void => everywhereId.set(null);
export const useEverywhereId = (): string | null => useStore(everywhereId);

const link = createStore<string | null>(null);

export const openLink = (text: string): void => link.set(text);
export const closeLink = (): void => link.set(null);
export const finishLink = (text: string): boolean => {
  const isLatest = link.get() === text;
  if (isLatest) link.set(null);
  return isLatest;
};
export const useOpenLink = (): string | null => useStore(link);

const linkToken = createStore(false);

export const requestLinkToken = (): void => linkToken.set(true);

export const useLinkTokenRequest = (ready: boolean, make: () => void): void => {
  const isRequested = useStore(linkToken);
  const onRequest = useEffectEvent(make);
  useEffect(() => {
    if (!isRequested || !ready) return;
    linkToken.set(false);
    onRequest();
  }, [isRequested, ready]);
};

const proposedService = createStore<LinkedService | null>(null);

export const proposeProfile = (service: LinkedService): void => proposedService.set(service);

export const useProposedProfile = (ready: boolean, fill: (service: LinkedService) => void): void => {
  const proposed = useStore(proposedService);
  const onProposed = useEffectEvent(fill);
  useEffect(() => {
    if (proposed === null || !ready) return;
    proposedService.set(null);
    onProposed(proposed);
  }, [proposed, ready]);
};
