import { callService, type Reply } from './api.ts';
import { apiAddress, checkLinkToken, findTarget } from './check-options.ts';
import { attempt, ferryError } from './ferry-error.ts';
import { make } from './make-element.ts';
import { fillDialog, isFerryEvent, showDialog } from './modal-frame.ts';
import { openingCard } from './opening-card.ts';
import type {
  FerryError,
  FerryErrorCode,
  FerryEvent,
  FerryEventData,
  FerryMigrationStatus,
  InitOptions,
  LinkOptions,
  MigrationMetadata,
} from './public-types.ts';
import {
  clearStored,
  endsSession,
  endTurn,
  isSameUser,
  loadStored,
  saveStored,
  storageKey,
  type StoredMigration,
} from './token-store.ts';

declare const FERRY_SDK_VERSION: string;

type Status = FerryMigrationStatus | (string & {});

const hasEnded = (status: Status | undefined): boolean => /^(COMPLETE|FAILED|LOGIN_ABANDONED)/.test(`${status}`);

/** A migration before its login isn't reopened: a new migration loses nothing and may offer other providers. */
const canReopen = (status: Status | undefined): boolean =>
  /^(NOT_STARTED|WORKING|PENDING_USER_INPUT)$/.test(`${status}`);

export type SessionOptions = InitOptions &
  Partial<LinkOptions> & {
    /** True if this session continues the call of an earlier session, which then doesn't call `onClose`. */
    readonly isRestart?: boolean;
  };

/** Timeout for the service, the modal page and `linkToken`, in ms. */
const responseTimeoutMs = 10_000;
/** Turns a refusal of the stored token into `undefined`. Rethrows other errors. */
const undefinedIfRefused = (error: FerryError): undefined => {
  if (![400, 401, 403, 404, 410].includes(error.status ?? 0)) throw error;
};

/** Returns the error of a modal that was closed before it opened. */
export const aborted = (): FerryError => ferryError('aborted', 'The modal was closed.');

/** Removes the path of URLs, because the path of a modal page is a credential. */
const withoutPath = (address: string): string => address.replace(/(\w)\/.*/, '$1');

/** Event data that the SDK reads. All fields are optional, because the SDK doesn't validate event data. */
type EventFields = Partial<FerryEventData & { readonly user_id: string; readonly start_again: boolean }>;

const callBack = (run: () => unknown): void => {
  // oxlint-disable-next-line no-console -- a message to the developer of the page
  attempt(run, console.error);
};

/** One modal, from opening to cleanup ("SDK flow"). Without a link token, resumes with the stored access token. */
export class ModalSession {
  /** True if `init` opened this session. A later call can take over only such a session. */
  readonly isResumed: boolean;
  /** Resolves when the modal has opened. Resolves with `undefined` if there is no migration to resume. */
  readonly started: Promise<MigrationMetadata | undefined>;

  #options: SessionOptions;
  readonly #address: string;
  readonly #key: string;
  readonly #onEnd: () => void;
  readonly #restart: (options: SessionOptions) => void;
  readonly #dialog = make('dialog');
  readonly #card = openingCard(this.#dialog, () => this.close());
  readonly #stop = new AbortController();
  #resolve: (found?: MigrationMetadata) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #stored: StoredMigration | undefined;
  /** What the session is waiting for: the name of an option, or a URL. */
  #awaited = '';
  #hasFailed = false;
  #migrationIsOver = false;
  #restoreScrolling: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws {FerryError} `bad_base_url` if the URL is invalid, `aborted` if the signal is aborted */
  constructor(
    options: SessionOptions,
    defaultBaseURL: string | undefined,
    onEnd: () => void,
    restart: (options: SessionOptions) => void,
  ) {
    this.#options = options;
    this.#address = apiAddress(options.baseURL ?? defaultBaseURL);
    this.#key = storageKey(this.#address);
    this.#onEnd = onEnd;
    this.#restart = restart;
    this.isResumed = !options.linkToken;
    this.adopt(options);
    this.started = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Separate from the constructor, because a callback may close the session while it starts. */
  start(): this['started'] {
    this.#listenToPage();
    // Delayed: the browser reports `blocked`, the more precise code, only after the request fails.
    this.#open().catch((error: unknown) => setTimeout(() => this.#fail(error), 50));
    return this.started;
  }

  /** Whether a call with these options opens a new session, because this session failed or is for another user. */
  yieldsTo(options: SessionOptions): boolean {
    // Without a `userId` option, the stored migration names the owner. `#stored` may not be set yet.
    const owner = this.#options.userId ? this.#options : (this.#stored ?? loadStored(this.#key));
    const isOtherUser = 'userId' in options && !!owner && !isSameUser(owner.userId, options.userId);
    return this.#hasFailed || isOtherUser;
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Replaces the callbacks with those of a later call. Shows a hidden modal. */
  adopt(options: SessionOptions): void {
    if (options.signal?.aborted) throw aborted();
    options.signal?.addEventListener('abort', () => this.close(), { signal: this.#stop.signal });
    this.#options = options;
    if (this.#dialog.isConnected) this.#show();
  }

  /** Removes the modal from the page. If the modal hasn't opened yet, `started` rejects with the code `aborted`. */
  close(): void {
    this.#end(aborted());
  }

  /** @param restart options of the session that continues this one and later calls `onClose` */
  #end(error: unknown, restart?: SessionOptions): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    clearTimeout(this.#timer);
    if (this.#migrationIsOver) clearStored(this.#key, this.#stored);
    this.#reject(error);
    this.#onEnd();
    this.#restoreScrolling?.();
    this.#dialog.close();
    const { onClose, isRestart } = this.#options;
    const wasShown = isRestart || this.#dialog.isConnected;
    this.#dialog.remove();
    if (restart) this.#restart({ ...restart, isRestart: true });
    else if (wasShown) callBack(() => onClose?.());
  }

  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    if (this.#hasFailed || this.#stop.signal.aborted) return;
    const { linkToken, onError } = this.#options;
    const failure =
      (error as FerryError)?.name === 'FerryError'
        ? (error as FerryError)
        : ferryError('bad_link_token', 'linkToken failed.', { cause: error });
    callBack(() => onError?.(failure));
    if (!this.isOpen) return this.#end(error);
    this.#hasFailed = true;
    this.#reject(error);
    const { code, status } = failure;
    const isOfLink = this.#awaited === 'linkToken' || code.includes('link');
    // A retry can't help if the page blocks the service or a string token is used up. A page timeout can be retried.
    const isFinal = code === 'blocked' || (typeof linkToken === 'string' && code !== 'page_timeout');
    this.#card.fail({
      names: [isOfLink ? 'link' : code, status ? 'error' : 'network', this.isResumed ? '' : 'notStarted'],
      footer: `${new URL(this.#address).host} · ${code}`,
      onRetry: isFinal ? undefined : () => this.#tryAgain(),
    });
  }

  /** Starts again. `#load` replaces this function with one that reloads only the page of the modal. */
  #tryAgain = (): void => this.#end(aborted(), this.#options);

  #await(what: string, code: FerryErrorCode = 'network'): void {
    this.#awaited = what;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#fail(ferryError(code, `No response from ${withoutPath(what)}.`)),
      responseTimeoutMs,
    );
  }

  #show(): void {
    if (!this.#dialog.open) this.#restoreScrolling = showDialog(this.#dialog);
  }

  #listen<Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void): void {
    addEventListener(type, listener, { signal: this.#stop.signal });
  }

  #listenToPage(): void {
    this.#listen('pagehide', () => this.close());
    this.#listen('storage', (change) => {
      if (endsSession(this.#key, change, this.#options.userId ?? this.#stored?.userId)) this.close();
    });
    this.#listen('securitypolicyviolation', ({ blockedURI, disposition }) => {
      if (disposition !== 'enforce' || !this.#awaited.startsWith(blockedURI)) return;
      this.#fail(ferryError('blocked', `A content security policy blocks ${withoutPath(this.#awaited)}.`));
    });
    this.#dialog.addEventListener('close', () => this.close());
    this.#dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
  }

  async #open(): Promise<void> {
    const { userId, target = 'body', linkToken, locale = navigator.language, startNew } = this.#options;
    // Must run before any step that can fail, so that another user's migration is always deleted.
    const storedMigration = loadStored(this.#key);
    if (storedMigration && (userId || linkToken) && !isSameUser(storedMigration.userId, userId)) endTurn(this.#key);
    const holder = findTarget(target);
    this.#card.wait();
    // Loads the card's strings now, because the service may stop responding later.
    if (!/^en\b/i.test(locale))
      fetch(`${this.#address}../../sdk/words?locale=${locale}`)
        .then((reply) => reply.ok && reply.json())
        .then(this.#card.useWords)
        .catch(() => {});
    if (linkToken) {
      holder.append(this.#dialog);
      this.#show();
    }
    const modal = startNew ? undefined : await this.#getStored();
    if (linkToken && !canReopen(modal?.status)) this.#load(await this.#create(linkToken), holder);
    else if (modal && !hasEnded(modal.status)) this.#load(modal, holder);
    else await this.#report(modal);
  }

  async #getStored(): Promise<Reply | undefined> {
    const { locale } = this.#options;
    this.#stored = loadStored(this.#key);
    const token = this.#stored?.token;
    if (!token) return undefined;
    return this.#call(`migration-modal${locale ? `?locale=${locale}` : ''}`, token).catch(undefinedIfRefused);
  }

  async #create(linkToken: LinkOptions['linkToken']): Promise<Reply> {
    const { userId, sourceProviders, locale } = this.#options;
    this.#await('linkToken');
    const token = typeof linkToken === 'function' ? await linkToken() : linkToken;
    checkLinkToken(token);
    const { access_token: accessToken } = await this.#call('access-token', token, { link_token: token });
    this.#stop.signal.throwIfAborted();
    this.#save(accessToken, userId);
    return this.#call('migration-modal', accessToken, {
      user_id: userId,
      source_providers: sourceProviders,
      locale,
      sdk_version: FERRY_SDK_VERSION,
    });
  }

  #save(token: string, userId = ''): void {
    this.#stored = { token, userId };
    saveStored(this.#key, this.#stored);
  }

  /** Reports a migration that ended while its modal wasn't open, and deletes its stored data. */
  async #report(modal: Reply | undefined): Promise<void> {
    const { token, userId = '' } = this.#stored ?? {};
    const found = (token && (await this.#call('../../sessions/v1/outcome', token).catch(undefinedIfRefused))) || modal;
    // If a copy outlives its access token, the response has only a status until the copy ends.
    const isOver = !found || hasEnded(found.status);
    if (isOver) {
      const { outcome: message, status = '', url = '' } = found ?? {};
      clearStored(this.#key, this.#stored);
      if (message) callBack(() => this.#options.onEvent?.(message));
      this.#resolve(found && { migrationId: message?.event.data.migration_id, status, userId, url });
    }
    this.#resolve();
    this.close();
  }

  #call(name: string, token: string, body?: Readonly<Record<string, unknown>>): Promise<Reply> {
    const address = this.#address + name;
    this.#await(address);
    return callService(address, token, this.#stop.signal, body);
  }

  /** Adds the modal to the page. The modal stays hidden while a copy runs in the background. */
  #load({ url, status = '' }: Reply, holder: Element): void {
    // The modal page reads the frame's name: `function` means that "Start again" can get a new link token.
    const frame = fillDialog(this.#dialog, typeof this.#options.linkToken);
    this.#listen('message', ({ origin, source, data }) => {
      if (origin !== new URL(url).origin || source !== frame.contentWindow || !isFerryEvent(data)) return;
      // The modal's page now has its own Close button, so the card isn't needed.
      this.#hasFailed = false;
      this.#card.remove();
      frame.style.visibility = '';
      frame.focus();
      const {
        migration_id: migrationId,
        status: newStatus = '',
        user_id: boundUserId = '',
      } = (data.event.data ?? {}) as EventFields;
      const { token, userId = '' } = this.#stored ?? {};
      const owner = userId || (this.isResumed ? '' : boundUserId);
      // With a bound link token, only this event names the user.
      if (token && owner !== userId) this.#save(token, owner);
      this.#resolve({ migrationId, status: status || newStatus, userId: owner, url });
      this.#handleEvent(data);
    });
    if (!this.isOpen) holder.append(this.#dialog);
    this.#tryAgain = () => {
      this.#hasFailed = false;
      this.#card.wait();
      this.#await(url, 'page_timeout');
      frame.src = url;
    };
    this.#tryAgain();
    if (status !== 'WORKING') this.#show();
  }

  #handleEvent(message: FerryEvent): void {
    const { type } = message.event;
    const data: EventFields = message.event.data ?? {};
    const step = type.slice('migration_modal.'.length);
    clearTimeout(this.#timer);
    callBack(() => this.#options.onEvent?.(message));
    // A retry after a failure opens a new migration in the same frame.
    if (/^(completed|failed|cancelled|opened)$/.test(step)) this.#migrationIsOver = step !== 'opened';
    if (data.status === 'PENDING_USER_INPUT') this.#show();
    const isLeft = step === 'cancelled' || step === 'closed';
    if (isLeft || (this.#migrationIsOver && !this.isOpen)) {
      this.#end(aborted(), data.start_again ? { ...this.#options, startNew: true } : undefined);
    }
  }
}
