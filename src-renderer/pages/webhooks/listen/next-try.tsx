import { useEffect, useState } from 'react';
import { countdownOf } from '#ui/values/countdown.tsx';
import { dateOf } from '#ui/values/time-text.ts';

const radius = 8.5;
const circumference = 2 * Math.PI * radius;

interface NextTryProps {
  readonly from: string;
  readonly at: string;
  readonly shows: 'ring' | 'text';
}

export const NextTry = ({ from, at, shows }: NextTryProps) => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const [startMs, endMs] = [dateOf(from)?.getTime() ?? now, dateOf(at)?.getTime() ?? now];
  const { share, text } = countdownOf(Math.max(0, now - startMs), Math.max(1, endMs - startMs), null);
  return (
    <span className="listen-next">
      {shows === 'ring' ? (
        <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r={radius} />
          <circle
            className="listen-next-arc"
            cx="10"
            cy="10"
            r={radius}
            strokeDasharray={`${share * circumference} ${circumference}`}
          />
        </svg>
      ) : null}
      <span className="visually-hidden">next retry: </span>
      {text === '' ? 'now' : text}
    </span>
  );
};
