import { type Outcome, succeed } from '#shared/app-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { ExpectedKey } from '../settings/settings-document.ts';

/** The mark that the keychain should hold a key of this profile, or null. */
export const expectedKeyOf = (settings: Settings, profileId: string): ExpectedKey | null =>
  settings.current().expectedKeys.find((one) => one.profileId === profileId) ?? null;

export const expectKey = (settings: Settings, key: ExpectedKey): Promise<Outcome<unknown>> =>
  settings.change((document) => ({
    ...document,
    expectedKeys: [...document.expectedKeys.filter(({ profileId }) => profileId !== key.profileId), key],
  }));

export const expectNoKey = async (settings: Settings, profileId: string): Promise<Outcome<unknown>> =>
  expectedKeyOf(settings, profileId)
    ? settings.change((document) => ({
        ...document,
        expectedKeys: document.expectedKeys.filter((one) => one.profileId !== profileId),
      }))
    : succeed(null);
