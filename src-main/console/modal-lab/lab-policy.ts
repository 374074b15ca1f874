/** Whether an origin is of this computer. */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/.test(origin);

export interface LabPolicyInput {
  /** Origin of the service. */
  readonly service: string;
  /** Which pages may frame the lab: sources of a policy, or none. */
  readonly framedBy: string;
}

/**
 * The policy of the lab's page: its own files, calls to the service, and the modal's page. The service names the origin
 * of that page in a reply, so any https one may be framed, or, for a service on this computer, any port of it.
 */
export const labPagePolicy = ({ service, framedBy }: LabPolicyInput): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${service}`,
    `frame-src ${isLoopbackOrigin(service) ? `${service} http://127.0.0.1:* http://localhost:*` : 'https:'}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
