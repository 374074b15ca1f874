import { useEffect, useState } from 'react';

/** What is left of a lifetime, as a ring shows it. */
interface Countdown {
  /** `last`: the last 10 s. */
  readonly phase: 'running' | 'last' | 'used' | 'expired';
  /** From 1 down to 0. */
  readonly share: number;
  /** "47 s", "59:08"; empty when expired. */
  readonly text: string;
}

const lastMs = 10_000;
const two = (value: number): string => String(value).padStart(2, '0');

const leftText = (leftMs: number, lifetimeMs: number): string => {
  const seconds = Math.ceil(leftMs / 1000);
  return lifetimeMs > 120_000 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)}` : `${seconds} s`;
};

/** @param usedAfterMs age at which it was used, where it frozen stands; else null */
export const countdownOf = (ageMs: number, lifetimeMs: number, usedAfterMs: number | null): Countdown => {
  const leftMs = Math.max(0, lifetimeMs - (usedAfterMs ?? ageMs));
  const share = Math.min(1, leftMs / lifetimeMs);
  if (usedAfterMs !== null) return { phase: 'used', share, text: leftText(leftMs, lifetimeMs) };
  if (leftMs === 0) return { phase: 'expired', share: 0, text: '' };
  return { phase: leftMs <= lastMs ? 'last' : 'running', share, text: leftText(leftMs, lifetimeMs) };
};

const stepMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 1000 : 250);

/** The age of what began then, in ms, renewed while `isRunning`; the wall clock plays no part. */
export const useAge = (began: number, isRunning: boolean): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), stepMs());
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, now - began);
};
