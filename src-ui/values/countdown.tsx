import { TimerOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tip } from '../tooltip/tip.ts';
import { twoDigits } from './times.tsx';
import './countdown.css';
import { Ring } from './ring.tsx';

interface Countdown {
  /** `last`: less than 10 s are left. */
  readonly phase: 'running' | 'last' | 'used' | 'expired';
  readonly share: number;
  readonly text: string;
}

const lastMs = 10_000;

const timeLeftText = (leftMs: number, lifetimeMs: number): string => {
  const seconds = Math.ceil(leftMs / 1000);
  return lifetimeMs > 120_000 ? `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}` : `${seconds} s`;
};

/** @param usedAfterMs age at which the token was used, which stops the countdown; null if unused */
export const countdownOf = (ageMs: number, lifetimeMs: number, usedAfterMs: number | null): Countdown => {
  const leftMs = Math.max(0, lifetimeMs - (usedAfterMs ?? ageMs));
  const share = Math.min(1, leftMs / lifetimeMs);
  if (leftMs === 0) return { phase: 'expired', share: 0, text: '' };
  if (usedAfterMs !== null) return { phase: 'used', share, text: timeLeftText(leftMs, lifetimeMs) };
  return { phase: leftMs <= lastMs ? 'last' : 'running', share, text: timeLeftText(leftMs, lifetimeMs) };
};

const stepMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 1000 : 250);

export const useAge = (began: number, isRunning: boolean): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), stepMs());
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, now - began);
};

interface CountdownRingProps {
  readonly label: string;
  readonly began: number;
  readonly lifetimeMs: number;
  readonly usedAfterMs?: number | null;
}

const wordsFor = { running: 'left', last: 'left', used: 'left when used', expired: 'Expired' } as const;

export const CountdownRing = ({ label, began, lifetimeMs, usedAfterMs = null }: CountdownRingProps) => {
  const age = useAge(began, usedAfterMs === null);
  const { phase, share, text } = countdownOf(age, lifetimeMs, usedAfterMs);
  const words = phase === 'expired' ? wordsFor.expired : `${text} ${wordsFor[phase]}`;
  return (
    <span className="countdown rigid text-main text-strong number" data-phase={phase} {...tip(words)}>
      <span className="visually-hidden">{`${label}: ${words}`}</span>
      <Ring size={42} radius={19.5} share={share} />
      {phase === 'expired' ? <TimerOff size={16} aria-hidden="true" /> : <span aria-hidden="true">{text}</span>}
    </span>
  );
};
