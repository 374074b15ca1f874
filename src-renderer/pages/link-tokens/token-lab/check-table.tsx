import type { LabCheck } from '#shared/console-contract/token-lab-calls.ts';
import { proofLooks } from './proof-state.ts';

/** What a proof looked at, expected beside received. */
export const CheckTable = ({ checks }: { readonly checks: readonly LabCheck[] }) => (
  <section className="evidence-part" aria-label="Checks">
    <table className="checks">
      <thead>
        <tr>
          <th scope="col">Looked at</th>
          <th scope="col">Expected</th>
          <th scope="col">Received</th>
          <th scope="col">Verdict</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ name, expected, received, verdict }) => {
          const { icon: Icon, word, tone } = proofLooks[verdict];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{expected}</td>
              <td>{received}</td>
              <td>
                <span className="check-verdict">
                  <Icon size={14} className={`tone-${tone}`} aria-hidden="true" />
                  {word}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </section>
);
