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
  FerryMigrationStatus,
  InitOptions,
  LinkOptions,
  MigrationMetadata,
} from './public-types.ts';
import {
  clearStored,
  endsTurn,
  endTurn,
  isSameUser,
  loadStored,
  saveStored,
  storageKey,
  type StoredMigration,
} from './token-store.ts';

type Status = FerryMigrationStatus | (string & {});

const ended: readonly Status[] = ['COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED', 'LOGIN_ABANDONED'];

const hasEnded = (status: Status | undefined): boolean => ended.includes(status ?? '');

const isWorking = (status: Status | undefined): boolean => status === 'WORKING';

const needsAnswer = (status: Status | undefined): boolean => status === 'PENDING_USER_INPUT';

/** Options of either function. Only `startModal` has `linkToken`. */
export type SessionOptions = InitOptions & Partial<LinkOptions>;

/** Timeout for the service, its page and `linkToken`, in ms. */
const retryPolicy = 10_000;
/** Statuses that mean an invalid stored token. A 5xx or a network error doesn't. */
const endOfToken = [400, 401, 403, 404, 410];

const aborted = (): FerryError => ferryError('aborted', 'The modal was closed.');

/** Removes the path, because a modal page's path is a credential. */
const withoutPath = (address: string): string => address.replace(/(\w)\/.*/, '$1');

/** Runs a callback of the page and reports its exceptions to the page. */
const callBack = (run: () => unknown): void => {
  // oxlint-disable-next-line no-console -- as above
  attempt(run, console.error);
};

/**
 * One modal, from opening to cleanup. Implements the specification's "SDK flow": link token, access token, modal,
 * frame; without a link token it resumes with the stored access token.
 */
export class ModalSession {
  /** A later call can only take over a session that `init` opened. */
  readonly isResumed: boolean;
  /** Resolves when the modal has opened; with `undefined` if there is none to resume. */
  readonly started: Promise<MigrationMetadata | undefined>;

  #options: SessionOptions;
  readonly #address: string;
  readonly #key: string;
  readonly #onEnd: () => void;
  readonly #startAgain: (options: LinkOptions) => void;
  readonly #dialog = make('dialog');
  readonly #card = openingCard(this.#dialog, () => this.close());
  readonly #stop = new AbortController();
  #resolve: (found?: MigrationMetadata) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #stored: StoredMigration | undefined;
  /** What the session waits for: the name of an option, or a URL. */
  #awaited = '';
  #hasFailed = false;
  #migrationIsOver = false;
  #restoreScrolling: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws a FerryError for an invalid URL or an aborted signal. */
  constructor(
    options: SessionOptions,
    defaultBaseURL: string | undefined,
    onEnd: () => void,
    startAgain: (options: LinkOptions) => void,
  ) {
    this.#options = options;
    this.#address = apiAddress(options.baseURL ?? defaultBaseURL);
    this.#key = storageKey(this.#address);
    this.#onEnd = onEnd;
    this.#startAgain = startAgain;
    this.isResumed = !options.linkToken;
    this.adopt(options);
    this.started = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Separate from the constructor, because a callback may close the session during the start. */
  start(): this['started'] {
    this.#listenToPage();
    // Delayed, because the browser reports a blocked request after its failure, and `blocked` is more precise than
    // `network`.
    this.#open().catch((error: unknown) => setTimeout(() => this.#fail(error), 50));
    return this.started;
  }

  /** Whether a call with these options opens a new session, because this one failed or belongs to another user. */
  givesWayTo(options: SessionOptions): boolean {
    // The stored migration decides the owner, because a second call may come before it is loaded.
    const owner = this.#options.userId ? this.#options : (this.#stored ?? loadStored(this.#key));
    const isOfAnother = 'userId' in options && !!owner && !isSameUser(owner.userId, options.userId);
    return this.#hasFailed || isOfAnother;
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Replaces the callbacks with those of a later call, and shows a hidden modal. */
  adopt(options: SessionOptions): void {
    if (options.signal?.aborted) throw aborted();
    options.signal?.addEventListener('abort', () => this.close(), { signal: this.#stop.signal });
    this.#options = options;
    if (this.#dialog.isConnected) this.#show();
  }

  /** Removes the modal from the page. A pending start rejects with `aborted`. */
  close(): void {
    this.#end(aborted());
  }

  #end(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    clearTimeout(this.#timer);
    if (this.#migrationIsOver) clearStored(this.#key, this.#stored);
    this.#reject(error);
    this.#onEnd();
    this.#restoreScrolling?.();
    this.#dialog.close();
    if (this.#dialog.isConnected) {
      this.#dialog.remove();
      callBack(() => this.#options.onClose?.());
    }
  }

  /** Reports the failure to the page, and to the end user if the modal is visible. */
  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    if (!this.isOpen) return this.#end(error);
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#reject(error);
    const { host } = new URL(this.#address);
    this.#card.fail(error as FerryError, this.isResumed ? 'lost' : 'started', host, () => this.#tryAgain());
  }

  /** Starts again. If the modal's URL is known, only reloads its page. */
  #tryAgain = (): void => {
    this.close();
    this.#startAgain(this.#options as LinkOptions);
  };

  /** Starts the timeout and notes what the session waits for. */
  #await(what: string, code: FerryErrorCode = 'network'): void {
    this.#awaited = what;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(ferryError(code, `No response from ${withoutPath(what)}.`)), retryPolicy);
  }

  #show(): void {
    if (!this.#dialog.open) this.#restoreScrolling = showDialog(this.#dialog);
  }

  /** Removes the listener when the session ends. */
  #listen<Type extends keyof WindowEventMap>(type: Type, hear: (event: WindowEventMap[Type]) => void): void {
    addEventListener(type, hear, { signal: this.#stop.signal });
  }

  #listenToPage(): void {
    this.#listen('pagehide', () => this.close());
    this.#listen('storage', (change) => {
      if (endsTurn(this.#key, change, this.#options.userId ?? this.#stored?.userId)) this.close();
    });
    this.#listen('securitypolicyviolation', ({ blockedURI, disposition }) => {
      if (disposition !== 'enforce' || !this.#awaited.startsWith(blockedURI)) return;
      this.#fail(ferryError('blocked', `The page's content security policy blocks ${withoutPath(this.#awaited)}.`));
    });
    this.#dialog.addEventListener('close', () => this.close());
    this.#dialog.addEventListener('keydown', ({ key }) => key === 'Escape' && this.close());
  }

  async #open(): Promise<void> {
    const { userId, target = 'body', linkToken } = this.#options;
    // Before anything can fail: another user's stored migration must be deleted.
    const found = loadStored(this.#key);
    if (found && userId && !isSameUser(found.userId, userId)) endTurn(this.#key);
    const holder = findTarget(target);
    this.#card.wait();
    if (linkToken) {
      holder.append(this.#dialog);
      this.#show();
    }
    this.#stored = await this.#getAccessToken();
    const modal = await this.#getModal();
    if (!modal || hasEnded(modal.status)) {
      clearStored(this.#key, this.#stored);
      this.#resolve();
      this.close();
    } else this.#load(modal, holder);
  }

  /** Exchanges the link token, or returns the stored access token. */
  async #getAccessToken(): Promise<StoredMigration | undefined> {
    const { linkToken, userId = '' } = this.#options;
    if (!linkToken) return loadStored(this.#key);
    this.#await('linkToken');
    const token = typeof linkToken === 'function' ? await linkToken() : linkToken;
    checkLinkToken(token);
    const reply = await this.#call('access-token', token, { link_token: token });
    // The session may have been closed during the exchange.
    this.#stop.signal.throwIfAborted();
    const stored = { token: reply.access_token, userId };
    saveStored(this.#key, stored);
    return stored;
  }

  /** Creates a migration, or resumes the stored one if it exists. */
  async #getModal(): Promise<Reply | undefined> {
    const { linkToken, userId, sourceProviders, locale } = this.#options;
    const token = this.#stored?.token;
    if (!token) return undefined;
    if (linkToken)
      return this.#call('migration-modal', token, { user_id: userId, source_providers: sourceProviders, locale });
    return this.#call(`migration-modal${locale ? `?locale=${encodeURIComponent(locale)}` : ''}`, token).catch(
      (error: FerryError) => {
        if (endOfToken.includes(error.status ?? 0)) return undefined;
        throw error;
      },
    );
  }

  #call(name: string, token: string, body?: Readonly<Record<string, unknown>>): Promise<Reply> {
    const address = this.#address + name;
    this.#await(address);
    return callService(address, token, this.#stop.signal, body);
  }

  /** Adds the modal to the page. Stays hidden while a copy runs in the background. */
  #load({ url, status = '' }: Reply, holder: Element): void {
    // The frame's name tells its page whether "Start again" can get a new link token: `function`.
    const frame = fillDialog(this.#dialog, typeof this.#options.linkToken);
    this.#listen('message', ({ origin, source, data }) => {
      if (origin !== new URL(url).origin || source !== frame.contentWindow || !isFerryEvent(data)) return;
      // From here on, the modal's page has its own Close button.
      this.#hasFailed = false;
      this.#card.remove();
      frame.style.visibility = '';
      frame.focus();
      this.#resolve({ status, userId: this.#stored?.userId ?? '', url });
      this.#hear(data);
    });
    if (!this.isOpen) holder.append(this.#dialog);
    this.#tryAgain = () => {
      this.#hasFailed = false;
      this.#card.wait();
      this.#await(url, 'page_timeout');
      frame.src = url;
    };
    this.#tryAgain();
    if (!isWorking(status)) this.#show();
  }

  #hear(message: FerryEvent): void {
    const { type, data } = message.event;
    const step = type.slice('migration_modal.'.length);
    clearTimeout(this.#timer);
    callBack(() => this.#options.onEvent?.(message));
    if (['completed', 'failed', 'cancelled'].includes(step)) this.#migrationIsOver = true;
    // A retry after a failure opens a new migration in the same frame.
    if (step === 'opened') this.#migrationIsOver = false;
    if (needsAnswer(data?.status)) this.#show();
    const isLeft = step === 'cancelled' || step === 'closed';
    if (isLeft || (this.#migrationIsOver && !this.isOpen)) {
      this.close();
      if (data?.start_again) this.#startAgain(this.#options as LinkOptions);
    }
  }
}
