/**
 * Public types of Ferry SDK. The build emits this file as the package's `index.d.ts` and checks the entries against it.
 */

/** Data of every event. */
export interface FerryEventData {
  readonly migration_id: string;
  readonly status: FerryMigrationStatus | (string & {});
  /** ISO 8601, on the service's clock. */
  readonly at: string;
}

interface EventDataOfType {
  /** `user_id`: the user of the session. `unknown_source_providers`: names in `sourceProviders` that don't exist. */
  readonly opened: { readonly user_id?: string; readonly unknown_source_providers?: readonly string[] };
  readonly provider_selected: { readonly provider: string };
  /** `searched`: the search text. */
  readonly provider_not_listed: { readonly searched: string };
  readonly login_step: { readonly step: string };
  readonly login_succeeded: unknown;
  readonly login_failed: { readonly reason?: string };
  readonly status_changed: unknown;
  readonly session_expired: unknown;
  /** `counts` are numbers of items. */
  readonly completed: {
    readonly counts?: {
      readonly copied: number;
      readonly altered: number;
      readonly skipped: number;
      readonly failed: number;
    };
  };
  readonly failed: { readonly reason?: string };
  readonly cancelled: { readonly reason?: string; readonly start_again?: boolean };
  readonly closed: { readonly start_again?: boolean };
}

/** The documented event types, such as `migration_modal.completed`. */
export type FerryEventType = `migration_modal.${keyof EventDataOfType}`;

/**
 * An event of the modal (specification, "Events"). `completed`, `failed` and `cancelled` are stable; the other types are
 * informational. Services may send further types.
 */
export interface FerryEvent {
  readonly source: 'ferry_modal';
  readonly event: {
    [Name in keyof EventDataOfType]: {
      readonly type: `migration_modal.${Name}`;
      readonly data: FerryEventData & EventDataOfType[Name];
    };
  }[keyof EventDataOfType];
}

/** Statuses of a migration (specification, "States and transitions"). Services may add others. */
export type FerryMigrationStatus =
  | 'NOT_READY'
  | 'NOT_STARTED'
  | 'WORKING'
  | 'PENDING_USER_INPUT'
  | 'COMPLETE'
  | 'COMPLETED_WITH_FAILURES'
  | 'FAILED'
  | 'LOGIN_ABANDONED';

/** Options of `init`. */
export interface InitOptions {
  /** Called with each event of the modal, in order. Exceptions are logged to the browser console. */
  readonly onEvent?: ((event: FerryEvent) => void) | undefined;
  /** Called each time the modal can't open, including after Try again. Not called for `aborted`. */
  readonly onError?: ((error: FerryError) => void) | undefined;
  /** Called once after the modal was removed, for any reason. */
  readonly onClose?: (() => void) | undefined;
  /** CSS selector of the element that the modal fills. Default: `body`, which covers the whole page. */
  readonly target?: string | undefined;
  /** Base URL of the service, such as `https://api.ferry.example`. Default: the origin of the global script. */
  readonly baseURL?: string | undefined;
  /** BCP 47 language tag of the modal. Default: the browser's language. Unsupported languages fall back to English. */
  readonly locale?: string | undefined;
  /** Closes the modal when aborted. A pending start rejects with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Your signed-in user: a UUID or an email address. The SDK deletes another user's stored migration instead of
   * continuing it, and closes its modal in every tab. `init` may omit it; `startModal` only if your backend bound the
   * link token to a user. An empty value is invalid.
   */
  readonly userId?: string;
  /** Removed after v0: the SDK calls the service directly. */
  readonly proxyUrl?: never;
}

/** Options of `startModal`. */
export interface LinkOptions extends InitOptions {
  /**
   * Starts another migration even if one of the same user is in progress. By default, that migration's modal opens and
   * `linkToken` isn't used.
   */
  readonly startNew?: boolean | undefined;
  /**
   * A link token from your backend (60 s, single use), or a function that returns one. "Start again" calls the function
   * again.
   */
  readonly linkToken: string | (() => string | PromiseLike<string>);
  /** Names of the providers to offer. Default: all. */
  readonly sourceProviders?: readonly string[] | undefined;
}

/** The migration of the modal. */
export interface MigrationMetadata {
  /** Undefined if the service doesn't send it. */
  readonly migrationId: string | undefined;
  readonly status: FerryMigrationStatus | (string & {});
  readonly userId: string;
  /** URL of the modal page. */
  readonly url: string;
}

/** What went wrong. The documentation lists the cause and the fix of each code. */
export type FerryErrorCode =
  | 'aborted'
  | 'already_open'
  | 'bad_base_url'
  | 'bad_link_token'
  | 'bad_source_providers'
  | 'bad_target'
  | 'bad_user_id'
  | 'blocked'
  | 'link_token_expired'
  | 'link_token_invalid'
  | 'link_token_used'
  | 'network'
  | 'page_timeout'
  | 'rate_limited'
  | 'request_refused'
  | 'service_error'
  | 'v0_api';

/** The error with which `init` and `startModal` reject. */
export interface FerryError extends Error {
  readonly name: 'FerryError';
  readonly code: FerryErrorCode;
  /** HTTP status, if the service responded. */
  readonly status?: number | undefined;
  /** ID of the refused request in the service's log. Null if the service sent no ID. */
  readonly requestId?: string | null | undefined;
  /** The original exception, if there is one. */
  readonly cause?: unknown;
}

/**
 * Continues the migration stored in this browser, if it belongs to `userId`. Resolves when its modal has opened, hidden
 * or shown depending on the status; with `undefined` if there is nothing to continue. If the migration has ended,
 * reports its last event once and resolves with the final status.
 *
 * @example
 * const found = await Ferry.init({ userId: 'ada@example.com', onEvent: console.log });
 */
export declare function init(options?: InitOptions): Promise<MigrationMetadata | undefined>;

/**
 * Starts a migration for a user and shows its modal, or reopens the user's running migration if there is one. Resolves
 * when the modal has opened. If it can't open, shows an error (with a "Try again" button if retrying can help) and
 * rejects. Rejects with `already_open` while a modal is open or opening.
 */
export declare function startModal(options: LinkOptions): Promise<MigrationMetadata>;

/** Closes the modal. The migration continues. Does nothing without a modal. */
export declare function close(): void;

/**
 * Clears the user's session. Call it on sign-out. Closes the modal in every tab and deletes everything the SDK stored
 * in this browser. The migration continues. Works before `init`, and never throws.
 */
export declare function forget(): void;

/** Returns whether a modal, or its opening card, is visible. A hidden modal doesn't count. */
export declare function isOpen(): boolean;

/** @deprecated v0 name: throws an error that names `init`. */
export declare function loadModal(...args: readonly unknown[]): never;
