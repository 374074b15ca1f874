import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';

const argumentVariable = 'OTEL_TRACES_SAMPLER_ARG';

const ratioOf = (text: string | undefined, logger: FastifyBaseLogger): number => {
  const ratio = Number(text ?? 1);
  if (text?.trim() !== '' && ratio >= 0 && ratio <= 1) return ratio;
  logger.warn(`${argumentVariable} must be a number from 0 to 1; recording every trace`);
  return 1;
};

const samplers: Readonly<Record<string, (ratio: () => number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio()),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio()) }),
};
const usual = 'parentbased_always_on';

export const createSampler = (environment: NodeJS.ProcessEnv, logger: FastifyBaseLogger): Sampler => {
  const name = environment['OTEL_TRACES_SAMPLER'] || usual;
  if (!Object.hasOwn(samplers, name)) {
    logger.warn(`OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}; recording every trace`);
  }
  const make = (Object.hasOwn(samplers, name) ? samplers[name] : undefined) ?? samplers[usual];
  if (make === undefined) throw new TypeError('there is no default sampler');
  return make(() => ratioOf(environment[argumentVariable], logger));
};
