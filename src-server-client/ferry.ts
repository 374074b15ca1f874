import type { Api } from './api-types.ts';
import type { CallInput, ReplyAt, Route } from './calls.ts';
import { FerryAPIError } from './ferry-api-error.ts';
import type { FerryOptions, RequestOptions } from './ferry-options.ts';
import type { PagedList } from './paged-list.ts';
import { cursorPages, numberedPages } from './read-pages.ts';
import { createSender, type IncomingReply } from './send-request.ts';
import { verifyWebhook } from './verify-webhook.ts';

const checkOptions = ({ apiKey, baseURL }: FerryOptions): void => {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be an API key.');
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const isLocal = url?.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username || url.password || url.search || url.hash)
    throw new TypeError('baseURL must be an https URL such as https://api.ferry.example (http on this device only).');
};

const pathOf = (template: string, { id, query = {} }: { id?: string; query?: object | undefined }): string => {
  // An ID of only dots would change the path.
  if (template.includes('{id}') && (typeof id !== 'string' || /^\.*$/.test(id))) throw new TypeError('Pass an ID.');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  const text = search.toString();
  return template.replace('{id}', () => encodeURIComponent(id ?? '')) + (text && `?${text}`);
};

const parseJson = ({ text, status, requestId }: IncomingReply, route: Route): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const code = route.startsWith('GET ') ? 'service_error' : 'reply_lost';
    throw new FerryAPIError(`The response to ${route} is not JSON. Check the base URL.`, {
      code,
      status,
      requestId,
      cause,
    });
  }
};

/** Client of one organization, for its backend. Keep the API key out of web pages. */
export class Ferry {
  readonly #send: ReturnType<typeof createSender>;

  /** @throws {TypeError} if `apiKey` or `baseURL` can't be used */
  constructor(options: FerryOptions) {
    checkOptions(options);
    this.#send = createSender(options);
  }

  /** Checks the connection and the key. */
  health(options: RequestOptions = {}): Promise<Api['Health']> {
    return this.#call('GET /healthz', options);
  }

  readonly migrations = {
    /** Lists migrations, newest first. */
    list: (query: Api['MigrationQuery'] = {}, options: RequestOptions = {}): PagedList<Api['MigrationPage']> =>
      numberedPages(query, (page) => this.#call('GET /api/v1/migrations', { ...options, query: page })),
    get: (id: string, options: RequestOptions = {}): Promise<Api['Migration']> =>
      this.#call('GET /api/v1/migrations/{id}', { ...options, id }),
  };

  readonly companies = {
    /** Lists companies, newest first. */
    list: (query: Api['CompanyQuery'] = {}, options: RequestOptions = {}): PagedList<Api['CompanyPage']> =>
      numberedPages(query, (page) => this.#call('GET /api/v1/companies', { ...options, query: page })),
    get: (id: string, options: RequestOptions = {}): Promise<Api['Company']> =>
      this.#call('GET /companies/v1/{id}', { ...options, id }),
  };

  readonly linkTokens = {
    /** Creates a link token, valid for 60 s and one use. Bind it to your signed-in user with `user_id`. */
    create: (body: Api['SessionBinding'] = {}, options: RequestOptions = {}): Promise<Api['LinkToken']> =>
      this.#call('POST /api/v1/link-token', { ...options, body }),
  };

  readonly hostedLinks = {
    /** Creates a link that opens the modal for one user, valid for 7 days. Only this response contains its URL. */
    create: (body: Api['HostedSession'], options: RequestOptions = {}): Promise<Api['CreatedHostedLink']> =>
      this.#call('POST /hosted-links/v1', { ...options, body }),
    /** Creates a link with which the user of this migration copies only its failed items again. */
    retry: (
      id: string,
      body: Pick<Api['HostedSession'], 'locale' | 'return_url'> = {},
      options: RequestOptions = {},
    ): Promise<Api['CreatedHostedLink']> => this.#call('POST /retries/v1/migrations/{id}', { ...options, id, body }),
    /** Lists hosted links, newest first. */
    list: (query: Api['HostedLinkQuery'] = {}, options: RequestOptions = {}): PagedList<Api['HostedLinkPage']> =>
      cursorPages(query, (page) => this.#call('GET /hosted-links/v1', { ...options, query: page })),
    /** Revokes a link and ends its session. A copy in progress continues. */
    revoke: (id: string, options: RequestOptions = {}): Promise<Api['HostedLink']> =>
      this.#call('DELETE /hosted-links/v1/{id}', { ...options, id }),
  };

  readonly activity = {
    /** Lists a migration's steps, oldest first. Each page has the cause if the migration waits or has ended. */
    list: (
      id: string,
      query: Api['CursorQuery'] = {},
      options: RequestOptions = {},
    ): PagedList<Api['MigrationActivity']> =>
      cursorPages(query, (page) => this.#call('GET /activity/v1/migrations/{id}', { ...options, id, query: page })),
    /** Finds sessions, newest first. */
    sessions: (query: Api['SessionQuery'], options: RequestOptions = {}): PagedList<Api['SessionPage']> =>
      cursorPages(query, (page) => this.#call('GET /activity/v1/sessions', { ...options, query: page })),
    /** Counts sessions by step and by provider. */
    funnel: (query: Api['FunnelQuery'] = {}, options: RequestOptions = {}): Promise<Api['Funnel']> =>
      this.#call('GET /activity/v1/funnel', { ...options, query }),
  };

  readonly reports = {
    /** Returns a migration's results: counts by collection and reasons. */
    get: (id: string, options: RequestOptions = {}): Promise<Api['Report']> =>
      this.#call('GET /reports/v1/migrations/{id}', { ...options, id }),
    /** Lists the result of each item. */
    items: (id: string, query: Api['CursorQuery'] = {}, options: RequestOptions = {}): PagedList<Api['ItemPage']> =>
      cursorPages(query, async (page) => {
        // The table describes the reply as lines, which the service sends only without `Accept: application/json`.
        const reply: unknown = await this.#call('GET /reports/v1/migrations/{id}/items', {
          ...options,
          id,
          query: page,
        });
        return reply as Api['ItemPage'];
      }),
    /** Returns the signed receipt of a migration that has ended. */
    receipt: (id: string, options: RequestOptions = {}): Promise<Api['ReceiptFile']> =>
      this.#call('GET /reports/v1/migrations/{id}/receipt', { ...options, id }),
  };

  readonly webhooks = {
    /** Verifies a webhook's signature and returns its event. */
    verify: verifyWebhook,
    /** Lists the events of the feed, oldest first, up to the newest. */
    events: (query: Api['EventQuery'] = {}, options: RequestOptions = {}): PagedList<Api['StatusEventPage']> =>
      cursorPages(query, (page) => this.#call('GET /webhooks/v1/events', { ...options, query: page })),
    endpoints: {
      list: (options: RequestOptions = {}): Promise<Api['EndpointPage']> =>
        this.#call('GET /webhooks/v1/endpoints', options),
      /** Adds an endpoint. Only this response contains its secret. */
      create: (body: Api['NewEndpoint'], options: RequestOptions = {}): Promise<Api['CreatedEndpoint']> =>
        this.#call('POST /webhooks/v1/endpoints', { ...options, body }),
      /** Changes an endpoint. Omitted properties stay unchanged. */
      update: (id: string, body: Api['EndpointChanges'], options: RequestOptions = {}): Promise<Api['Endpoint']> =>
        this.#call('PATCH /webhooks/v1/endpoints/{id}', { ...options, id, body }),
      /** Removes an endpoint and its deliveries. */
      remove: (id: string, options: RequestOptions = {}): Promise<void> =>
        this.#call('DELETE /webhooks/v1/endpoints/{id}', { ...options, id }),
      /** Creates a new secret. The previous secret stays valid for 24 hours. */
      rotate: (id: string, options: RequestOptions = {}): Promise<Api['RotatedSecret']> =>
        this.#call('POST /webhooks/v1/endpoints/{id}/rotate', { ...options, id }),
      /** Sends a `ferry.test` event. */
      test: (id: string, options: RequestOptions = {}): Promise<Api['Delivery']> =>
        this.#call('POST /webhooks/v1/endpoints/{id}/test', { ...options, id }),
      /** Replays up to 10,000 deliveries that failed since a time (ISO 8601). */
      replay: (id: string, body: Api['ReplaySince'], options: RequestOptions = {}): Promise<Api['Replayed']> =>
        this.#call('POST /webhooks/v1/endpoints/{id}/replay', { ...options, id, body }),
    },
    deliveries: {
      /** Lists the deliveries of the last 30 days, newest first. */
      list: (query: Api['DeliveryQuery'] = {}, options: RequestOptions = {}): PagedList<Api['DeliveryPage']> =>
        cursorPages(query, (page) => this.#call('GET /webhooks/v1/deliveries', { ...options, query: page })),
      get: (id: string, options: RequestOptions = {}): Promise<Api['DeliveryWithBody']> =>
        this.#call('GET /webhooks/v1/deliveries/{id}', { ...options, id }),
      /** Sends a delivery again, with the same ID and bytes. */
      replay: (id: string, options: RequestOptions = {}): Promise<Api['Delivery']> =>
        this.#call('POST /webhooks/v1/deliveries/{id}/replay', { ...options, id }),
    },
  };

  async #call<At extends Route>(route: At, { id, query, body, signal }: CallInput<At>): Promise<ReplyAt<At>> {
    const [method = '', template = ''] = route.split(' ');
    const path = pathOf(template, { ...(id !== undefined && { id }), query });
    const reply = await this.#send({ method, path, body, signal });
    return (reply.status === 204 ? undefined : parseJson(reply, route)) as ReplyAt<At>;
  }
}
