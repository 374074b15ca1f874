import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';

export type EndpointField = 'url' | 'description' | 'statuses';

export const refusedField = (sentence: string): EndpointField | null => {
  const fieldName = /^(url|description|statuses) /.exec(sentence)?.[1];
  return (fieldName as EndpointField | undefined) ?? null;
};

/** Replaces the API's field name in a message of the service with the form's label. */
export const refusalText = (sentence: string): string =>
  sentence.replace(/^(url|description|statuses) (must|is|has)\b/, (_all, field: string, verb: string) =>
    field === 'statuses' ? `Statuses ${verb}` : `The ${field === 'url' ? 'URL' : field} ${verb}`,
  );

export interface EndpointDraft {
  readonly url: string;
  readonly description: string;
  readonly eventChoice: 'all' | 'some';
  readonly statuses: ReadonlySet<string>;
}

export const draftOf = (endpoint: EndpointView | null): EndpointDraft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  eventChoice: endpoint?.statuses ? 'some' : 'all',
  statuses: new Set(endpoint?.statuses),
});

export interface EndpointSettings {
  readonly url: string;
  readonly description: string;
  readonly statuses: string[] | null;
}

export const settingsOf = ({ url, description, eventChoice, statuses }: EndpointDraft): EndpointSettings => ({
  url: url.trim(),
  description: description.trim(),
  statuses: eventChoice === 'all' ? null : [...statuses],
});

/** The oldest supported browser has no `URL.canParse`. */
const isAddress = (text: string): boolean => {
  try {
    return new URL(text).host !== '';
  } catch {
    return false;
  }
};

export const draftProblem = (draft: EndpointDraft): { readonly field: EndpointField; readonly text: string } | null => {
  const { url, statuses } = settingsOf(draft);
  if (url === '') return { field: 'url', text: 'Enter the URL to send events to.' };
  if (!/^https?:\/\//i.test(url) || !isAddress(url))
    return { field: 'url', text: 'Enter a full URL, such as https://hooks.example.com/ferry.' };
  if (statuses?.length === 0) return { field: 'statuses', text: 'Choose at least one status.' };
  return null;
};
