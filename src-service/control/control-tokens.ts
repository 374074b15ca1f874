import { type MountControl, organizationOf } from './control-options.ts';

/** `POST /control/tokens/expire` ends every link token, access token and unfinished login of the organization now. */
export const controlTokens: MountControl = (app, { store, clock, moveDue }) => {
  app.post('/tokens/expire', async (request) => {
    const organization = organizationOf(request);
    await store.tokens.expireAll(organization, await clock.now(organization));
    await moveDue();
    return { expired: true };
  });
};
