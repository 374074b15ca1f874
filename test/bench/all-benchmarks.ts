import type { Benchmark } from './benchmark.ts';
import { copyItems } from './copy-items.ts';
import { copyMail } from '#test/providers/copy-mail-benchmark.ts';
import { p1ConsoleStart } from './p1-console-start.ts';
import { p3Memory } from './p3-memory.ts';
import { p4PageFlip } from './p4-page-flip.ts';
import { p5ListCall } from './p5-list-call.ts';
import { p8PageCpu } from './p8-page-cpu.ts';
import { p24FilteredPages } from './p24-filtered-pages.ts';
import { p15LoadAll } from './p15-load-all.ts';
import { p16Export } from './p16-export.ts';
import { p19WebhookDelivery } from './p19-webhook-delivery.ts';
import { p21Questions } from './p21-questions.ts';

/** Every benchmark, in the order in which they run and are printed. */
export const allBenchmarks: readonly Benchmark[] = [
  p1ConsoleStart,
  p3Memory,
  p4PageFlip,
  p5ListCall,
  p8PageCpu,
  p15LoadAll,
  p16Export,
  p21Questions,
  p19WebhookDelivery,
  p24FilteredPages,
  copyItems,
  copyMail,
];
