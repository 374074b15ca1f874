import type { FastifyInstance } from 'fastify';
import { featuresPath, type ServiceFeatures } from '#shared/service-features.ts';
import { dashboardPath } from '../dashboard/paths.ts';
import type { BaseUrl } from '../http/origins.ts';
import { serviceVersion } from '../operations/service-version.ts';

export const mountFeatures = (app: FastifyInstance, baseUrl: BaseUrl, hasDashboard: boolean): void => {
  app.get(featuresPath, async ({ headers }): Promise<ServiceFeatures> => ({
    version: serviceVersion,
    webhooks: true,
    reports: true,
    receipts: true,
    filters: true,
    activity: true,
    hosted_links: true,
    retries: true,
    open: true,
    ...(hasDashboard && { dashboard_url: `${baseUrl.of(headers)}${dashboardPath}/` }),
  }));
};
