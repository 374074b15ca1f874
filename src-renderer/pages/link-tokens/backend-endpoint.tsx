import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useConsoleState } from '../../api/profiles.ts';
import { Button } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { backendSnippet, pageSnippet, type SnippetLanguage } from './backend-snippets.ts';

const languages = [
  { value: 'typescript', label: 'Node' },
  { value: 'python', label: 'Python' },
  { value: 'csharp', label: 'C#' },
] as const;

const placeholder = 'https://api.ferry.example';

const Code = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // A scrolling region must be reachable by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
  <pre className="code mono" tabIndex={0} role="group" aria-label={label}>
    {text}
  </pre>
);

export const BackendEndpoint = () => {
  const [language, setLanguage] = useState<SnippetLanguage>('typescript');
  const baseURL = useConsoleState()?.profile.baseURL ?? placeholder;
  const backend = backendSnippet(language, baseURL);
  const page = pageSnippet(baseURL);
  return (
    <section className="backend-endpoint stack" aria-label="Your own backend">
      <div className="endpoint-head row rigid">
        <h2>Your backend's endpoint</h2>
        <Segments label="Language" segments={languages} value={language} onChange={setLanguage} />
        <Button size="small" icon={Copy} onPress={() => copyText(backend, 'the endpoint')}>
          Copy
        </Button>
      </div>
      <p className="endpoint-about">
        One POST endpoint, on any path. The endpoint calls the service with the key, which never leaves your server. The
        code reads the key from <code className="mono">$FERRY_API_KEY</code>.
      </p>
      <Code label="Endpoint code" text={backend} />
      <div className="endpoint-head row rigid">
        <h2>Your page</h2>
        <Button size="small" icon={Copy} onPress={() => copyText(page, 'the page')}>
          Copy
        </Button>
      </div>
      <Code label="Page code" text={page} />
    </section>
  );
};
