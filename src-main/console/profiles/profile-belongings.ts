import type { Outcome } from '#shared/app-error.ts';

/** Data that other topics keep per profile, and that goes with it. */
export interface ProfileBelongings {
  readonly kind: 'timeline' | 'views';
  readonly count: (profileId: string) => Promise<number>;
  readonly remove: (profileId: string) => Promise<Outcome<unknown>>;
}

export const countBelongings = async (
  belongings: readonly ProfileBelongings[],
  kind: ProfileBelongings['kind'],
  profileId: string,
): Promise<number> => {
  const counts = await Promise.all(belongings.filter((one) => one.kind === kind).map((one) => one.count(profileId)));
  return counts.reduce((sum, count) => sum + count, 0);
};
