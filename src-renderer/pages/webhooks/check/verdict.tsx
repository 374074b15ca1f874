import { type ReactNode, useMemo, useState } from 'react';
import { Segments } from '#ui/controls/segments.tsx';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { Finding, SignatureResult } from '#shared/console-contract/signature-check.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { countText, countedText } from '#ui/values/number-text.ts';
import { ageText } from '#ui/values/times.tsx';
import { bytesOfHex, diffBytes, firstDifference, type Run, runHex, runText, windowOf } from './byte-diff.ts';
import { checkLines, wordsOf } from './check-words.ts';

type Line = readonly [mark: '-' | '+' | ' ', code: string];

const frameworks = [
  {
    value: 'express',
    label: 'Express',
    lines: [
      ['-', 'app.use(express.json())'],
      ['+', "app.use('/hooks', express.raw({ type: 'application/json' }))"],
      [' ', "app.post('/hooks', (req, res) => {"],
      ['-', '  verify(JSON.stringify(req.body), req.headers)'],
      ['+', '  verify(req.body, req.headers)'],
      ['+', '  const event = JSON.parse(req.body)'],
    ],
  },
  {
    value: 'fastapi',
    label: 'FastAPI',
    lines: [
      [' ', '@app.post("/hooks")'],
      ['-', 'async def hooks(event: dict):'],
      ['-', '    verify(json.dumps(event), headers)'],
      ['+', 'async def hooks(request: Request):'],
      ['+', '    body = await request.body()'],
      ['+', '    verify(body, request.headers)'],
      ['+', '    event = json.loads(body)'],
    ],
  },
  {
    value: 'aspnet',
    label: 'ASP.NET',
    lines: [
      ['-', 'app.MapPost("/hooks", (Event e) =>'],
      ['-', '    Verify(JsonSerializer.Serialize(e)));'],
      ['+', 'app.MapPost("/hooks", async (HttpRequest request) => {'],
      ['+', '    using var bytes = new MemoryStream();'],
      ['+', '    await request.Body.CopyToAsync(bytes);'],
      ['+', '    Verify(bytes.ToArray());'],
    ],
  },
  {
    value: 'others',
    label: 'Others',
    lines: [
      ['-', 'Flask: json.dumps(request.json)'],
      ['+', 'Flask: request.get_data()'],
      ['-', 'Django: json.dumps(request.POST)'],
      ['+', 'Django: request.body'],
      ['-', 'Laravel: json_encode($request->all())'],
      ['+', 'Laravel: $request->getContent()'],
      ['-', 'Spring: @RequestBody Event event'],
      ['+', 'Spring: @RequestBody byte[] body'],
      ['-', 'Rails: params.to_json'],
      ['+', 'Rails: request.raw_post'],
    ],
  },
] as const satisfies readonly { value: string; label: string; lines: readonly Line[] }[];

type Framework = (typeof frameworks)[number]['value'];
const markLabels: Readonly<Record<Line[0], string>> = { '-': 'Remove: ', '+': 'Add: ', ' ': '' };

interface SignatureCardProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

const SignatureCard = ({ title, note, children }: SignatureCardProps) => (
  <section className="signature-card outlined rigid shrink" aria-label={title}>
    <div className="signature-card-head row">
      <h3>{title}</h3>
      {note}
    </div>
    {children}
  </section>
);

const SuggestedFix = ({ text }: { readonly text: string }) => {
  const [framework, setFramework] = useState<Framework>('express');
  const { lines } = frameworks.find(({ value }) => value === framework) ?? frameworks[0];
  return (
    <SignatureCard
      title="What to change"
      note={<Segments label="Framework" segments={frameworks} value={framework} onChange={setFramework} />}
    >
      <p className="muted">{text}</p>
      <ul className="signature-code sunken mono">
        {lines.map(([mark, code]) => (
          <li key={mark + code} className="signature-code-line" data-mark={mark}>
            <span aria-hidden="true">{mark}</span>
            <span className="visually-hidden">{markLabels[mark]}</span>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </SignatureCard>
  );
};

const MarkedRuns = ({
  runs,
  write,
  glue = '',
}: {
  runs: readonly Run[];
  write: (run: Run) => string;
  glue?: string;
}) => (
  <>
    {runs.map((run, index) => {
      const text = write(run);
      const space = index === 0 ? '' : glue;
      // oxlint-disable-next-line react/no-array-index-key
      return run.differs ? <mark key={index}>{space + text}</mark> : <span key={index}>{space + text}</span>;
    })}
  </>
);

/** Number of bytes shown before the first difference. The rest of the line shows the bytes after it. */
const bytesBefore = 24;
const max = { text: 96, hex: 22 };

const Bodies = ({ signed, pasted }: NonNullable<SignatureResult['bodies']>) => {
  const runs = useMemo(() => diffBytes(bytesOfHex(signed.hex), bytesOfHex(pasted.hex)), [signed.hex, pasted.hex]);
  const first = firstDifference(runs.b);
  const from = Math.max(0, first - bytesBefore);
  const change = pasted.length - signed.length;
  const row = (name: string, value: ReactNode, length?: number) => (
    <div className="signature-bytes-row">
      <dt className="hint">{name}</dt>
      <dd className="text-strong text-right number">{length === undefined ? '' : countText(length)}</dd>
      <dd className="signature-bytes mono">{value}</dd>
    </div>
  );
  return (
    <SignatureCard
      title="First difference in the bytes"
      note={
        <span className="note number">
          first at byte {countText(first + 1)}
          {change === 0
            ? ''
            : `, pasted body ${countedText(Math.abs(change), 'byte')} ${change > 0 ? 'longer' : 'shorter'}`}
        </span>
      }
    >
      <dl>
        {row('Signed', <MarkedRuns runs={windowOf(runs.a, from, max.text)} write={runText} />, signed.length)}
        {row('Pasted', <MarkedRuns runs={windowOf(runs.b, from, max.text)} write={runText} />, pasted.length)}
        {row('Bytes', <MarkedRuns runs={windowOf(runs.b, Math.max(0, first - 4), max.hex)} write={runHex} glue=" " />)}
      </dl>
    </SignatureCard>
  );
};

const Comparison = ({ finding }: { readonly finding: Finding }) => {
  if (finding.cause !== 'other_timestamp' && finding.cause !== 'other_event') return null;
  return (
    <dl className="signature-compared">
      <div>
        <dt className="hint">Signed with</dt>
        <dd className="mono">{finding.expected}</dd>
      </div>
      <div>
        <dt className="hint">Pasted</dt>
        <dd className="mono">{finding.received}</dd>
      </div>
    </dl>
  );
};

const icons = { good: CircleCheck, bad: CircleX, open: CircleDashed } as const;
const states = { good: 'passed', bad: 'failed', open: 'not checked' } as const;

export const Verdict = ({ result }: { readonly result: SignatureResult }) => {
  const [first, ...others] = result.findings;
  const words = first ? wordsOf(first) : null;
  const isBodyDifference = first?.cause === 'body_rewritten' || first?.cause === 'body_encoding';
  const Icon = first ? CircleX : CircleCheck;
  return (
    <>
      <output className="signature-verdict rigid gap-10 text-anywhere" data-tone={first ? 'bad' : 'good'}>
        <Icon size={20} aria-hidden="true" />
        <div className="shrink">
          <h2>
            {words
              ? `Wrong: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`
              : `Valid: signed ${ageText(Math.abs(result.ageSeconds ?? 0) * 1000)} ago with this secret`}
          </h2>
          <p>{words ? words.how : 'Headers, secret and body match, byte for byte.'}</p>
          {others.map((finding) => {
            const causeWords = wordsOf(finding);
            return (
              <div key={finding.cause} className="signature-more">
                <h3>Also: {causeWords.title}</h3>
                <p>
                  {causeWords.how} {causeWords.next}
                </p>
              </div>
            );
          })}
        </div>
      </output>
      {result.bodies ? <Bodies {...result.bodies} /> : null}
      {first && words && isBodyDifference ? <SuggestedFix text={words.next} /> : null}
      {first && words && !isBodyDifference ? (
        <SignatureCard title="What to change">
          <p className="muted">{words.next}</p>
          <Comparison finding={first} />
        </SignatureCard>
      ) : null}
      <SignatureCard title="All checks" note={<span className="note">6 checks, 11 causes</span>}>
        <ul className="signature-list">
          {checkLines(result).map(({ name, state, text, causes }) => {
            const StateIcon = icons[state];
            return (
              <li key={name} className="signature-line" data-state={state} {...tip(causes)}>
                <StateIcon size={16} aria-hidden="true" />
                {text}
                <span className="visually-hidden">, {states[state]}</span>
              </li>
            );
          })}
        </ul>
      </SignatureCard>
    </>
  );
};
