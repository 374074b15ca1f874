import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import type { BrandView } from '#shared/console-contract/sandbox-calls.ts';
import { accentProblem, contrastOf, contrastText, minContrast } from '#shared/service-control/accent-colours.ts';
import { logoProblem } from '#shared/service-control/logo-limits.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { FieldProblem, FileButton, Form } from '#ui/controls/form.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { appErrorOf } from '../../api/console-api.ts';
import { useBrand, useBrandChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { BrandPreview } from './brand-preview.tsx';
import { SandboxCard } from './card-parts.tsx';

/** Null means Ferry's default. */
type Brand = Pick<BrandView, 'name' | 'accent' | 'logo'>;
const parts = ['name', 'accent', 'logo'] as const;
/** Larger files, in bytes, aren't read. Smaller files are read to explain why they are invalid. */
const maxReadBytes = 8 * 1024 * 1024;
const none: Brand = { name: null, accent: null, logo: null };

const readAccent = (typed: string): string | null => {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  return text.startsWith('#') ? text : `#${text}`;
};

const contrastWords = (accent: string | null): string =>
  accent === null
    ? 'For buttons, steps and links. Dark enough for white text.'
    : `The contrast with white is ${contrastText(contrastOf(accent, '#ffffff'))} and must be at least ${minContrast}. Dark mode uses a lighter shade.`;

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));

interface LogoFieldProps {
  readonly logo: string | null;
  readonly problem: string | null;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

const LogoField = ({ logo, problem, onChoose, onRemove }: LogoFieldProps) => {
  const id = useId();
  return (
    <div className="text-field stack">
      <div className="text-field-head">
        <span id={id} className="label">
          Logo
        </span>
      </div>
      <div className="sandbox-row">
        <FileButton icon={ImageUp} fileLabel="Logo file" accept="image/png,.png" onFile={onChoose}>
          {logo === null ? 'Choose logo…' : 'Choose another logo…'}
        </FileButton>
        {logo === null ? null : (
          <Button variant="ghost" onPress={onRemove}>
            Remove logo
          </Button>
        )}
      </div>
      {problem === null ? (
        <p className="text-field-note">PNG, at most 32 KiB, each side 32 to 1,024 pixels.</p>
      ) : (
        <FieldProblem text={problem} />
      )}
    </div>
  );
};

export const BrandCard = ({ profileId }: { readonly profileId: string }) => {
  const query = useBrand(profileId);
  const change = useBrandChange(profileId);
  const [draft, setDraft] = useState<Partial<Brand>>({});
  const [typedAccent, setTypedAccent] = useState<string | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const storedBrand = query.data;
  const brand = { ...none, ...storedBrand, ...draft };
  const problem = brand.accent === null ? null : accentProblem(brand.accent);
  const isChanged = parts.some((part) => brand[part] !== (storedBrand?.[part] ?? null));
  const isSet = parts.some((part) => (storedBrand?.[part] ?? null) !== null);
  const edit = (changes: Partial<Brand>): void => setDraft((before) => ({ ...before, ...changes }));
  const forget = (): void => {
    setDraft({});
    setTypedAccent(null);
    setFileProblem(null);
  };
  const save = useAction(async (signal) => {
    await change({ ...draft, ...(draft.name ? { name: draft.name.trim() } : {}) }, signal);
    // Keeps edits that the user made while the change was being saved.
    setDraft((now) =>
      Object.fromEntries(Object.entries(now).filter(([part, value]) => value !== draft[part as keyof Brand])),
    );
    setTypedAccent((now) => (now === typedAccent ? null : now));
    setFileProblem((now) => (now === fileProblem ? null : now));
    showToast('New modals use this brand', 'done');
  });
  /** Never aborted on unmount, because the toast with Undo stays visible after navigation. */
  const putBack = (before: Brand): Promise<void> =>
    change(before).then(
      () => showToast('Brand restored', 'done'),
      (thrown: unknown) =>
        showToast(`The brand wasn't restored: ${describeAppError(appErrorOf(thrown)).title}`, 'note'),
    );
  const clear = useAction(async (signal) => {
    const before: Brand = {
      name: storedBrand?.name ?? null,
      accent: storedBrand?.accent ?? null,
      logo: storedBrand?.logo ?? null,
    };
    await change(none, signal);
    forget();
    showToast("Modals use Ferry's default brand again", 'done', { label: 'Undo', run: () => void putBack(before) });
  });
  const choose = useAction(async (_signal, file: File) => {
    const bytes = file.size > maxReadBytes ? null : new Uint8Array(await file.arrayBuffer());
    const newFileProblem = bytes ? logoProblem(bytes) : 'The logo must be a PNG image of at most 32 KiB.';
    setFileProblem(newFileProblem);
    if (bytes && newFileProblem === null) edit({ logo: base64Of(bytes) });
  });
  const failure = save.error ?? clear.error ?? choose.error;
  // Only the service validates the whole image, so the field shows the service's message.
  const serviceProblem = failure?.code === 'invalid_request' && draft.logo ? (failure.detail ?? null) : null;
  const other = serviceProblem === null ? failure : null;
  return (
    <SandboxCard
      title="Brand"
      note={isSet ? 'Your brand' : "Ferry's default brand"}
      error={other ?? (query.error ? appErrorOf(query.error) : null)}
    >
      <Form
        className="brand-form"
        onSubmit={() => {
          if (isChanged && problem === null) void save.run();
        }}
      >
        <BrandPreview
          name={brand.name?.trim() || storedBrand?.organization || ''}
          accent={problem === null ? brand.accent : (storedBrand?.accent ?? null)}
          logo={brand.logo}
        />
        <TextField
          label="Name"
          help="The name your users see."
          placeholder={storedBrand?.organization ?? ''}
          maxLength={200}
          value={brand.name ?? ''}
          onText={(name) => edit({ name: name.trim() === '' ? null : name })}
        />
        <LogoField
          logo={brand.logo}
          problem={fileProblem ?? serviceProblem}
          onChoose={(file) => {
            save.forgetError();
            void choose.run(file);
          }}
          onRemove={() => {
            setFileProblem(null);
            edit({ logo: null });
          }}
        />
        <div className="brand-accent">
          <TextField
            label="Accent color"
            mono
            placeholder="#3d3ba6"
            maxLength={20}
            value={typedAccent ?? brand.accent ?? ''}
            problem={problem}
            help={contrastWords(brand.accent)}
            onText={(text) => {
              setTypedAccent(text);
              edit({ accent: readAccent(text) });
            }}
          />
          <input
            type="color"
            className="brand-colour"
            aria-label="Pick the accent color"
            value={brand.accent !== null && /^#[\da-f]{6}$/.test(brand.accent) ? brand.accent : '#0b6678'}
            onChange={({ target }) => {
              setTypedAccent(null);
              edit({ accent: target.value });
            }}
          />
        </div>
        <div className="sandbox-row">
          <Button type="submit" busy={save.busy} disabledBecause={problem ?? (isChanged ? null : 'No changes to save')}>
            Save brand
          </Button>
          {isChanged || typedAccent !== null ? (
            <Button variant="ghost" onPress={forget}>
              Discard
            </Button>
          ) : null}
          {isSet ? (
            <Button variant="remove" busy={clear.busy} onPress={() => void clear.run()}>
              Clear brand
            </Button>
          ) : null}
        </div>
      </Form>
    </SandboxCard>
  );
};
