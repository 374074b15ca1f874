import { useEffect, useEffectEvent } from 'react';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';
import { createStore, useStore } from '#ui/state/store.ts';

/** The id or the text that is looked for in all profiles; null while that search is closed. */
const everywhere = createStore<string | null>(null);

/** Opens the search in all profiles: for a migration by its id (W7), for anything else by its text (C45). */
export const findEverywhere = (wanted: string): void => everywhere.set(wanted);
export const closeEverywhere = (): void => everywhere.set(null);
export const useEverywhereId = (): string | null => useStore(everywhere);

const link = createStore<string | null>(null);

/** Opens what a text is read to link to, or says what is wrong with it; it may come from anywhere. */
export const openLink = (text: string): void => link.set(text);
export const closeLink = (): void => link.set(null);
/** Closes the link where no other one has come since; whether that was so. */
export const finishLink = (text: string): boolean => {
  const isLatest = link.get() === text;
  if (isLatest) link.set(null);
  return isLatest;
};
export const useOpenLink = (): string | null => useStore(link);

const linkToken = createStore(false);

/** Asks the Link tokens page, which may not be there yet, for a new token. No address can do this. */
export const requestLinkToken = (): void => linkToken.set(true);

/** Calls `make` once for each time that a token was asked for elsewhere, when `ready`. */
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

/** Asks the form of a new profile, which may not be there yet, to begin with a service that a link named. Saves nothing. */
export const proposeProfile = (service: LinkedService): void => proposedService.set(service);

/** Calls `fill` once for each service that was proposed, when `ready`. */
export const useProposedProfile = (ready: boolean, fill: (service: LinkedService) => void): void => {
  const proposed = useStore(proposedService);
  const onProposed = useEffectEvent(fill);
  useEffect(() => {
    if (proposed === null || !ready) return;
    proposedService.set(null);
    onProposed(proposed);
  }, [proposed, ready]);
};
