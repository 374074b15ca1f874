/** Allows only the console's own files: no inline code, no eval. `style` and `frame` add sources for one host. */
export const contentSecurityPolicy = ({ style = '', frame = '' } = {}): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${style}`.trim(),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(frame ? [`frame-src ${frame}`] : []),
  ].join('; ');

export const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy(),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
