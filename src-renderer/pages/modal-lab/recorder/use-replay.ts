import { useEffect, useState } from 'react';
import type { LabRecording } from '#shared/console-contract/modal-lab-calls.ts';
import { replayAt, type Replay } from './replay.ts';

const stepMs = 50;

interface ReplayAccess extends Replay {
  readonly play: () => void;
  readonly showAll: () => void;
}

/** Replays a recording in real time, or shows all of it (the default). */
export const useReplay = (recording: LabRecording): ReplayAccess => {
  const [began, setBegan] = useState<number | null>(null);
  const [elapsed, setElapsed] = useState(Number.POSITIVE_INFINITY);
  const moment = replayAt(recording, elapsed);
  const isRunning = began !== null && !moment.isOver;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setElapsed(performance.now() - began), stepMs);
    return () => clearInterval(timer);
  }, [began, isRunning]);
  return {
    ...moment,
    play: () => {
      setElapsed(0);
      setBegan(performance.now());
    },
    showAll: () => {
      setBegan(null);
      setElapsed(Number.POSITIVE_INFINITY);
    },
  };
};
