/**
 * Everything that a page sees of Ferry SDK. The build emits this file as the package's `index.d.ts`; the entries are
 * checked against it, so the two cannot differ.
 */

/** What the modal reports (specification, "Events"). */
export interface FerryEvent {
  readonly source: 'ferry_modal';
  readonly event: {
    /**
     * `migration_modal.completed`, `.failed` and `.cancelled` are stable. `.opened`, `.provider_selected`,
     * `.provider_not_listed`, `.login_step`, `.login_succeeded`, `.login_failed`, `.status_changed` and `.closed` inform.
     * Others may follow.
     */
    readonly type: FerryEventType | (string & {});
    /** For the types above: `{ migration_id, status, at }`, and `reason` for failed, cancelled and login_failed. */
    // eslint-disable-next-line typescript/no-explicit-any -- the specification leaves the shape of `data` open
    readonly data: any;
  };
}

export type FerryEventType =
  | 'migration_modal.opened'
  | 'migration_modal.provider_selected'
  | 'migration_modal.provider_not_listed'
  | 'migration_modal.login_step'
  | 'migration_modal.login_succeeded'
  | 'migration_modal.login_failed'
  | 'migration_modal.status_changed'
  | 'migration_modal.completed'
  | 'migration_modal.failed'
  | 'migration_modal.cancelled'
  | 'migration_modal.closed';

/** Statuses of a migration (specification, "States and transitions"); a service may know others. */
export type FerryMigrationStatus =
  | 'NOT_READY'
  | 'NOT_STARTED'
  | 'WORKING'
  | 'PENDING_USER_INPUT'
  | 'COMPLETE'
  | 'COMPLETED_WITH_FAILURES'
  | 'FAILED'
  | 'LOGIN_ABANDONED';

export interface InitOptions {
  /** Called with each event of the modal, in order. What it throws is written to the console and changes nothing. */
  readonly onEvent?: ((event: FerryEvent) => void) | undefined;
  /** Called once when the modal has left the page, whatever the reason. */
  readonly onClose?: (() => void) | undefined;
  /**
   * CSS selector of the element that holds the modal. Default `body`, where the modal covers the whole page; in any
   * other element it takes the place of the element's content box.
   */
  readonly target?: string | undefined;
  /** Address of the service, e.g. `https://api.ferry.example`. Default: where the global script came from. */
  readonly baseURL?: string | undefined;
  /** Language of the modal, a BCP 47 tag. Default: that of the browser; English where it is not spoken. */
  readonly locale?: string | undefined;
  /** Aborting it closes the modal, or ends its opening with `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Your user, who is logged in: a UUID or an email address. A migration of anybody else is then forgotten instead of
   * continued, and their modal leaves the page, also in other tabs. Leave it out where it is not known; an empty value is
   * refused.
   */
  readonly userId?: string;
  /** Not part of v1: the SDK talks to the service itself. */
  readonly proxyUrl?: never;
}

export interface LinkOptions extends InitOptions {
  /** Your user: a UUID or an email address. */
  readonly userId: string;
  /** A link token of your backend (60 s, single use), or a function that gets one; "Start again" calls it anew. */
  readonly linkToken: string | (() => string | PromiseLike<string>);
  /** Names of the providers to offer; without it, all. */
  readonly sourceProviders?: readonly string[] | undefined;
}

/** The migration that `init` found. Its id comes with each event, as `migration_id`. */
export interface MigrationMetadata {
  readonly status: FerryMigrationStatus | (string & {});
  readonly userId: string;
  /** Address of the modal page. */
  readonly url: string;
}

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

/** What `init` and `startModal` reject with. */
export interface FerryError extends Error {
  readonly name: 'FerryError';
  readonly code: FerryErrorCode;
  /** HTTP status, where the service answered. */
  readonly status?: number | undefined;
  /** What was caught, where something was. */
  readonly cause?: unknown;
}

/**
 * Continues the migration that this browser remembers, of `userId` where that is given: resolves with it once its modal has
 * opened, shown or hidden by its status, or with `undefined` when there is none to continue.
 */
export declare function init(options?: InitOptions): Promise<MigrationMetadata | undefined>;

/**
 * Starts a migration for a user and shows its modal; resolves when the modal has opened. Where it does not open, the person is
 * told and may try again, and the call rejects. While a hidden modal of the same
 * user exists, that one is shown instead; while a modal is open or opening, rejects with `already_open`.
 */
export declare function startModal(options: LinkOptions): Promise<void>;

/** Takes the modal off the page; the migration goes on. Does nothing when there is none. */
export declare function close(): void;

/**
 * Ends the turn of a user, when they log out: takes the modal off the page, here and in other tabs, and removes all that
 * the SDK has stored in this browser. The migration continues. Needs no `init`, and never throws.
 */
export declare function forget(): void;

/** Whether a modal, or the card before it, is on the screen; a hidden one does not count. */
export declare function isOpen(): boolean;

/** @deprecated v0 name: throws an error that names `init`. */
export declare function loadModal(...args: readonly unknown[]): never;
