import { tip } from '#ui/tooltip/tip.ts';
import { dateOf, fullText, relativeWords, useClock } from '#ui/values/times.tsx';

interface TimeProps {
  readonly time: string;
}

const TimeText = ({ time, textOf }: TimeProps & { readonly textOf: (date: Date) => string | undefined }) => {
  const date = dateOf(time);
  if (date === null) return <span>—</span>;
  return (
    <time dateTime={time} {...tip(fullText(date))}>
      {textOf(date)}
    </time>
  );
};

export const Since = ({ time }: TimeProps) => {
  const now = useClock();
  return <TimeText time={time} textOf={(date) => relativeWords(date, now)} />;
};

export const Day = ({ time }: TimeProps) => <TimeText time={time} textOf={(date) => fullText(date).split(',')[0]} />;
