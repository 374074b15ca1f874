import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { createDocument, createSchemaNames, describeCall, documentText } from './describe-call.ts';

const names = createSchemaNames({ Erased: eraseUserCall.replies[200], APIErrorResponse: apiErrorSchema });

export const erasureDocumentText = (): string =>
  documentText(
    createDocument(names, {
      title: 'erasure',
      description: 'Erases the data of an end user. The key needs the scope `erase`, which no key has by default.',
      paths: { [eraseUserCall.path]: { post: describeCall(eraseUserCall, { scopes: ['erase'] }, names.reference) } },
    }),
  );
