import type { SelfCheckItem, Version } from '#shared/console-contract/self-check-calls.ts';

/** What only the host knows about its runtime. */
export interface HostFacts {
  readonly versions: readonly Version[];
  readonly items: readonly SelfCheckItem[];
}

/** @param serviceURL the address whose proxy is asked for; null where no service is known */
export type InspectHost = (serviceURL: string | null) => Promise<HostFacts>;
