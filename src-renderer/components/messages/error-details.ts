import type { AppError } from '#shared/app-error.ts';
import { durationText, fullText } from '#ui/values/time-text.ts';

/** What happened, as the rows of the details box: name and value. Nothing in it is a secret. */
export const errorDetails = (error: AppError): readonly (readonly [string, string])[] => {
  const { request } = error;
  const rows: (readonly [string, string])[] = [];
  if (request) {
    const tries = request.tries === 1 ? '1 try' : `${request.tries} tries`;
    rows.push(['Request', `${request.method} ${request.path}`], ['Host', request.host]);
    rows.push(['Status', `${request.status ?? 'none'}, ${tries} in ${durationText(request.durationMs)}`]);
  }
  rows.push(['Time', fullText(new Date(error.at))]);
  if (error.detail !== undefined) rows.push(['Message', error.detail]);
  return rows;
};

/** The same as text to paste into a report; the time stays exact. */
export const errorReport = (title: string, error: AppError): string =>
  [
    title,
    `Code: ${error.code}`,
    ...errorDetails(error).map(([name, value]) => `${name}: ${name === 'Time' ? error.at : value}`),
  ].join('\n');
