import type { FerryMigrationStatus } from './public-types.ts';

type Status = FerryMigrationStatus | (string & {});

const ended: readonly Status[] = ['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED', 'LOGIN_ABANDONED'];

/** Whether a migration of this status has nothing left to show. */
export const hasEnded = (status: Status | undefined): boolean => ended.includes(status ?? '');

/** Whether the copy runs by itself: its modal stays hidden. */
export const isWorking = (status: Status | undefined): boolean => status === 'WORKING';

/** Whether the copy waits for an answer: its modal comes into view. */
export const needsAnswer = (status: Status | undefined): boolean => status === 'PENDING_USER_INPUT';
