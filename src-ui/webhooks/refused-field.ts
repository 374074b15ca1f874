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
