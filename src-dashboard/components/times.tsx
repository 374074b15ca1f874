import { tip } from '#ui/tooltip/tip.ts';
import { dateOf, fullText, relativeWords, useClock } from '#ui/values/times.tsx';

export const Since = ({ time }: { readonly time: string }) => {
  const now = useClock();
  const date = dateOf(time);
  if (date === null) return <span>—</span>;
  return (
    <time dateTime={time} {...tip(fullText(date))}>
      {relativeWords(date, now)}
    </time>
  );
};

export const Day = ({ time }: { readonly time: string }) => {
  const date = dateOf(time);
  if (date === null) return <span>—</span>;
  return (
    <time dateTime={time} {...tip(fullText(date))}>
      {fullText(date).split(',')[0]}
    </time>
  );
};
