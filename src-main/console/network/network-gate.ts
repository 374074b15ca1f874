import ipaddr from 'ipaddr.js';
import { readLoopbackAddress } from '../addresses/loopback-address.ts';
import { type HttpReply, type HttpRequest, type HttpTransport, TransportError } from '../ports/http-transport.ts';

/** `reserved` addresses are never called. */
export type AddressClass = 'loopback' | 'private' | 'public' | 'reserved';

const classByRange: ReadonlyMap<string, AddressClass> = new Map([
  ['loopback', 'loopback'],
  ['private', 'private'],
  ['uniqueLocal', 'private'],
  ['carrierGradeNat', 'private'],
  ['unicast', 'public'],
]);
/** Allocated global IPv6 range. Other unicast addresses are unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv6 ranges whose last four bytes are the IPv4 address of the destination: mapped and NAT64 addresses. */
const ipv4CarrierRanges = ['::ffff:0:0/96', '64:ff9b::/96'].map((range) => ipaddr.IPv6.parseCIDR(range));

const isAddress = (host: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);

export function classifyAddress(text: string): AddressClass {
  if (!isAddress(text)) return 'reserved';
  // The library reads `::127.0.0.1` as a mapped address, but the URL parser doesn't.
  const isDotted = text.includes(':') && text.includes('.') && !text.includes('%');
  const address = ipaddr.parse(isDotted ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
  if (address instanceof ipaddr.IPv6) {
    if (ipv4CarrierRanges.some((range) => address.match(range))) {
      return classifyAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
    }
    if (address.range() === 'unicast' && !address.match(globalUnicast)) return 'reserved';
  }
  return classByRange.get(address.range()) ?? 'reserved';
}

/** Classifies a host as `URL` writes it. Returns `name` if a DNS lookup is necessary. */
export function classifyHost(hostname: string): AddressClass | 'name' {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return isAddress(host) ? classifyAddress(host) : 'name';
}

interface CallRules {
  readonly origins: () => readonly string[];
  readonly isLimited: boolean;
}

interface NetworkGatePorts {
  readonly transport: HttpTransport;
  readonly transportWithCa: (certificates: readonly string[]) => HttpTransport;
  readonly resolveHost: (name: string) => Promise<readonly string[]>;
}

const refuse = (sentence: string, isLimited = false): TransportError =>
  new TransportError(isLimited ? 'managed' : 'address_refused', sentence, true);

const refusalTexts = {
  loopback: "is on this device, but the service isn't",
  private: "is on a private network, but the service isn't",
  reserved: "isn't a valid address for a service",
} as const;

const isUsualPort = (url: URL, service: URL): boolean =>
  url.port === '' || (url.port === service.port && url.protocol === service.protocol);

/** Checks every outgoing HTTP call of the console. */
export function createNetworkGate(ports: NetworkGatePorts, rules: CallRules) {
  const admit = (request: HttpRequest): void => {
    const url = new URL(request.url);
    const isPlain = url.username === '' && url.password === '' && request.connectTo === undefined;
    if (isPlain && rules.origins().includes(url.origin)) return;
    throw refuse(
      rules.isLimited
        ? `Your administrator doesn't allow ${url.origin}. Nothing was sent.`
        : `No profile has the URL ${url.origin}. Nothing was sent.`,
      rules.isLimited,
    );
  };
  const guard =
    (transport: HttpTransport): HttpTransport =>
    async (request) => {
      admit(request);
      return transport(request);
    };
  const transport = guard(ports.transport);
  let direct: HttpTransport | undefined;
  // Only Node's stack can connect to a given address; Chromium resolves the name again.
  const connectDirectly: HttpTransport = (request) => (direct ??= ports.transportWithCa([]))(request);

  const refusalOfPlace = (named: string, found: ReturnType<typeof classifyHost>, service: URL): string | null => {
    if (found === 'name' || found === 'public') return null;
    if (found !== 'reserved' && found === classifyHost(service.hostname)) return null;
    return `${named} ${refusalTexts[found]}. Nothing was sent to this URL.`;
  };

  /** Returns why a URL from a service can't be called. Null if it can. Doesn't resolve the host. */
  const refusalOfNamed = (address: string, service: string): string | null => {
    if (!URL.canParse(address)) return 'The service returned an invalid URL. Nothing was sent to this URL.';
    const [url, serviceUrl] = [new URL(address), new URL(service)];
    if (url.username !== '' || url.password !== '') {
      return `The service returned a URL with a user name, on ${url.host}. Nothing was sent to this URL.`;
    }
    if (rules.isLimited && !rules.origins().includes(url.origin)) {
      return `Your administrator doesn't allow ${url.origin}. Nothing was sent to this URL.`;
    }
    if (url.origin === serviceUrl.origin) return null;
    const isOnLoopback = classifyHost(serviceUrl.hostname) === 'loopback' && classifyHost(url.hostname) === 'loopback';
    if (url.protocol !== 'https:' && !(isOnLoopback && url.protocol === 'http:')) {
      return `The service returned a URL without https. Nothing was sent to this URL.`;
    }
    const refusal = refusalOfPlace(url.host, classifyHost(url.hostname), serviceUrl);
    if (refusal !== null) return refusal;
    return isOnLoopback || isUsualPort(url, serviceUrl)
      ? null
      : `The service returned a URL with port ${url.port}, on ${url.hostname}. Nothing was sent to this URL.`;
  };

  const addressOf = async (url: URL, service: URL, signal: AbortSignal): Promise<string> => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isAddress(host)) return host;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const addresses = await Promise.race([ports.resolveHost(host), aborted]);
    for (const address of addresses) {
      const refusal = refusalOfPlace(`${host} (${address})`, classifyAddress(address), service);
      if (refusal !== null) throw refuse(refusal);
    }
    const [first] = addresses;
    if (first === undefined) throw new TransportError('offline', `No address found for ${host}.`, true);
    return first;
  };

  return {
    /** Transport for base URLs of profiles. Rejects with `managed` or `address_refused` for any other URL. */
    transport,
    transportWithCa: (certificates: readonly string[]) => guard(ports.transportWithCa(certificates)),
    /** Returns the only origins that may be reached. Null if administrators haven't limited the network. */
    limitedTo: () => (rules.isLimited ? rules.origins() : null),
    refusalOfNamed,
    /**
     * Gets a page whose URL comes from a service, without credentials. Resolves the host once and connects to exactly the
     * checked address. Rejects with `managed` or `address_refused` and a message.
     */
    getNamed: async (address: string, service: string, signal: AbortSignal): Promise<HttpReply> => {
      const refusal = refusalOfNamed(address, service);
      if (refusal !== null) throw refuse(refusal, rules.isLimited);
      const [url, serviceUrl] = [new URL(address), new URL(service)];
      const request: HttpRequest = { method: 'GET', url: url.href, headers: { Accept: 'text/html' }, signal };
      if (url.origin === serviceUrl.origin) return transport(request);
      const connectTo = await addressOf(url, serviceUrl, signal);
      signal.throwIfAborted();
      return connectDirectly({ ...request, connectTo });
    },
    /**
     * Posts to a loopback address the user entered, without proxies or redirects. Rejects with `managed` or
     * `address_refused` and a message for any other address.
     */
    postHere: async (
      address: string,
      message: Required<Pick<HttpRequest, 'headers' | 'body'>>,
      signal: AbortSignal,
    ): Promise<HttpReply> => {
      const result = readLoopbackAddress(address);
      if (!result.ok) throw refuse(result.problem);
      const { origin } = new URL(result.url);
      if (rules.isLimited && !rules.origins().includes(origin)) {
        throw refuse(`Your administrator doesn't allow ${origin}. Nothing was sent.`, true);
      }
      let failure: unknown;
      for (const connectTo of result.connectTo) {
        try {
          return await connectDirectly({ ...message, method: 'POST', url: result.url, signal, connectTo });
        } catch (error) {
          // Tries both addresses of localhost, because a receiver may listen on only one of them.
          if (signal.aborted || !(error instanceof TransportError && error.beforeSending)) throw error;
          // If one address refuses the connection, the failure of the other address is more informative.
          if (failure === undefined || error.code !== 'offline') failure = error;
        }
      }
      throw failure;
    },
  };
}
