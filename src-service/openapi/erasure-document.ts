import { brand } from '#shared/brand.ts';
import { eraseUserCall } from '#shared/erasure-api/erase-user.ts';
import { apiErrorSchema } from '#shared/migration-api/api-error.ts';
import { bearer, createSchemaNames, describeCall, type Json } from './describe-call.ts';

const names = createSchemaNames({ Erased: eraseUserCall.replies[200], APIErrorResponse: apiErrorSchema });

export const erasureDocumentText = (): string => {
  const document: Json = {
    openapi: '3.1.0',
    info: {
      title: `${brand.serviceName} erasure`,
      version: '1.0.0',
      description: 'Erases the data of an end user. The key needs the scope `erase`, which no key has by default.',
    },
    servers: [{ url: '/' }],
    paths: {
      [eraseUserCall.path]: { post: describeCall(eraseUserCall, [{ apiKey: ['erase'] }], names.reference) },
    },
    components: {
      securitySchemes: {
        apiKey: bearer(
          `API key, starts with ${brand.productionKeyPrefix} or ${brand.testKeyPrefix}; use it only on servers`,
        ),
      },
      schemas: names.components(),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};
