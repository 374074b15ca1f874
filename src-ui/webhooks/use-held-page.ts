import { useEffect, useEffectEvent } from 'react';
import { useWebhooksPort } from './webhooks-port.ts';

/** Keeps the user on the page while `isHeld`, because a secret is shown once. Calls `onHeld` on attempts to leave. */
export const useHeldPage = (isHeld: () => boolean, onHeld: () => void): void => {
  const { holdPage } = useWebhooksPort();
  const isHeldNow = useEffectEvent(isHeld);
  const notify = useEffectEvent(onHeld);
  useEffect(
    () =>
      holdPage(
        () => isHeldNow(),
        () => notify(),
      ),
    [holdPage],
  );
};
