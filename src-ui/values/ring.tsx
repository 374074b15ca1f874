interface RingProps {
  readonly size: number;
  readonly radius: number;
  /** From 0 to 1. */
  readonly share: number;
  readonly className?: string;
  readonly arcClass: string;
}

/** A circle, and above it the arc of a share. Decorative, because the number is next to it. */
export const Ring = ({ size, radius, share, className, arcClass }: RingProps) => {
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  const circumference = 2 * Math.PI * radius;
  return (
    <svg className={className} width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <circle {...circle} />
      <circle {...circle} className={arcClass} strokeDasharray={`${share * circumference} ${circumference}`} />
    </svg>
  );
};
