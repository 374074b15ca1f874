import { describeAppError } from '#shared/app-error-text.ts';
import type { AppError } from '#shared/app-error.ts';
import { type EndpointField, refusalText, refusedField } from '#ui/webhooks/endpoint-draft.ts';

export const readErrorWords = ({ code }: AppError): { readonly title: string; readonly text: string } | undefined =>
  code === 'forbidden'
    ? {
        title: "This key can't read webhooks",
        text: 'Use a key with the read or webhooks scope. An administrator can create one.',
      }
    : undefined;

export const changeErrorText = (error: AppError): string => {
  if (error.code === 'forbidden')
    return "This key can't change webhooks. Use a key with the webhooks scope. An administrator can create one.";
  if (error.code === 'reply_lost')
    return 'No response. The change may have succeeded. Check the list before you try again.';
  if (error.code === 'not_found') return 'This item no longer exists. Someone else may have removed it.';
  if (error.code === 'invalid_request' && error.detail !== undefined) return refusalText(error.detail);
  const { title, text } = describeAppError(error);
  return `${title}. ${text}`;
};

export const refusedFieldOf = ({ code, detail = '' }: AppError): EndpointField | null =>
  code === 'invalid_request' ? refusedField(detail) : null;
