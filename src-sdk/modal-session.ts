import { callService, type Reply } from './api.ts';
import { apiAddress, findTarget } from './check-options.ts';
import { attempt, ferryError } from './ferry-error.ts';
import { fillDialog, isFerryEvent, showDialog } from './modal-frame.ts';
import type {
  FerryError,
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

/** Whether a migration of this status has nothing left to show. */
const hasEnded = (status: Status | undefined): boolean => ended.includes(status ?? '');

/** Whether the copy runs by itself: its modal stays hidden. */
const isWorking = (status: Status | undefined): boolean => status === 'WORKING';

/** Whether the copy waits for an answer: its modal comes into view. */
const needsAnswer = (status: Status | undefined): boolean => status === 'PENDING_USER_INPUT';

/** Options of either function; `linkToken` tells which. */
export type SessionOptions = InitOptions & Partial<LinkOptions>;

/** Silence of the service that counts as no connection, in ms. */
const deadline = 30_000;
/** Time without any message of the modal page after which a hint is written, in ms. */
const silence = 10_000;
/** Refusals that say that the stored token is no longer good; a 5xx or a broken network says nothing about it. */
const endOfToken = [400, 401, 403, 404, 410];

const aborted = (): FerryError => ferryError('aborted', 'The modal was closed.');

/** Runs a callback of the page; what it throws goes where an error of the page's own code belongs. */
const callBack = (run: () => unknown): void => {
  // oxlint-disable-next-line no-console -- as above
  attempt(run, console.error);
};

/**
 * One modal, from the call that opens it to its last trace. It runs the flow of the specification ("SDK flow"): link token,
 * access token, modal, frame; without a link token it resumes with the stored access token.
 */
export class ModalSession {
  /** Only what `init` opened lets a later call take over. */
  readonly isResumed: boolean;

  readonly #options: SessionOptions;
  readonly #address: string;
  readonly #key: string;
  readonly #onEnd: () => void;
  readonly #startAgain: (options: LinkOptions) => void;
  readonly #dialog = document.createElement('dialog');
  readonly #stop = new AbortController();
  #started: Promise<MigrationMetadata | undefined> | undefined;
  #reject: (error: unknown) => void = () => {};
  /** The options whose callbacks are called: those of the latest call. */
  #callbacks: SessionOptions;
  #stored: StoredMigration | undefined;
  /** What the page waits for: the name of an option, or an address. */
  #awaited = 'linkToken';
  #migrationIsOver = false;
  #restoreScrolling: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Throws a FerryError for an address that is none, and for a signal that is aborted already. */
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
    this.#callbacks = options;
    this.adopt(options);
    this.#timer = setTimeout(() => this.#end(ferryError('network', `No answer from ${this.#awaited}.`)), deadline);
  }

  /** Begins, once. Resolves when the modal has loaded, with `undefined` when there is none to resume. */
  start(): Promise<MigrationMetadata | undefined> {
    this.#started ??= new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#listenToPage();
      // Later, because the browser reports a forbidden request after it has failed: `blocked` says more than `network`.
      this.#open(resolve).catch((error: unknown) => setTimeout(() => this.#end(error), 50));
    });
    return this.#started;
  }

  /** Whether this is, or would become, the modal of another user; one that nobody is named for is, too. */
  isOfAnother(userId: string | undefined): boolean {
    // What is stored counts from the first moment on: it is read later than a second call can come.
    const owned = this.#options.userId ? this.#options : (this.#stored ?? loadStored(this.#key));
    return !!owned && !isSameUser(owned.userId, userId);
  }

  get isOpen(): boolean {
    return this.#dialog.open;
  }

  /** Lets the callbacks of a later call take over, and shows what was hidden. */
  adopt(options: SessionOptions): void {
    if (options.signal?.aborted) throw aborted();
    options.signal?.addEventListener('abort', () => this.close(), { signal: this.#stop.signal });
    this.#callbacks = options;
    if (this.#dialog.isConnected) this.#show();
  }

  /** Takes the modal off the page; a start that is under way rejects with `aborted`. */
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
      callBack(() => this.#callbacks.onClose?.());
    }
  }

  #show(): void {
    if (!this.#dialog.open) this.#restoreScrolling = showDialog(this.#dialog);
  }

  #listenToPage(): void {
    const { signal } = this.#stop;
    addEventListener('pagehide', () => this.close(), { signal });
    addEventListener(
      'storage',
      (change) => {
        if (endsTurn(this.#key, change, this.#options.userId ?? this.#stored?.userId)) this.close();
      },
      { signal },
    );
    addEventListener(
      'securitypolicyviolation',
      ({ blockedURI, disposition }) => {
        if (disposition !== 'enforce' || !this.#awaited.startsWith(blockedURI)) return;
        this.#end(ferryError('blocked', `The content security policy of the page forbids ${this.#awaited}.`));
      },
      { signal },
    );
  }

  async #open(resolve: (found?: MigrationMetadata) => void): Promise<void> {
    const { userId, target = 'body' } = this.#options;
    // Before anything can fail: what somebody else has left is not for this user.
    const found = loadStored(this.#key);
    if (found && userId && !isSameUser(found.userId, userId)) endTurn(this.#key);
    const holder = findTarget(target);
    this.#stored = await this.#getAccessToken();
    const modal = await this.#getModal();
    if (!modal || hasEnded(modal.status)) {
      clearStored(this.#key, this.#stored);
      resolve();
      this.close();
    } else this.#load(modal, holder, resolve);
  }

  /** The access token of the link token, or the one that an earlier page has stored. */
  async #getAccessToken(): Promise<StoredMigration | undefined> {
    const { linkToken, userId = '' } = this.#options;
    if (!linkToken) return loadStored(this.#key);
    const token = typeof linkToken === 'function' ? await linkToken() : linkToken;
    const reply = await this.#call('access-token', token, { link_token: token });
    // Between the reply and here the modal may have been closed and everything forgotten.
    this.#stop.signal.throwIfAborted();
    const stored = { token: reply.access_token, userId };
    saveStored(this.#key, stored);
    return stored;
  }

  /** The modal of a new migration, or the one that the stored token names, if there is one. */
  async #getModal(): Promise<Reply | undefined> {
    const { linkToken, userId, sourceProviders } = this.#options;
    const token = this.#stored?.token;
    if (!token) return undefined;
    if (linkToken) return this.#call('migration-modal', token, { user_id: userId, source_providers: sourceProviders });
    return this.#call('migration-modal', token).catch((error: FerryError) => {
      if (endOfToken.includes(error.status ?? 0)) return undefined;
      throw error;
    });
  }

  #call(name: string, token: string, body?: Readonly<Record<string, unknown>>): Promise<Reply> {
    this.#awaited = this.#address + name;
    return callService(this.#awaited, token, this.#stop.signal, body);
  }

  /** Puts the modal's page into the page, and shows it unless the copy runs by itself. */
  #load({ url, status = '' }: Reply, holder: Element, resolve: (found: MigrationMetadata) => void): void {
    this.#awaited = url;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // oxlint-disable-next-line no-console -- a hint for the developer of the page
      console.warn(`No answer from ${url}. Does frame-src of the page allow it?`);
    }, silence);
    // The frame's name tells the page whether "Start again" can get a fresh link token: `function`.
    const frame = fillDialog(this.#dialog, url, typeof this.#options.linkToken);
    holder.append(this.#dialog);
    addEventListener(
      'message',
      ({ origin, source, data }) => {
        if (origin === new URL(url).origin && source === frame.contentWindow && isFerryEvent(data)) this.#hear(data);
      },
      { signal: this.#stop.signal },
    );
    this.#dialog.addEventListener('close', () => this.close());
    frame.addEventListener('load', () => resolve({ status, userId: this.#stored?.userId ?? '', url }));
    if (!isWorking(status)) this.#show();
  }

  #hear(message: FerryEvent): void {
    const { type, data } = message.event;
    const step = type.slice('migration_modal.'.length);
    clearTimeout(this.#timer);
    callBack(() => this.#callbacks.onEvent?.(message));
    if (['completed', 'failed', 'cancelled'].includes(step)) this.#migrationIsOver = true;
    // A retry after a failure opens a new migration in the same frame.
    if (step === 'opened') this.#migrationIsOver = false;
    if (needsAnswer(data?.status)) this.#show();
    const isLeft = step === 'cancelled' || step === 'closed';
    if (isLeft || (this.#migrationIsOver && !this.isOpen)) {
      this.close();
      if (data?.start_again) this.#startAgain(this.#callbacks as LinkOptions);
    }
  }
}
