export const dashboardPath = '/dashboard';

/** The path of its cookies: a browser sees the one that a proxy may have put in front. */
export const cookiePathOf = (baseUrl: string): string =>
  `${new URL(baseUrl).pathname.replace(/\/$/, '')}${dashboardPath}`;
