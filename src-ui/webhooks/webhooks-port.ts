import { createContext, type ReactNode, useContext } from 'react';
import type { EndpointField, EndpointSettings } from './endpoint-draft.ts';

interface WebhookFault {
  readonly text: string;
  readonly field: EndpointField | null;
}

export interface BodyRead {
  readonly body: string | undefined;
  readonly problem: string | null;
  /** Undefined if a retry can't help. */
  readonly onRetry: (() => void) | undefined;
  readonly busy: boolean;
}

/** Host functions for the webhook components. The console calls its trusted process, the dashboard its service. */
export interface WebhooksPort {
  /** Why this user can't change webhooks. Null if the user can. */
  readonly blocked: string | null;
  readonly confirmsChanges: boolean;
  readonly tag: ReactNode;
  readonly addressHelp: string;
  readonly secretHelp: ReactNode;
  readonly addEndpoint: (settings: EndpointSettings) => Promise<{ readonly url: string; readonly secret: string }>;
  readonly changeEndpoint: (
    id: string,
    changes: Partial<EndpointSettings> & { readonly disabled?: boolean },
  ) => Promise<unknown>;
  readonly removeEndpoint: (id: string) => Promise<unknown>;
  readonly rotateSecret: (id: string) => Promise<{ readonly secret: string; readonly previous_secret_until: string }>;
  readonly testEndpoint: (id: string) => Promise<unknown>;
  readonly replayDelivery: (id: string) => Promise<unknown>;
  /** Replays one batch of deliveries that failed since `since`. Returns 0 after the last batch. */
  readonly replayFailed: (endpoint: string, since: string) => Promise<{ readonly replayed: number }>;
  readonly readAgain: () => Promise<void>;
  readonly faultOf: (thrown: unknown) => WebhookFault;
  readonly withBody: (delivery: string, render: (read: BodyRead) => ReactNode) => ReactNode;
  /** Blocks navigation while `isHeld` returns true, and calls `onHeld` on attempts. Returns a function to unblock. */
  readonly holdPage: (isHeld: () => boolean, onHeld: () => void) => (() => void) | undefined;
  readonly renderMigration: (id: string) => ReactNode;
}

const PortContext = createContext<WebhooksPort | null>(null);
export const WebhooksPortProvider = PortContext.Provider;

export const useWebhooksPort = (): WebhooksPort => {
  const port = useContext(PortContext);
  if (port === null) throw new TypeError('useWebhooksPort needs a WebhooksPortProvider.');
  return port;
};
