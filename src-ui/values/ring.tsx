interface RingProps {
  readonly className?: string;
  readonly size: number;
  readonly radius: number;
  /** From 0 to 1. */
  readonly share: number;
}

/** A circle, and above it the arc of a share. Decorative, because the number is next to it. */
export const Ring = ({ className, size, radius, share }: RingProps) => {
  const circle = { cx: size / 2, cy: size / 2, r: radius };
  return (
    <svg className={className} width={size} height={size} aria-hidden="true">
      <circle {...circle} />
      <circle {...circle} className="ring-arc" pathLength={1} strokeDasharray={`${share} 1`} />
    </svg>
  );
};
