import path from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { compareCpu } from './cpu-rounds.ts';
import { recordReplies } from './fixed-reply.ts';
import { startLoadGenerator } from './load-generator.ts';
import { startBareServer, startMeasured } from './measured-process.ts';

const paths = ['/bench/fixed'];

/** P7: what the service's routing and hooks cost, against node:http that sends the same bytes. */
export const p7RoutingCpu: Benchmark = {
  id: 'P7',
  title: 'Service routing CPU per request / node:http',
  run: async (run) => {
    const generator = startLoadGenerator();
    const service = await startMeasured(path.join(import.meta.dirname, 'servers', 'routing-only.ts'));
    const replies = await recordReplies(service, paths);
    const base = await startBareServer(replies);
    const control = await startBareServer(replies);
    try {
      const sides = {
        subject: { server: service, paths },
        base: { server: base, paths },
        control: { server: control, paths },
      };
      return [await compareCpu({ name: 'a fixed reply', goal: 1.05, amount: 10_000 }, sides, generator, run)];
    } finally {
      generator.stop();
      await Promise.all([service.stop(), base.stop(), control.stop()]);
    }
  },
};
