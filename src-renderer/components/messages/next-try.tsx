import { useNow } from '#ui/values/times.tsx';

export const NextTry = ({ at }: { readonly at: number | null }) => {
  const now = useNow(1000);
  if (at === null) return null;
  // Hidden from screen readers, because a countdown that changes every second would interrupt all other announcements.
  return (
    <span aria-hidden="true" className="number">
      Next attempt in {Math.max(0, Math.ceil((at - now.getTime()) / 1000))} s.
    </span>
  );
};
