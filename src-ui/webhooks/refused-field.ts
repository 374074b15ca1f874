export type EndpointField = 'url' | 'description' | 'statuses';

/** Returns the field of an endpoint that the service's sentence is about; null if it is about none. */
export const refusedField = (sentence: string): EndpointField | null => {
  const named = /^(url|description|statuses) /.exec(sentence)?.[1];
  return (named as EndpointField | undefined) ?? null;
};

/** The service names the field of its call; the form has another label. */
export const refusalText = (sentence: string): string =>
  sentence.replace(/^(url|description|statuses) (must|is|has)\b/, (_all, field: string, verb: string) =>
    field === 'statuses' ? `Statuses ${verb}` : `The ${field === 'url' ? 'address' : field} ${verb}`,
  );
