import type { MountControl } from './control-options.ts';

/** `POST /control/tokens/expire` ends every link token and access token now. */
export const controlTokens: MountControl = (app, { store, clock, moveDue }) => {
  app.post('/tokens/expire', async () => {
    await store.tokens.expireAll(await clock.now());
    await moveDue();
    return { expired: true };
  });
};
