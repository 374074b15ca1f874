/** Whether an origin is of this computer. */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/.test(origin);

export interface LabPolicyInput {
  /** Origin of the service. */
  readonly service: string;
  /** The only origins that anything may reach; null while the network is not limited. */
  readonly limitedTo: readonly string[] | null;
  /** Which pages may frame the lab: sources of a policy, or none. */
  readonly framedBy: string;
}

const anyModal = (service: string): readonly string[] =>
  isLoopbackOrigin(service) ? ['http://127.0.0.1:*', 'http://localhost:*'] : ['https:'];

/**
 * The policy of the lab's page: its own files, calls to the service, and the modal's page. The service names the origin
 * of that page in a reply, so any https one may be framed, or, for a service on this computer, any port of it. Where
 * the network is limited, only what it is limited to.
 */
export const labPagePolicy = ({ service, limitedTo, framedBy }: LabPolicyInput): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${service}`,
    `frame-src ${[service, ...(limitedTo ?? anyModal(service))].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
