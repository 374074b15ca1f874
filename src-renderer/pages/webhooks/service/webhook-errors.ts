import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';

/** Error texts specific to endpoints and deliveries; undefined to use the general ones. */
export const readErrorWords = ({ code }: AppError): { readonly title: string; readonly text: string } | undefined =>
  code === 'forbidden'
    ? {
        title: "This key can't read webhooks",
        text: 'You need a key with the scope read, or every scope to change endpoints. Ask an administrator of your organization.',
      }
    : undefined;

export const changeErrorText = (error: AppError): string => {
  if (error.code === 'forbidden')
    return "This key can't change webhooks. Use a key with every scope, or ask an administrator of your organization.";
  if (error.code === 'reply_lost')
    return 'No response. It may have been done all the same: look at the list before you try again.';
  if (error.code === 'not_found') return 'It no longer exists. Someone else may have deleted it.';
  if (error.code === 'invalid_request' && error.detail !== undefined) return sentenceOf(error.detail);
  const { title, text } = describeAppError(error);
  return `${title}. ${text}`;
};

/** The service names the field of its call; on the page it has another name. */
const sentenceOf = (detail: string): string =>
  detail.replace(/^(url|description|statuses) (must|is|has)\b/, (_all, field: string, verb: string) =>
    field === 'statuses' ? `Statuses ${verb}` : `The ${field === 'url' ? 'address' : field} ${verb}`,
  );

export type EndpointField = 'url' | 'description' | 'statuses';

/** The endpoint field an error concerns; null for none. */
export const refusedField = ({ code, detail = '' }: AppError): EndpointField | null => {
  if (code !== 'invalid_request') return null;
  const named = /^(url|description|statuses) /.exec(detail)?.[1];
  return (named as EndpointField | undefined) ?? null;
};
