import type { Benchmark } from './benchmark.ts';
import { copyItems } from './copy-items.ts';
import { dashboardCpu } from './dashboard-cpu.ts';
import { p1ConsoleStart } from './p1-console-start.ts';
import { p18PostgresCpu } from './p18-postgres-cpu.ts';
import { p2MainJavascript } from './p2-main-javascript.ts';
import { p3Memory } from './p3-memory.ts';
import { p4PageFlip } from './p4-page-flip.ts';
import { p5ListCall } from './p5-list-call.ts';
import { p6Validation } from './p6-validation.ts';
import { p7RoutingCpu } from './p7-routing-cpu.ts';
import { p8PageCpu } from './p8-page-cpu.ts';
import { p9FarPages } from './p9-far-pages.ts';
import { p10Total } from './p10-total.ts';
import { p11MillionRows } from './p11-million-rows.ts';
import { p13ModalOpen } from './p13-modal-open.ts';
import { p15LoadAll } from './p15-load-all.ts';
import { p16Export } from './p16-export.ts';
import { p19EventOutbox } from './p19-event-outbox.ts';
import { p19WebhookDelivery } from './p19-webhook-delivery.ts';
import { p21Questions } from './p21-questions.ts';
import { p22FeltSteps } from './p22-felt-steps.ts';
import { seedRate } from './seed-rate.ts';
import { serviceMemory } from './service-memory.ts';
import { throughput } from './throughput.ts';

/** Every benchmark, in the order in which they run and are printed. */
export const allBenchmarks: readonly Benchmark[] = [
  p1ConsoleStart,
  p2MainJavascript,
  p3Memory,
  p4PageFlip,
  p5ListCall,
  p6Validation,
  seedRate,
  p7RoutingCpu,
  p8PageCpu,
  dashboardCpu,
  p9FarPages,
  p10Total,
  p11MillionRows,
  p13ModalOpen,
  p15LoadAll,
  p16Export,
  p21Questions,
  p22FeltSteps,
  serviceMemory,
  p18PostgresCpu,
  p19EventOutbox,
  p19WebhookDelivery,
  copyItems,
  throughput,
];
