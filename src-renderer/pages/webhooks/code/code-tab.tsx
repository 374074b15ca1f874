import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, copyText } from '#ui/controls/controls.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { CodeBox } from '#ui/values/code-block.tsx';
import { type ReceiverId, receivers } from './receivers.ts';
import './code-tab.css';

const languages = receivers.map(({ id, label }) => ({ value: id, label }));

export const CodeTab = () => {
  const [language, setLanguage] = useState<ReceiverId>('node');
  const { code, file } = receivers.find(({ id }) => id === language) ?? receivers[0];
  return (
    <section className="receiver-code stack fill" aria-label="A receiver">
      <div className="receiver-head wrap gap-8 row rigid">
        <h2>A receiver that verifies events</h2>
        <Segments label="Language" segments={languages} value={language} onChange={setLanguage} />
        <Button size="small" icon={Copy} onPress={() => copyText(code, file)}>
          Copy
        </Button>
      </div>
      <p className="receiver-about muted rigid">
        This code verifies the exact bytes, refuses events older than 5 min, drops duplicates, and orders events by{' '}
        <code className="mono">sequence</code>. The code reads the secret from{' '}
        <code className="mono">FERRY_WEBHOOK_SECRET</code>. Return 2xx within 15 s. Ferry retries after any other
        response.
      </p>
      <CodeBox label={file}>{code}</CodeBox>
    </section>
  );
};
