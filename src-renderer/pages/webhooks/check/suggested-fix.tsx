import { useState } from 'react';
import { Segments } from '#ui/controls/segments.tsx';

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

export const SuggestedFix = ({ text }: { readonly text: string }) => {
  const [framework, setFramework] = useState<Framework>('express');
  const { lines } = frameworks.find(({ value }) => value === framework) ?? frameworks[0];
  return (
    <section className="signature-card" aria-label="What to change">
      <div className="signature-card-head row">
        <h3>What to change</h3>
        <Segments label="Framework" segments={frameworks} value={framework} onChange={setFramework} />
      </div>
      <p className="muted">{text}</p>
      <ul className="signature-code mono">
        {lines.map(([mark, code]) => (
          <li key={mark + code} className="signature-code-line" data-mark={mark}>
            <span aria-hidden="true">{mark}</span>
            <span className="visually-hidden">{markLabels[mark]}</span>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
};
