import type { Outcome } from '#shared/app-error.ts';
import type { ProfileDataItem } from '#shared/console-contract/profiles-calls.ts';

export interface ProfileData {
  readonly kind: ProfileDataItem['kind'];
  readonly count: (profileId: string) => Promise<Outcome<number>>;
  readonly remove: (profileId: string) => Promise<Outcome<unknown>>;
}

export async function nameProfileData(
  profileData: readonly ProfileData[],
  profileId: string,
): Promise<ProfileDataItem[]> {
  const dataCounts = await Promise.all(
    profileData.map(async ({ kind, count }) => {
      const countResult = await count(profileId);
      return { kind, count: countResult.ok ? countResult.value : null };
    }),
  );
  return dataCounts.filter(({ count }) => count !== 0);
}
