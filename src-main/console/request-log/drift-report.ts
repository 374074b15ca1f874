import type { RequestDetail } from '#shared/console-contract/requests-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { requestsCalls } from '#shared/console-contract/requests-calls.ts';

export type DriftReport = ResultOf<typeof requestsCalls.drift>;

const most = 1_000;

/** Counts departures from the contract over all replies, also of those whose line is not kept any more. */
export function createDriftReport() {
  const byPattern = new Map<string, DriftReport[number]>();
  return {
    add: (operation: string, drift: RequestDetail['drift'], at: string): void => {
      for (const { kind, pattern, detail } of drift) {
        const key = [operation, kind, pattern, detail].join(' ');
        const before = byPattern.get(key);
        if (!before && byPattern.size >= most) continue;
        byPattern.set(key, { operation, kind, pattern, detail, replies: (before?.replies ?? 0) + 1, lastAt: at });
      }
    },
    lines: (): DriftReport => [...byPattern.values()],
    clear: (): void => byPattern.clear(),
  };
}
