export const dashboardPath = '/dashboard';

/** Path for the dashboard's cookies. Includes a path prefix of the proxy, because browsers see that one. */
export const cookiePathOf = (baseUrl: string): string =>
  `${new URL(baseUrl).pathname.replace(/\/$/, '')}${dashboardPath}`;
