import { type ReactNode, useId } from 'react';

interface EvidencePartProps {
  readonly title: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

export const EvidencePart = ({ title, note, children }: EvidencePartProps) => {
  const id = useId();
  return (
    <section className="evidence-part" aria-labelledby={id}>
      <div className="evidence-part-head">
        <h3 id={id}>{title}</h3>
        {note}
      </div>
      {children}
    </section>
  );
};
